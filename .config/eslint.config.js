import functional from 'eslint-plugin-functional'
import tseslint from 'typescript-eslint'

const fpForm = {
  regex: '^(fp-ts|io-ts)(?!/lib/[A-Za-z/]+\\.js$)(?!$).*|^fp-ts$',
  message: 'Import fp-ts/lib/X.js or io-ts/lib/X.js (other forms crash in Node ESM).',
}
const nodeOnly = {
  regex: '^(node:|fs$|path$|os$|crypto$|child_process$)',
  message: 'Node built-ins belong to cli/, run/ and trace/node.ts with node-rows.ts.',
}
const impureGlobals = [
  'process',
  'console',
  'window',
  'document',
  'fetch',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'performance',
  'crypto',
  'Buffer',
  'localStorage',
]
const clockAndChance = [
  {
    selector: "MemberExpression[object.name='Math'][property.name='random']",
    message: 'Randomness is an explicit argument.',
  },
  {
    selector: "MemberExpression[object.name='Date'][property.name='now']",
    message: 'The library has no clock.',
  },
  { selector: "NewExpression[callee.name='Date']", message: 'The library has no clock.' },
  {
    selector: "CallExpression[callee.property.name='localeCompare']",
    message: 'Order must not depend on a locale.',
  },
  {
    selector: 'CallExpression[callee.property.name=/^toLocale/]',
    message: 'Text must not depend on a locale.',
  },
  {
    selector: "MemberExpression[object.name='Intl']",
    message: 'Text must not depend on a locale.',
  },
  {
    selector: 'ExportAllDeclaration[source.value=/^(fp-ts|io-ts)/]',
    message: 'Import where needed; a re-export hub drags io-ts into every bundle.',
  },
]
const edges = ['src/cli/**/*.ts', 'src/run/**/*.ts', 'src/trace/node.ts', 'src/trace/node-rows.ts']

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      'docs/site/**',
      'coverage/**',
      'reports/**',
      '**/.stryker-tmp/**',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['src/**/*.ts', 'test/**/*.ts', 'examples/**/*.ts', '.config/*.ts', 'tsup.config.ts'],
    languageOptions: { parser: tseslint.parser },
    plugins: { '@typescript-eslint': tseslint.plugin, functional },
    rules: {
      'no-restricted-imports': ['error', { patterns: [fpForm] }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [fpForm, nodeOnly] }],
      'no-restricted-globals': ['error', ...impureGlobals],
      'no-restricted-syntax': ['error', ...clockAndChance],
      'functional/no-throw-statements': 'error',
      'functional/no-classes': 'error',
      'functional/no-this-expressions': 'error',
      'functional/no-promise-reject': 'error',
    },
  },
  {
    files: edges,
    rules: {
      'no-restricted-imports': ['error', { patterns: [fpForm] }],
      'no-restricted-globals': 'off',
      'no-restricted-syntax': 'off',
    },
  },
)
