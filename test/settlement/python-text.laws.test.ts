import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pythonText, readPythonFloat, readPythonInteger } from '../../src/settlement/python-text.js'

describe('laws of Python texts', () => {
  it('L1 text of text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => pythonText(text) === text))
  })

  it('L2 integer round trip', () => {
    fc.assert(fc.property(fc.maxSafeInteger(), (n) => readPythonInteger(pythonText(n)) === n + 0))
  })

  it('L3 float round trip', () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
    fc.assert(
      fc.property(finite, (x) => {
        expect(Number(pythonText(x))).toBe(x + 0)
        expect(readPythonFloat(pythonText(x))).toBe(x + 0)
      }),
    )
  })
})
