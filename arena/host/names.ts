/** Names strangers choose: visible, bounded, and no two that look alike. */
import { brief, ParleyError } from '../core/errors.ts'

const LONGEST = 40

/** Letters of other scripts, and digits, that pass for a Latin letter; after NFKC and lower case. */
const LOOKS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      ['a', 'аαɑ'],
      ['b', 'ЬьƄ'],
      ['c', 'сϲ'],
      ['d', 'ԁ'],
      ['e', 'еєҽ'],
      ['g', 'ɡց'],
      ['h', 'һհ'],
      ['i', 'іıɩι1lӏ|ǀ'],
      ['j', 'јϳ'],
      ['k', 'кκ'],
      ['m', 'м'],
      ['n', 'пո'],
      ['o', 'оοօ0'],
      ['p', 'рρ'],
      ['q', 'ԛ'],
      ['r', 'г'],
      ['s', 'ѕ5'],
      ['t', 'тτ'],
      ['u', 'υս'],
      ['v', 'ѵν'],
      ['w', 'ѡԝω'],
      ['x', 'хχ'],
      ['y', 'уγү'],
      ['z', 'ʐ2'],
    ] as const
  ).flatMap(([letter, lookalikes]) => [...lookalikes].map((one) => [one, letter])),
)

/**
 * The name as it is shown: NFKC, single spaces. Throws `bad-name` unless it has 1 to 40 characters, all of them letters,
 * digits, spaces, `-`, `_` or `.`, beginning with a letter or digit.
 */
export function cleanName(came: unknown): string {
  const name = typeof came === 'string' ? came.slice(0, 1000).normalize('NFKC').replace(/\s+/g, ' ').trim() : ''
  if (!/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._-]*$/u.test(name) || [...name].length > LONGEST) {
    throw new ParleyError(
      'bad-name',
      `"${brief(came)}" can't be a name: 1 to ${LONGEST} letters, digits, spaces, "-", "_" or ".", beginning with a letter or digit`,
    )
  }
  return name
}

/** What a name looks like: two names with one skeleton can be taken for each other. */
export function skeletonOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return [...plain]
    .map((letter) => LOOKS[letter] ?? letter)
    .join('')
    .replace(/[ ._-]/g, '')
    .replaceAll('rn', 'm')
}
