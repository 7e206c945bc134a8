import { DesignIntent } from '../../src/checks/design/intent.ts'
import type { Base } from './bases.ts'
import type { Benign, Defect } from './plant.ts'
import { randomFrom, seedOf, shuffled, valueAt } from './plant.ts'
import { flaws } from './sound.ts'

export type Case = {
  readonly defect: Defect
  readonly base: Base
  readonly intent: DesignIntent
  readonly pointers: readonly string[]
}
export type Variant = {
  readonly benign: Benign
  readonly base: Base
  readonly intent: DesignIntent
}

/** A mutator that doesn't do what it says makes every figure worthless, so it stops the run. */
function refuse(what: string): never {
  throw new Error(`the benchmark is wrong: ${what}`)
}

/** Every base so many times in an order of chance, for a class that not every base has room for. */
function* tries(bases: readonly Base[], rounds: number, seed: number) {
  for (let round = 0; round < rounds; round++)
    for (const [index, base] of shuffled(bases, randomFrom(seed + round * 977)).entries())
      yield { base, random: randomFrom(seed + round * 104_729 + index * 7919) }
}

/** So many different cases of one class. */
export function casesOf(
  defect: Defect,
  bases: readonly Base[],
  { seed, count }: { readonly seed: number; readonly count: number },
): readonly Case[] {
  const cases: Case[] = []
  const known = new Set(bases.map(({ intent }) => JSON.stringify(intent)))
  for (const { base, random } of tries(bases, 12, seed ^ seedOf(defect.id))) {
    if (cases.length >= count) break
    const planted = defect.plant(structuredClone(base.intent), random)
    if (planted === null || known.has(JSON.stringify(planted.intent))) continue
    known.add(JSON.stringify(planted.intent))
    cases.push(verified({ defect, base, ...planted }))
  }
  return cases
}

function verified(planted: Case): Case {
  const { defect, base, intent, pointers } = planted
  const [at] = pointers
  const name = `${defect.id} in ${base.name}`
  if (at === undefined || valueAt(intent, at) === undefined) refuse(`${name} stands nowhere`)
  if (!DesignIntent.safeParse(intent).success) refuse(`${name} breaks the schema`)
  if (!defect.holds(intent, at)) refuse(`${name} is not at ${at}`)
  if (defect.holds(base.intent, at)) refuse(`${name} is in the clean design as well`)
  return planted
}

export function variantsOf(
  benign: Benign,
  bases: readonly Base[],
  { seed, count }: { readonly seed: number; readonly count: number },
): readonly Variant[] {
  const variants: Variant[] = []
  const known = new Set(bases.map(({ intent }) => JSON.stringify(intent)))
  for (const { base, random } of tries(bases, 6, seed ^ seedOf(benign.id))) {
    if (variants.length >= count) break
    const intent = benign.change(structuredClone(base.intent), random)
    if (intent === null || known.has(JSON.stringify(intent))) continue
    known.add(JSON.stringify(intent))
    const wrong = flaws(DesignIntent.parse(intent))
    if (wrong.length > 0) refuse(`${benign.id} harms ${base.name}: ${wrong.join(', ')}`)
    variants.push({ benign, base, intent })
  }
  return variants
}
