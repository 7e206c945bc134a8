import type { Death as Dying } from '../support/hooked-disk.ts'
import { openChance } from './random.ts'

export type Death = Dying & { readonly powerCut: boolean }

export type Fault = { readonly at: number; readonly code: 'ENOSPC' | 'EIO' | 'EACCES' }

/** What one or two processes try at the same time. */
export type Sitting = {
  readonly does: readonly ('work' | 'answer' | 'stop')[]
  readonly death: Death | null
  readonly fault: Fault | null
  /** Before it: someone edits, deletes or damages a file, or reports late on an older state. */
  readonly first: 'nothing' | 'edit-artifact' | 'lose-projections' | 'late-report' | 'clock-back'
}

/** A whole history as data, so that it can be repeated, printed and made shorter. */
export type Script = { readonly seed: number; readonly sittings: readonly Sitting[] }

const nothing = 'nothing' as const

export function scriptFor(seed: number): Script {
  const chance = openChance(seed)
  const sittings = Array.from({ length: chance.below(4) }, (): Sitting => {
    const two = chance.happens(0.25)
    const doing = () => (chance.happens(0.12) ? 'answer' : chance.happens(0.06) ? 'stop' : 'work')
    const death: Death | null = chance.happens(0.75)
      ? {
          // in the middle of a step, or anywhere
          ...(chance.happens(0.3)
            ? { at: 1 + chance.below(9), counts: 'work' }
            : { at: 1 + chance.below(chance.pick([30, 90, 300])) }),
          how: chance.pick(['before', 'within', 'after'] as const),
          powerCut: chance.happens(0.5),
        }
      : null
    const fault: Fault | null = chance.happens(0.15)
      ? { at: 1 + chance.below(60), code: chance.pick(['ENOSPC', 'EIO', 'EACCES'] as const) }
      : null
    const first = chance.happens(0.2)
      ? chance.pick(['edit-artifact', 'lose-projections', 'late-report', 'clock-back'] as const)
      : nothing
    return { does: two ? [doing(), doing()] : [doing()], death, fault, first }
  })
  return { seed, sittings }
}

/** The same failure in a shorter history: sittings, deaths and faults are left out while it still fails. */
export async function shrink(
  script: Script,
  fails: (script: Script) => Promise<boolean>,
): Promise<Script> {
  let smallest = script
  for (let improved = true; improved;) {
    improved = false
    for (const candidate of shorter(smallest)) {
      if (!(await fails(candidate))) continue
      smallest = candidate
      improved = true
      break
    }
  }
  return smallest
}

function* shorter({ seed, sittings }: Script): Generator<Script> {
  for (const index of sittings.keys()) yield { seed, sittings: sittings.toSpliced(index, 1) }
  for (const [index, sitting] of sittings.entries()) {
    const simpler = (changes: Partial<Sitting>): Script => ({
      seed,
      sittings: sittings.with(index, { ...sitting, ...changes }),
    })
    if (sitting.death !== null) yield simpler({ death: null })
    if (sitting.death?.powerCut) yield simpler({ death: { ...sitting.death, powerCut: false } })
    if (sitting.fault !== null) yield simpler({ fault: null })
    if (sitting.first !== nothing) yield simpler({ first: nothing })
    if (sitting.does.length > 1) yield simpler({ does: sitting.does.slice(0, 1) })
  }
}

/** One line a sitting, for people who must understand what went wrong. */
export function describeScript({ seed, sittings }: Script): string {
  const lines = sittings.map(({ does, death, fault, first }, index) => {
    const parts = [
      ...(first === nothing ? [] : [first]),
      does.join(' and '),
      ...(fault ? [`${fault.code} at operation ${fault.at}`] : []),
      ...(death
        ? [
            `dies ${death.how} ${death.counts ?? 'operation'} ${death.at}${death.powerCut ? ', power cut' : ''}`,
          ]
        : []),
    ]
    return `  ${index + 1}. ${parts.join('; ')}`
  })
  return [`seed ${seed}, ${sittings.length} disturbed sittings, then a calm one`, ...lines].join(
    '\n',
  )
}
