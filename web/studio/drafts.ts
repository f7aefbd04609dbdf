/** What was written and not yet saved, kept in the browser in case the tab dies. */

const keyOf = (id: string) => `parley.draft.${id}`

export function draftOf(id: string): string | null {
  try {
    return localStorage.getItem(keyOf(id))
  } catch {
    return null // storage may be refused; then there are no drafts
  }
}

export function keepDraft(id: string, text: string): void {
  try {
    localStorage.setItem(keyOf(id), text)
  } catch {
    // refused or full: the document on the page is still there to be saved
  }
}

export function dropDraft(id: string): void {
  try {
    localStorage.removeItem(keyOf(id))
  } catch {
    // nothing was kept
  }
}
