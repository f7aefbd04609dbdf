/** The standard normal distribution. */

/** P(X <= x), by Marsaglia's series x + x^3/3 + x^5/15 + ... times the density; exact to 1e-15 within 7 deviations. */
export function normalBelow(x: number): number {
  if (x < -7 || x > 7) return x < 0 ? 0 : 1
  let term = x
  let sum = x
  for (let k = 3; Math.abs(term) > 1e-17; k += 2) {
    term *= (x * x) / k
    sum += term
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI)
}
