/** Maximum matching in a general graph (Edmonds' blossoms): how many can be paired without a forbidden pair. */

/** `joined(i, j)` says whether i and j may be paired. Returns each one's partner, -1 for none. */
export function maximumMatching(n: number, joined: (i: number, j: number) => boolean): Int32Array {
  const partner = new Int32Array(n).fill(-1)
  for (let i = 0; i < n; i++) {
    if (partner[i] !== -1) continue
    for (let j = 0; j < n; j++) {
      if (j === i || partner[j] !== -1 || !joined(i, j)) continue
      partner[i] = j
      partner[j] = i
      break
    }
  }
  for (let root = 0; root < n; root++) if (partner[root] === -1) augment(n, joined, partner, root)
  return partner
}

/** Looks for an alternating path from `root` to another single one, and flips it. */
function augment(n: number, joined: (i: number, j: number) => boolean, partner: Int32Array, root: number): void {
  const search = new Search(n, partner, root)
  for (let at = 0; at < search.queue.length; at++) {
    const here = search.queue[at]!
    for (let there = 0; there < n; there++) {
      if (there === here || !joined(here, there)) continue
      if (search.base[here] === search.base[there] || partner[here] === there) continue
      if (there === root || (partner[there] !== -1 && search.parent[partner[there]!] !== -1)) {
        search.shrink(here, there)
      } else if (search.parent[there] === -1) {
        search.parent[there] = here
        if (partner[there] === -1) {
          search.flip(there)
          return
        }
        search.enqueue(partner[there]!)
      }
    }
  }
}

class Search {
  readonly base: Int32Array
  readonly parent: Int32Array
  readonly queue: number[]
  readonly #seen: Uint8Array
  readonly #partner: Int32Array

  constructor(n: number, partner: Int32Array, root: number) {
    this.base = Int32Array.from({ length: n }, (_, i) => i)
    this.parent = new Int32Array(n).fill(-1)
    this.queue = [root]
    this.#seen = new Uint8Array(n)
    this.#seen[root] = 1
    this.#partner = partner
  }

  enqueue(vertex: number): void {
    if (this.#seen[vertex]) return
    this.#seen[vertex] = 1
    this.queue.push(vertex)
  }

  /** An odd cycle acts as one vertex, its base. */
  shrink(a: number, b: number): void {
    const base = this.#commonBase(a, b)
    const inside = new Uint8Array(this.base.length)
    this.#mark(a, base, b, inside)
    this.#mark(b, base, a, inside)
    for (let i = 0; i < this.base.length; i++) {
      if (!inside[this.base[i]!]) continue
      this.base[i] = base
      this.enqueue(i)
    }
  }

  flip(end: number): void {
    let at = end
    while (at !== -1) {
      const before = this.parent[at]!
      const next = this.#partner[before]!
      this.#partner[at] = before
      this.#partner[before] = at
      at = next
    }
  }

  #mark(from: number, base: number, child: number, inside: Uint8Array): void {
    let [at, below] = [from, child]
    while (this.base[at] !== base) {
      const mate = this.#partner[at]!
      inside[this.base[at]!] = 1
      inside[this.base[mate]!] = 1
      this.parent[at] = below
      below = mate
      at = this.parent[mate]!
    }
  }

  #commonBase(a: number, b: number): number {
    const onPath = new Uint8Array(this.base.length)
    for (let at = a; ; at = this.parent[this.#partner[at]!]!) {
      at = this.base[at]!
      onPath[at] = 1
      if (this.#partner[at] === -1) break
    }
    for (let at = b; ; at = this.parent[this.#partner[at]!]!) {
      at = this.base[at]!
      if (onPath[at]) return at
    }
  }
}
