import { judgePage } from '../../src/checks/page/judge-page.ts'
import type { PageContract, PageFinding } from '../../src/checks/page/page-rule.ts'
import type { PageFacts } from '../../src/model/page-facts.ts'
import { type CorpusCase, type Fitting, type Half, halfOf } from './case.ts'
import type { Looker } from './look.ts'

/** What one judge said of one case. */
export type Answer = {
  /** By a rule that the case is about. */
  readonly fitting: boolean
  /** By any rule that keeps silent on a page with nothing in it. */
  readonly any: boolean
  readonly said: readonly string[]
}

export type Trial = Pick<CorpusCase, 'id' | 'group' | 'groupName' | 'title' | 'expected'> & {
  readonly half: Half
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

function answer(said: readonly Said[], fitting: Fitting | null, frame: ReadonlySet<string>) {
  const keyOf = ({ rule, axe }: Said) => `${rule} ${axe ?? ''}`
  return {
    fitting: fitting !== null && said.some((each) => fits(fitting, each)),
    any: said.some((each) => !frame.has(keyOf(each))),
    said: said.filter((each) => !frame.has(keyOf(each))).map(({ text }) => text),
  }
}

/** What is said of a page with nothing in it is no answer to any case. */
const empty = new TextEncoder().encode(
  '<!DOCTYPE html><html lang="en"><head><title>Passed Example 1</title></head><body></body></html>',
)

async function frameOf(looker: Looker) {
  const page = 'frame.html'
  const seen = await looker.look({
    id: 'frame',
    group: '',
    groupName: '',
    title: '',
    expected: 'passed',
    page,
    files: new Map([[page, { bytes: empty, contentType: 'text/html; charset=utf-8' }]]),
    fitting: null,
  })
  if (typeof seen === 'string') throw new Error(`the empty page could not be seen: ${seen}`)
  const keys = [...gateSays(seen), ...axeSays(seen)].map(({ rule, axe }) => `${rule} ${axe ?? ''}`)
  return new Set(keys)
}

export async function measure(
  cases: readonly CorpusCase[],
  looker: Looker,
  log: (text: string) => void,
): Promise<Report> {
  const frame = await frameOf(looker)
  const trials: Trial[] = []
  const unseen: string[] = []
  for (const one of cases) {
    const seen = await looker.look(one)
    if (typeof seen === 'string') {
      unseen.push(`${one.group} ${one.title}: ${seen}`)
      continue
    }
    const { id, group, groupName, title, expected, fitting } = one
    trials.push({
      id,
      group,
      groupName,
      title,
      expected,
      half: halfOf(one),
      fits: fitting !== null,
      gate: answer(gateSays(seen), fitting, frame),
      axe: answer(axeSays(seen), fitting, frame),
    })
    if (trials.length % 50 === 0) log(`${trials.length} of ${cases.length} judged`)
  }
  return { trials, unseen }
}
