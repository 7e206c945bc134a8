/** The price of several tickets, in cents. */
export function total(cents, tickets) {
  if (tickets < 0) throw new RangeError('tickets must not be negative')
  return cents * tickets
}
