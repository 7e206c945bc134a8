import { z } from 'zod'
import type { Entry } from '../model/entry.ts'
import { Obligation } from '../model/obligation.ts'

const Judged = z.object({ obligations: z.array(Obligation) })

/** A score may rest on a judge's taste, and a judge and a person may think again; a machine may not. */
const isMachine = ({ id, decided_by }: Obligation): boolean =>
  ['check', 'command', 'test'].includes(decided_by) && !/^workflow\.(?:threshold|score)$/.test(id)

/** One thing about one hash that a machine found to hold and not to hold: each pair of events as a sentence. */
export function twoVerdicts(entries: readonly Entry[]): readonly string[] {
  const verdicts = openVerdicts()
  entries.forEach(verdicts.take)
  return verdicts.faults
}

/** The same, an entry at a time. */
export function openVerdicts() {
  const known = new Map<string, { readonly n: number; readonly status: string }>()
  const faults: string[] = []
  const take = ({ n, event, payload }: Entry): void => {
    // what a person answers is their word, and repeats the rest
    const isJudged = event !== 'gate_answered' && 'obligations' in payload
    const judged = isJudged ? Judged.safeParse(payload).data : undefined
    for (const { id, statement, status, subject } of judged?.obligations.filter(isMachine) ?? []) {
      if (subject === undefined || (status !== 'met' && status !== 'unmet')) continue
      const key = JSON.stringify([subject, id, statement])
      const before = known.get(key)
      if (before === undefined) known.set(key, { n, status })
      else if (before.status !== status)
        faults.push(
          `two verdicts about ${subject.slice(0, 8)}: event ${before.n} says ${before.status} and event ${n} says ${status} of "${statement}"`,
        )
    }
  }
  return { take, faults }
}
