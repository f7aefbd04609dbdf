/** ROUGE-L (Lin 2004): how much of one text another keeps, in order, by their longest common subsequence of words. */

/** Words of any script in lower case; in scripts without spaces each character is a word. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu) ?? []
}

/** F1 of precision (LCS / candidate) and recall (LCS / reference); 0 when either is empty. */
export function rougeL(candidate: string, reference: string): number {
  const [a, b] = [wordsOf(candidate), wordsOf(reference)]
  if (a.length === 0 || b.length === 0) return 0
  const common = longestCommon(a, b)
  return (2 * common) / (a.length + b.length)
}

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0)
  for (const word of a) {
    const next = [0]
    for (let j = 1; j <= b.length; j++) {
      next.push(word === b[j - 1] ? row[j - 1]! + 1 : Math.max(row[j]!, next[j - 1]!))
    }
    row = next
  }
  return row[b.length]!
}
