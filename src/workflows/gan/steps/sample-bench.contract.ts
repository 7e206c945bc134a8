import type { AgentAnswer, AgentFailure, AgentRequest } from '../../../model/agent.ts'
import { ok, type Result } from '../../../model/result.ts'
import { judgePage, type PageJudgement } from '../../../checks/page/judge-page.ts'
import type { PageFinding } from '../../../checks/page/page-rule.ts'
import { pageRules } from '../../../checks/page/rules.ts'
import { aPage, noContract } from '../../../checks/page/score/sample-page.contract.ts'
import type { Agent } from '../../../ports/agent.ts'
import type { Brief } from '../inputs/brief.ts'
import { ganMachine, type GanStep } from '../machine.ts'
import { anItem, aProposal, hashOf, type Story } from '../sample-run.contract.ts'
import { type SiteFiles, siteText } from '../site.ts'
import type { GanCommand, GanState } from '../state.ts'
import type { StepProgress } from '../../../asking/ask-role.ts'
import type { GanBench, JudgedSite, SiteVerdict } from './bench.ts'
import { work } from './work.ts'

/** A bench of fakes: each is a value of its port's type, and every call is written down. */

export const facts = aPage({
  screenshots: [
    {
      viewport: '1280x720',
      hash: hashOf('desktop'),
      png: Buffer.from('desktop'),
      width: 1280,
      height: 720,
      fullPage: true,
    },
  ],
})
const clean = judgePage(facts, noContract)

/** A page whose comments say which rules it breaks. */
export const page = (words: string, ...broken: readonly string[]): SiteFiles => [
  {
    path: 'index.html',
    content: `<h1>${words}</h1>\n${broken.map((rule) => `<!-- breaks ${rule} -->`).join('\n')}`,
    encoding: 'utf8',
  },
]

/** What the gate says of such a page. */
export function judgementOf(files: SiteFiles): PageJudgement {
  const text = files.map(({ content }) => content).join('\n')
  const findings = [...text.matchAll(/(breaks|warns of) (\S+)/g)].map(
    ([, how, ruleId]): PageFinding => {
      const rule = pageRules.find(({ id }) => id === ruleId)
      if (rule === undefined) throw new Error(`there is no rule ${ruleId}`)
      const { id, dimension } = rule
      const severity = how === 'breaks' ? 'error' : 'warning'
      return { ruleId: id, dimension, severity, message: `${id} is broken`, place: {} }
    },
  )
  const byRule = Object.fromEntries(findings.map((finding) => [finding.ruleId, [finding]]))
  const must = findings.filter(
    ({ ruleId, severity }) =>
      severity === 'error' && pageRules.some(({ id, mustPass }) => id === ruleId && mustPass),
  )
  return {
    ...clean,
    findings,
    byRule,
    mustPassFailures: must.map(({ ruleId, message }) => ({
      ruleId,
      about: ruleId,
      why: 'failed' as const,
      reason: message,
      findings: [],
    })),
  }
}

export type Reply =
  | { readonly output: unknown }
  | { readonly failure: AgentFailure }
  | ((request: AgentRequest, signal: AbortSignal) => Promise<Result<AgentAnswer, AgentFailure>>)
export const says = (output: unknown): Reply => ({ output })
export const fails = (failure: AgentFailure): Reply => ({ failure })

/** Verdicts with evidence that stands, on the anchor given for each item, or on 1. */
export const verdicts =
  (anchors: Readonly<Record<string, number>> = {}): Reply =>
  async ({ input }) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the step put it there
    const items = input['contract'] as readonly { readonly id: string }[]
    return ok({
      output: {
        verdicts: items.map(({ id }) => ({
          id,
          evidence: [{ type: 'quote', file: 'index.html', line: 1, quote: '<h1>' }],
          reason: `${(anchors[id] ?? 1).toFixed(2)}: why ${id} stands where it stands`,
          rubric_anchor: anchors[id] ?? 1,
        })),
      },
    })
  }

export type Phase = 'PROPOSE' | 'REVIEW' | 'RESOLVE' | 'BUILD' | 'JUDGE'
export type Script = Partial<Record<Phase, readonly Reply[]>>

const usual: Readonly<Record<Phase, readonly Reply[]>> = {
  PROPOSE: [says(aProposal([anItem('AC-01'), anItem('AC-02', { rules: ['layout'] })]))],
  REVIEW: [says({ answer: 'accept' })],
  RESOLVE: [],
  BUILD: [says({ files: page('Bread') })],
  JUDGE: [verdicts()],
}

export const brief: Brief = {
  title: 'Bakery',
  priority: undefined,
  evaluatorProfile: undefined,
  goal: 'Sell bread.',
  audience: 'Neighbours.',
  brand: 'Warm.',
  brandSource: 'brief',
  requirements: [{ page: '', section: 'Prices', need: 'must', detail: '', line: 3 }],
  callsToAction: [],
  mustPass: ['It smells of bread'],
  text: '# Bakery',
}

/** Answers one after the other for each phase, the last one for ever. */
export function benchOf(script: Script = {}, changes: Partial<GanBench> = {}) {
  const asked: AgentRequest[] = []
  const ganProgresses: StepProgress[] = []
  const looked: JudgedSite[] = []
  const kept = new Map<string, AgentAnswer>()
  const blobs = new Map<string, string>()
  const counts = new Map<string, number>()
  const agent: Agent = {
    identity: { kind: 'test' },
    ceiling: () => ({ tokens: 10, costUsd: 0.5 }),
    async ask(request, signal) {
      asked.push(request)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only these phases are asked
      const phase = request.phase as Phase
      const replies = script[phase] ?? usual[phase]
      const count = counts.get(phase) ?? 0
      counts.set(phase, count + 1)
      const reply = replies[Math.min(count, replies.length - 1)]
      if (reply === undefined) throw new Error(`nothing is scripted for ${phase}`)
      if (typeof reply === 'function') return reply(request, signal)
      if ('failure' in reply) return { ok: false, error: reply.failure }
      return ok({ output: reply.output, usage: { input_tokens: 3, output_tokens: 4, cost_usd: 0 } })
    },
  }
  const bench: GanBench = {
    agentFor: () => agent,
    answers: {
      get: async (key) => kept.get(key) ?? null,
      keep: async (key, answer) => void kept.set(key, answer),
    },
    blobs: {
      async put(text) {
        blobs.set(hashOf(text), text)
        return hashOf(text)
      },
      get: async (hash) => blobs.get(hash) ?? null,
    },
    texts: {
      brief: brief.text,
      copy: null,
      tokens: null,
      brand: { voice: null, visual: null, audience: null },
    },
    brief,
    contract: noContract,
    tokens: null,
    async judge(site): Promise<SiteVerdict> {
      looked.push(site)
      return { type: 'seen', facts, judgement: judgementOf(site.files) }
    },
    repair: null,
    elapsedMs: () => 0,
    tell: (progress) => void ganProgresses.push(progress),
    ...changes,
  }
  const of = (phase: Phase) => asked.filter((request) => request.phase === phase)
  return { bench, asked, of, told: ganProgresses, looked, kept, blobs }
}
export type Fake = ReturnType<typeof benchOf>

const never = new AbortController().signal

export function stepOf(state: GanState): GanStep {
  const due = ganMachine.due(state)
  if (due.type !== 'step') throw new Error(`nothing to do but ${due.type}`)
  return due.step
}

/** Does what is due, once. */
export const done = (
  { bench }: Fake,
  { state }: Story,
  signal: AbortSignal = never,
): Promise<GanCommand | null> => work(bench, stepOf(state), signal)

/** Does what is due until the run rests, has come to a place, or did so many steps. */
export async function onward(
  fake: Fake,
  story: Story,
  until: { readonly at?: GanState['at']; readonly iteration?: number; readonly most?: number } = {},
): Promise<Story> {
  let run = story
  for (let step = 0; step < (until.most ?? 100); step += 1) {
    const { state } = run
    if (ganMachine.due(state).type !== 'step') return run
    const there = state.at === until.at && state.at !== 'nowhere'
    if (there && state.iteration >= (until.iteration ?? 1)) return run
    const command = await done(fake, run)
    if (command === null) throw new Error('nothing was told')
    run = run.and(command)
    if (run.refused !== null) throw new Error(run.refused.reason)
  }
  return run
}

/** The hash that a site is known by. */
export const siteHash = (files: SiteFiles): string => hashOf(siteText(files))
