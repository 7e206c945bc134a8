/** When a command was given. Files have parts of a millisecond, which `Date.now()` cuts off: what was written before it looks newer. */
export const begunNow = (): number => Date.now() + 1
