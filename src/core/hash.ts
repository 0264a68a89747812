/**
 * Hash: SHA-256 (FIPS 180-4) as lower-case hexadecimal, the name by which documents, texts and answers are known.
 *
 * Laws
 *   L1 agreement  the hash of a text is the hash of its UTF-8 bytes
 *   L2 form       a hash is 64 characters of 0-9 and a-f, the same for the same bytes
 *
 * @module
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/**
 * Hashes bytes; gives 64 hexadecimal digits.
 *
 * @category operations
 * @since 0.1.0
 */
export const sha256HexOfBytes = (bytes: Uint8Array): string => bytesToHex(sha256(bytes))

/**
 * Hashes the UTF-8 of a text; gives 64 hexadecimal digits. A lone surrogate has no UTF-8 and is hashed as U+FFFD, as
 * every writer of UTF-8 records it; `canonicalJson` refuses such a text.
 *
 * @category operations
 * @since 0.1.0
 */
export const sha256Hex = (text: string): string => sha256HexOfBytes(new TextEncoder().encode(text))
