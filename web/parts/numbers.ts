/** Numbers as they are read: a true minus, few digits. */

/** `+0.250`, `−1.000`, `0.000`. */
export const signed = (value: number): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(3)}`

/** At most two digits after the point. */
export const short = (value: number): string => String(Math.round(value * 100) / 100).replace('-', '−')

/** `−0.32` with so many digits after the point. */
export const fixed = (value: number, digits: number): string => value.toFixed(digits).replace('-', '−')
