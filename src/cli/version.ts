/**
 * The version of the command, which is that of the package.
 *
 * @module
 */

/**
 * Is the version that `edgeworth --version` prints.
 *
 * @category model
 * @since 0.1.0
 */
export const version = '0.1.0'
