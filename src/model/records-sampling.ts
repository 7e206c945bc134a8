/** One in so many successes is kept among the failures, and counts for as many in every statistic. */
export const successWeight = 10

/** Whether a success of this order is kept. The same order always gets the same answer. */
export const keepsSuccess = (workOrderId: string, seed = ''): boolean =>
  mixed(`${seed}|${workOrderId}`, 0) % successWeight === 0

/** How many outcomes a kept row of proposer_failures stands for. */
export const weightOf = (row: { readonly is_success: boolean }): number =>
  row.is_success ? successWeight : 1

/** The id of a record that is known by its parts: the same parts, the same id. */
export function recordIdOf(...parts: readonly (string | number)[]): string {
  const name = JSON.stringify(parts)
  const words = [1, 2, 3, 4].map((seed) => mixed(name, seed).toString(16).padStart(8, '0'))
  const [a = '', b = '', c = '', d = ''] = words
  const variant = ((Number.parseInt(c.slice(0, 1), 16) & 3) | 8).toString(16)
  // version 8 is for ids that are made by a rule of one's own
  return `${a}-${b.slice(0, 4)}-8${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`
}

/** 32 bits of a text: two streams of multiply and mix over its code units. */
function mixed(text: string, seed: number): number {
  let one = 0xdeadbeef ^ Math.imul(seed, 0x9e3779b1)
  let other = 0x41c6ce57 ^ Math.imul(seed, 0x85ebca6b)
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    one = Math.imul(one ^ unit, 2654435761)
    other = Math.imul(other ^ unit, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909)
  return (one ^ (one >>> 16)) >>> 0
}
