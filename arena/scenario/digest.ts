/** The digest behind log chains and scenario hashes: the first 16 hex digits of SHA-256. */
import { createHash } from 'node:crypto'

export function sha256Digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
