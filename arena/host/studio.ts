/** What the pages need to write scenarios; whoever composes the server brings it, or leaves it out. */
import type { BalanceReport, CheckReport, Preview } from './protocol.ts'

export interface Studio {
  /** The document's text as it stands on disk. */
  document(id: string): Promise<string>
  /** Every fault of a text that might become this scenario's document. */
  check(id: string, text: string): Promise<CheckReport>
  /** Saves a text without faults, atomically. */
  save(id: string, text: string): Promise<CheckReport>
  preview(id: string, how: { readonly seat: number; readonly stage?: number; readonly text?: string }): Promise<Preview>
  balance(id: string, how: { readonly matches: number; readonly text?: string }): Promise<BalanceReport>
  /** A new scenario from another one or from the generator. */
  create(id: string, from: string): Promise<void>
}
