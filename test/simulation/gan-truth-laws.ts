import type { ContractItem } from '../../src/workflows/gan/contract.ts'
import { type Evaluation, type GanSetup, payloads } from '../../src/workflows/gan/events.ts'
import { type Dimension, dimensions } from '../../src/workflows/gan/inputs/rubrics.ts'
import { readSite } from '../../src/workflows/gan/site.ts'
import type { GanState } from '../../src/workflows/gan/state.ts'
import { fatal, flawsIn } from './gan-eyes.ts'
import { handMark, markOf } from './gan-pages.ts'
import type { Case } from './scene.ts'
import type { Violation } from './world.ts'

const broken = (law: string, what: string): Violation => ({ law, what })

/** What is known from outside about sites, promises and scores, against what the run recorded of them. */
export async function truthHolds({
  entries,
  workspace: { blobs },
}: Case<GanState>): Promise<readonly Violation[]> {
  const { setup } = payloads.run_started.parse(entries[0]?.payload)
  const violations: Violation[] = []
  let items: readonly ContractItem[] = []
  for (const { event, payload, iteration } of entries) {
    if (event === 'contract_signed')
      items = payloads.contract_signed.parse(payload).contract.acceptance_checklist
    if (event === 'site_edited') {
      const text = await blobs.get(payloads.site_edited.parse(payload).site)
      if (!text?.includes(handMark) && text !== null)
        violations.push(broken('law-edit', 'a site that nobody edited was taken for an edit'))
    }
    if (event !== 'evaluated') continue
    const judged = payloads.evaluated.parse(payload)
    const text = await blobs.get(judged.site)
    const report = await blobs.get(judged.report)
    if (text === null || report === null) continue
    violations.push(
      ...verdictsAreTrue(pageIn(text), items, judged),
      ...askedForIsThere(pageIn(text), judged),
      ...scoresFollow(JSON.parse(report) as Report, items, { judged, setup, iteration }),
    )
  }
  return violations
}

const pageIn = (site: string): string =>
  readSite(site).find(({ path }) => path === 'index.html')?.content ?? ''

/** Law 3: what must pass has passed only where the page is right, and a promise only where it is kept. */
function verdictsAreTrue(
  html: string,
  items: readonly ContractItem[],
  { mustPassFailures, verdicts, limitation }: Evaluation,
): readonly Violation[] {
  const wrong = limitation !== null || flawsIn(html).some((flaw) => fatal.includes(flaw))
  return [
    ...(wrong === mustPassFailures.length > 0
      ? []
      : [broken('law-3', `must-pass failures: ${mustPassFailures.join(', ') || 'none'}`)]),
    ...verdicts
      .filter(({ id, passed }) => passed && !html.includes(markOf(id)))
      .filter(({ id }) => items.some((item) => item.id === id && item.rules.length === 0))
      .map(({ id }) => broken('law-3', `${id} passed, and the page does not keep it`)),
  ]
}

/** Law 14: a page that does not speak of what the BRIEF asks for owes it, whatever it scores. */
function askedForIsThere(
  html: string,
  { obligations = [], limitation }: Evaluation,
): readonly Violation[] {
  if (limitation !== null) return []
  const topic = obligations.find(({ statement }) => statement === 'is about a bakery')
  const wanted = flawsIn(html).includes('silent') ? 'unmet' : 'met'
  return topic?.status === wanted
    ? []
    : [broken('law-14', `whether it is about a bakery is ${topic?.status}, expected ${wanted}`)]
}

type Report = {
  readonly iteration: number
  readonly site_sha256: string
  readonly overall_score: number
  readonly dimensions: Readonly<
    Record<
      Dimension,
      { readonly sub_criteria: readonly { rubric_anchor?: number; score?: number }[] }
    >
  >
}

type Judgement = {
  readonly judged: Evaluation
  readonly setup: GanSetup
  readonly iteration: number
}

/** A score is made of the parts of its report, capped, and a step lower for what got worse. */
function scoresFollow(
  report: Report,
  items: readonly ContractItem[],
  { judged, setup, iteration }: Judgement,
): readonly Violation[] {
  const failed = new Set(judged.verdicts.filter(({ passed }) => !passed).map(({ id }) => id))
  const worse = items.filter((item) => item.carry_forward && failed.has(item.id))
  const expected = (dimension: Dimension): number => {
    const parts = report.dimensions[dimension].sub_criteria.map(
      ({ score, rubric_anchor: anchor }) => score ?? anchor ?? 0,
    )
    const mean = parts.reduce((sum, part) => sum + part, 0) / parts.length
    const raw = setup.aggregation[dimension] === 'min' ? Math.min(...parts) : mean
    const capped = Math.min(
      raw,
      ...judged.caps.filter((cap) => cap.dimension === dimension).map(({ at }) => at),
    )
    return worse.some((item) => item.dimension === dimension) ? Math.max(0, capped - 0.25) : capped
  }
  const off = dimensions.filter((each) => Math.abs(judged.scores[each] - expected(each)) > 1e-6)
  const overall = dimensions.reduce(
    (sum, each) => sum + judged.scores[each] * setup.weights[each],
    0,
  )
  return [
    ...off.map((each) =>
      broken('law-score', `${each} scored ${judged.scores[each]}, expected ${expected(each)}`),
    ),
    ...(Math.abs(overall - judged.overall) <= 1e-6 ? [] : [broken('law-score', 'the sum is off')]),
    ...(worse.map(({ id }) => id).join() === judged.regressions.join()
      ? []
      : [broken('law-score', `regressions are ${worse.map(({ id }) => id).join()}`)]),
    ...(report.iteration === iteration &&
    report.site_sha256 === judged.site &&
    report.overall_score === judged.overall
      ? []
      : [broken('law-3', 'the report is of another judgement')]),
  ]
}
