import type { Page } from 'playwright-core'
import { finished, openDraft } from '../../src/checks/page/audit/draft.ts'
import type { Site } from '../../src/checks/page/audit/operator.ts'
import { randomFrom, shuffled } from '../../src/checks/page/audit/random.ts'
import { type Case, candidates, type Variant, variants } from './cases.ts'
import { confirmed } from './confirm.ts'
import { nearPlace } from './nearness.ts'
import type { Peers, Timed, Tool } from './peers.ts'
import { besides, tools } from './peers.ts'
import type { CaseSet } from './sets.ts'
import type { Stage } from './stage.ts'

/** What the gate says of a page, as far as the benchmark needs it. */
export type Said = {
  readonly ruleId: string
  readonly dimension: string
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
  readonly selector?: string | undefined
  readonly file?: string | undefined
  readonly line?: number | undefined
}

export type Gate = (site: Site) => Promise<readonly Said[]>

export type Outcome = 'noticed' | 'other-dimension' | 'elsewhere' | 'missed'

export type Trial = {
  readonly operator: string
  readonly class: string
  readonly dimension: string
  readonly base: string
  readonly outcome: Outcome
  readonly ms: number
  readonly expected: readonly string[]
  readonly saw: readonly string[]
  /** Whether each peer said anything new at all; empty when the peers did not run. */
  readonly peers: Readonly<Partial<Record<Tool, boolean>>>
}

export type FalseAlarm = { readonly on: string; readonly base: string; readonly said: string }

export type Report = {
  readonly set: CaseSet['name']
  readonly seed: number
  readonly trials: readonly Trial[]
  readonly dropped: readonly string[]
  readonly harmless: number
  readonly falseAlarms: readonly FalseAlarm[]
  readonly peerAlarms: Readonly<Record<Tool, number>>
  readonly harmlessForPeers: number
  /** Milliseconds of the gate on every page. */
  readonly times: readonly number[]
  /** The gate and the peers one after another, in turn on the clean pages; empty without peers. */
  readonly inTurn: readonly InTurn[]
}

export type InTurn = {
  readonly base: string
  readonly gate: number
  readonly peers: Readonly<Partial<Record<Timed, number>>>
  /** Lighthouse's own score of accessibility, from 0 to 1. */
  readonly score: number | null
}

export type Plan = {
  readonly set: CaseSet
  readonly seed: number
  readonly count: number
  readonly gate: Gate
  readonly stage: Stage
  readonly peers: Peers | null
  readonly only: RegExp | null
  readonly harmlessEach: number
  /** No new page is begun when this returns false; what was judged until then is told. */
  readonly timeLeft: () => boolean
  readonly log: (text: string) => void
}

const keyOf = ({ ruleId, selector, file, line }: Said): string =>
  [ruleId, selector ?? '', file ?? '', line ?? ''].join(' ')

const sayingOf = (said: Said): string =>
  `${said.severity} ${said.ruleId} [${said.dimension}] ${said.selector ?? ''} ${said.file ?? ''}${said.line === undefined ? '' : `:${said.line}`} ${said.message}`

export async function measure(plan: Plan): Promise<Report> {
  const { set, seed, stage, log } = plan
  const gateTimes: number[] = []
  const judge = async (site: Site): Promise<readonly Said[]> => {
    const start = performance.now()
    const said = await plan.gate(site)
    gateTimes.push(performance.now() - start)
    return said.filter(({ severity }) => severity !== 'info')
  }
  const clean = new Map<string, ReadonlySet<string>>()
  const falseAlarms: FalseAlarm[] = []
  for (const base of set.bases) {
    const said = await judge(base.site)
    clean.set(base.name, new Set(said.map((each) => keyOf(each))))
    falseAlarms.push(
      ...said.map((each) => ({ on: 'clean', base: base.name, said: sayingOf(each) })),
    )
  }
  const inTurn = await timesInTurn(plan)
  const baselines = await peerBaselines(plan)
  log(`clean pages: ${set.bases.length}, findings on them: ${falseAlarms.length}`)

  const harmless = variants(set.bases, seed, plan.harmlessEach).filter(
    ({ id }) => plan.only?.test(id) ?? true,
  )
  for (const one of harmless) {
    const known = clean.get(one.base.name) ?? new Set()
    const fresh = (await judge(one.site)).filter((said) => !known.has(keyOf(said)))
    falseAlarms.push(
      ...fresh.map((said) => ({ on: one.id, base: one.base.name, said: sayingOf(said) })),
    )
  }
  log(`harmless changes: ${harmless.length}, findings so far: ${falseAlarms.length}`)
  const peerAlarms = await alarmsOfPeers(plan, harmless, baselines)

  const desk = await stage.desk()
  const { cases, dropped } = await casesFor(plan)
  log(`mutants: ${cases.length}, dropped as equivalent: ${dropped.length}`)
  const trials: Trial[] = []
  for (const one of cases) {
    if (!plan.timeLeft()) break
    const known = clean.get(one.base.name) ?? new Set()
    const start = performance.now()
    const fresh = (await judge(one.site)).filter((said) => !known.has(keyOf(said)))
    const ms = performance.now() - start
    const peers = plan.peers === null ? {} : await noticedByPeers(plan.peers, one, baselines)
    const trial = { ...(await trialOf(desk, one, fresh)), ms, peers }
    trials.push(trial)
    if (trial.outcome !== 'noticed')
      log(`${trial.outcome}: ${trial.operator} in ${trial.base}; ${trial.saw[0] ?? 'nothing new'}`)
    if (trials.length % 25 === 0) log(`${trials.length} of ${cases.length} judged`)
  }
  return {
    set: set.name,
    seed,
    trials,
    dropped,
    harmless: harmless.length + set.bases.length,
    falseAlarms,
    ...peerAlarms,
    times: gateTimes,
    inTurn,
  }
}

/** The same number of confirmed mutants of every operator, as far as the pages have room. */
async function casesFor({ set, seed, count, stage, only }: Plan) {
  const wanted = set.operators.filter(({ id }) => only?.test(id) ?? true)
  const each = Math.max(1, Math.ceil(count / Math.max(1, wanted.length)))
  const cases: Case[] = []
  const dropped: string[] = []
  for (const operator of wanted) {
    let found = 0
    for (const one of candidates(operator, set.bases, seed)) {
      if (found >= each) break
      if (await confirmed(stage, one)) {
        cases.push(one)
        found += 1
      } else dropped.push(`${operator.id} in ${one.base.name}`)
    }
  }
  // in no order, so that a run that ends early has some of every class
  return { cases: shuffled(cases, randomFrom(seed)), dropped }
}

async function trialOf(
  desk: Page,
  one: Case,
  fresh: readonly Said[],
): Promise<Omit<Trial, 'ms' | 'peers'>> {
  const { operator, base, place, site } = one
  const near = await nearPlace(desk, site, place, fresh)
  const wanted = [operator.dimension, ...(operator.alsoIn ?? [])] as readonly string[]
  // a pale colour may also break another rule of the same dimension; that is not what was asked
  const fits = (said: Said) =>
    operator.class !== 'contrast' || /contrast/i.test(`${said.ruleId} ${said.message}`)
  const there = fresh.filter((said, at) => near[at] === true && fits(said))
  const right = there.filter(({ dimension }) => wanted.includes(dimension))
  return {
    operator: operator.id,
    class: operator.class,
    dimension: operator.dimension,
    base: base.name,
    outcome:
      right.length > 0
        ? 'noticed'
        : there.length > 0
          ? 'other-dimension'
          : fresh.some((said) => fits(said))
            ? 'elsewhere'
            : 'missed',
    expected: [...place.selectors.slice(0, 3), ...place.files],
    saw: fresh.map((said, at) => `${near[at] === true ? 'near ' : ''}${sayingOf(said)}`),
  }
}

type Baselines = ReadonlyMap<string, ReadonlySet<string>>

const peerKeys = (answer: Awaited<ReturnType<Peers['ask']>>, tool: Tool): readonly string[] =>
  (answer[tool]?.findings ?? [])
    .filter(({ rule }) => rule !== 'score')
    .map(({ rule, selector }) => `${rule} ${selector}`)

const twinOf = (site: Site): Site => {
  const draft = openDraft(site)
  return draft === null ? site : finished(draft)
}

async function peerBaselines({ peers, set }: Plan): Promise<Baselines> {
  const known = new Map<string, ReadonlySet<string>>()
  if (peers === null) return known
  for (const base of set.bases) {
    // mutants are written out anew: what a tool says of that writing alone says nothing of a defect
    const answers = [await peers.ask(base.site, false), await peers.ask(twinOf(base.site), false)]
    for (const tool of tools)
      known.set(
        `${tool} ${base.name}`,
        new Set(answers.flatMap((answer) => peerKeys(answer, tool))),
      )
  }
  return known
}

async function noticedByPeers(peers: Peers, one: Case | Variant, baselines: Baselines) {
  const answer = await peers.ask(one.site, false)
  return Object.fromEntries(
    tools.map((tool) => {
      const known = baselines.get(`${tool} ${one.base.name}`) ?? new Set()
      return [tool, peerKeys(answer, tool).some((key) => !known.has(key))]
    }),
  )
}

async function alarmsOfPeers({ peers }: Plan, harmless: readonly Variant[], baselines: Baselines) {
  const peerAlarms: Record<Tool, number> = { axe: 0, lighthouse: 0, 'html-validate': 0 }
  if (peers === null) return { peerAlarms, harmlessForPeers: 0 }
  for (const one of harmless) {
    const said = await noticedByPeers(peers, one, baselines)
    for (const tool of tools) if (said[tool] === true) peerAlarms[tool] += 1
  }
  return { peerAlarms, harmlessForPeers: harmless.length }
}

const rounds = 2

/** The gate, then the peers as they come, one after another, on each clean page, and all once more. */
async function timesInTurn({ peers, set, gate }: Plan): Promise<readonly InTurn[]> {
  if (peers === null) return []
  const times: InTurn[] = []
  for (let round = 0; round < rounds; round += 1)
    for (const base of set.bases) {
      const start = performance.now()
      await gate(base.site)
      const ms = performance.now() - start
      const answer = await peers.ask(base.site, true)
      times.push({
        base: base.name,
        gate: ms,
        peers: Object.fromEntries(
          [...tools, ...besides].map((tool) => [tool, answer[tool]?.ms ?? 0]),
        ),
        score: answer.lighthouse?.findings.find(({ rule }) => rule === 'score')?.score ?? null,
      })
    }
  return times
}
