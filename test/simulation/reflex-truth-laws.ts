import { payloads } from '../../src/workflows/reflex/events.ts'
import type { ReflexState } from '../../src/workflows/reflex/state.ts'
import { markOf } from './reflex-agents.ts'
import type { Case } from './scene.ts'
import type { Violation } from './world.ts'

/** Laws 3, 4 and 5: a rule that must pass passes only where the artifact really meets it. */
export async function verdictsAreTrue({
  run,
  entries,
  workspace,
}: Case<ReflexState>): Promise<readonly Violation[]> {
  const violations: Violation[] = []
  for (const { event, payload } of entries) {
    if (event !== 'evaluation_done') continue
    const { artifact_sha256, rule_results } = payloads.evaluation_done.parse(payload)
    const text = (await workspace.blobs.get(artifact_sha256)) ?? ''
    for (const { id, verdict, details } of rule_results) {
      const rule = run.state.setup.criteria.rules.find((each) => each.id === id)
      if (verdict !== 'pass' || rule?.severity !== 'fail' || text.includes(markOf(id))) continue
      const law = details.startsWith('check error')
        ? 'law-4'
        : details.startsWith('vacuous')
          ? 'law-5'
          : 'law-3'
      violations.push({ law, what: `${id} passed, but the artifact does not meet it (${details})` })
    }
  }
  return violations
}
