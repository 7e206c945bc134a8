/** Numbers from 0 to 1 that follow from the seed alone. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** What was really done, printed where torture was asked for. */
export const figure = (what: string, tally: unknown): void => {
  if (isTorture) process.stdout.write(`${what}: ${JSON.stringify(tally)}\n`)
}

const number = (name: string, usual: number) => Number(process.env[name] ?? usual)

/** A fresh one each time; whatever fails names it. */
export const seed = number('TORTURE_SEED', Date.now() % 1_000_000)
export const kills = number('TORTURE_KILLS', 3)
export const races = number('TORTURE_RACES', 3)
export const isTorture = process.env['TORTURE_KILLS'] !== undefined
