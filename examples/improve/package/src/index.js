/** What every converter says of a value that is no number. */
export const notANumber = (value) => new TypeError(`${String(value)} is not a number`)
