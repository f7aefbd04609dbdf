/** Symmetric positive definite systems, by Cholesky; matrices are row-major Float64Arrays of size n * n. */

/** Replaces the lower triangle of `matrix` by L with matrix = L L'. Returns false when it is not positive definite. */
export function factor(matrix: Float64Array, n: number): boolean {
  for (let j = 0; j < n; j++) {
    for (let i = j; i < n; i++) {
      let sum = matrix[i * n + j]!
      for (let k = 0; k < j; k++) sum -= matrix[i * n + k]! * matrix[j * n + k]!
      if (i > j) matrix[i * n + j] = sum / matrix[j * n + j]!
      else if (sum > 0) matrix[j * n + j] = Math.sqrt(sum)
      else return false
    }
  }
  return true
}

/** Solves L L' x = b in place, `lower` from `factor`. */
export function solve(lower: Float64Array, n: number, b: Float64Array): Float64Array {
  for (let i = 0; i < n; i++) {
    let sum = b[i]!
    for (let k = 0; k < i; k++) sum -= lower[i * n + k]! * b[k]!
    b[i] = sum / lower[i * n + i]!
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = b[i]!
    for (let k = i + 1; k < n; k++) sum -= lower[k * n + i]! * b[k]!
    b[i] = sum / lower[i * n + i]!
  }
  return b
}
