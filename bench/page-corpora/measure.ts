import { judgePage } from '../../src/checks/page/judge-page.ts'
import type { PageContract, PageFinding } from '../../src/checks/page/page-rule.ts'
import type { PageFacts } from '../../src/model/page-facts.ts'
import { type CorpusCase, type Fitting, type Half, halfOf } from './case.ts'
import type { Looker } from './look.ts'

/** What one judge said of one case. */
export type Answer = {
  /** By a rule that the case is about. */
  readonly fitting: boolean
  /** By any rule that does not speak of every fifth page of the corpus. */
  readonly any: boolean
  readonly said: readonly string[]
}

export type Trial = Pick<CorpusCase, 'id' | 'group' | 'groupName' | 'title' | 'expected'> & {
  readonly half: Half
  readonly beyondAA: boolean
  /** Whether anybody could name a rule for the case. */
  readonly fits: boolean
  readonly gate: Answer
  readonly axe: Answer
}

export type Report = { readonly trials: readonly Trial[]; readonly unseen: readonly string[] }

const nothing: PageContract = { copy: null, sections: null, tokens: null, brand: null }

type Said = { readonly rule: string; readonly axe: string | null; readonly text: string }

const axeRuleIn = ({ ruleId, message }: PageFinding): string | null =>
  ruleId.startsWith('axe-') ? (/\(axe ([\w-]+)\)$/.exec(message)?.[1] ?? null) : null

/** Findings in other files than the page are about what the corpus keeps beside it. */
const gateSays = (facts: PageFacts): readonly Said[] =>
  judgePage(facts, nothing)
    .findings.filter(
      ({ severity, place }) =>
        severity !== 'info' && (place.file === undefined || place.file === facts.page),
    )
    .map((finding) => ({
      rule: finding.ruleId,
      axe: axeRuleIn(finding),
      text: `${finding.severity} ${finding.ruleId} ${finding.place.selector ?? ''} ${finding.message}`,
    }))

const axeSays = (facts: PageFacts): readonly Said[] =>
  facts.axe.violations.map(({ id, nodes }) => ({
    rule: `axe ${id}`,
    axe: id,
    text: `${id} ${nodes[0]?.selector ?? ''}`,
  }))

const fits = ({ own, axe }: Fitting, said: Said): boolean =>
  own.includes(said.rule) || (said.axe !== null && axe.includes(said.axe))

const keyOf = ({ rule, axe }: Said): string => `${rule} ${axe ?? ''}`

/** What is said of many pages is about the frame that the corpus puts around them all. */
function frameOf(all: readonly (readonly Said[])[]): ReadonlySet<string> {
  const pages = new Map<string, number>()
  for (const said of all)
    for (const key of new Set(said.map(keyOf))) pages.set(key, (pages.get(key) ?? 0) + 1)
  return new Set([...pages].filter(([, count]) => count > all.length / 5).map(([key]) => key))
}

function answer(said: readonly Said[], fitting: Fitting | null, frame: ReadonlySet<string>) {
  const own = said.filter((each) => !frame.has(keyOf(each)))
  return {
    fitting: fitting !== null && said.some((each) => fits(fitting, each)),
    any: own.length > 0,
    said: own.map(({ text }) => text),
  }
}

export async function measure(
  cases: readonly CorpusCase[],
  looker: Looker,
  log: (text: string) => void,
): Promise<Report> {
  const heard: { one: CorpusCase; gate: readonly Said[]; axe: readonly Said[] }[] = []
  const unseen: string[] = []
  for (const one of cases) {
    const seen = await looker.look(one)
    if (typeof seen === 'string') unseen.push(`${one.group} ${one.title}: ${seen}`)
    else heard.push({ one, gate: gateSays(seen), axe: axeSays(seen) })
    if (heard.length % 50 === 0) log(`${heard.length} of ${cases.length} judged`)
  }
  const frames = {
    gate: frameOf(heard.map(({ gate }) => gate)),
    axe: frameOf(heard.map(({ axe }) => axe)),
  }
  const trials = heard.map(({ one, gate, axe }) => ({
    id: one.id,
    group: one.group,
    groupName: one.groupName,
    title: one.title,
    expected: one.expected,
    half: halfOf(one),
    beyondAA: one.beyondAA,
    fits: one.fitting !== null,
    gate: answer(gate, one.fitting, frames.gate),
    axe: answer(axe, one.fitting, frames.axe),
  }))
  return { trials, unseen }
}
