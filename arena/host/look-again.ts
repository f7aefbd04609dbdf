/** Looking at something now and then, one look at a time. */

export interface Looking {
  readonly milliseconds: number
  /** Told when a look fails; the next one is taken all the same. */
  readonly failed: (error: unknown) => void
  /** No look is taken while this says no. */
  readonly wanted?: () => boolean
}

/** Returns what ends it. A look that takes longer than the time between is not overtaken by the next. */
export function lookAgain(
  look: () => Promise<void>,
  { milliseconds, failed, wanted = () => true }: Looking,
): () => void {
  let looking = false
  const timer = setInterval(() => {
    if (looking || !wanted()) return
    looking = true
    look()
      .catch(failed)
      .finally(() => {
        looking = false
      })
  }, milliseconds).unref()
  return () => clearInterval(timer)
}
