import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sha256Hex, sha256HexOfBytes } from '../../src/core/hash.js'

describe('SHA-256', () => {
  // FIPS 180-4 examples and the NIST CAVP short messages.
  it.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
    [
      'abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu',
      'cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1',
    ],
    ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
  ])('gives the published value of %s', (text, hash) => {
    expect(sha256Hex(text)).toBe(hash)
  })

  it('hashes bytes that are no text', () => {
    expect(sha256HexOfBytes(new Uint8Array([0xbd]))).toBe(
      '68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b',
    )
  })

  it('hashes a lone surrogate as the replacement character', () => {
    expect(sha256Hex('\ud800')).toBe(sha256Hex('\ufffd'))
  })
})

describe('laws of SHA-256', () => {
  it('L1 agreement', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const bytes = new TextEncoder().encode(text)
        expect(sha256Hex(text)).toBe(sha256HexOfBytes(bytes))
        expect(sha256Hex(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'))
      }),
    )
  })

  it('L2 form', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const hash = sha256HexOfBytes(bytes)
        expect(hash).toMatch(/^[0-9a-f]{64}$/)
        expect(sha256HexOfBytes(Uint8Array.from(bytes))).toBe(hash)
      }),
    )
  })
})
