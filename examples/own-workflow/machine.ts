import { z } from 'zod'
// in your project: from 'loopwright'
import {
  type Due,
  type Entry,
  type Fact,
  GateAnswer,
  type Machine,
  ok,
  refuse,
} from '../../src/index.ts'

/** An announcement: an agent drafts it, a person approves it, then it is published. */
type Announcement = {
  readonly topic: string
  readonly startedAt: string
  readonly updatedAt: string
  /** Hashes of the drafts; the last one is the one that counts. */
  readonly drafts: readonly string[]
  readonly feedback: string
  readonly agents: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export type State =
  | { readonly at: 'nowhere' }
  | (Announcement & { readonly at: 'drafting' | 'asking' | 'publishing' })
  | (Announcement & {
      readonly at: 'ended'
      readonly outcome: 'published' | 'dropped' | 'stopped' | 'failed'
    })

export type Command =
  | { readonly type: 'start'; readonly topic: string; readonly agents: Announcement['agents'] }
  | { readonly type: 'record-draft'; readonly draft: string }
  | { readonly type: 'record-failure'; readonly reason: string }
  | { readonly type: 'answer-gate'; readonly answer: GateAnswer }
  | { readonly type: 'record-published' }
  | { readonly type: 'stop'; readonly reason: string; readonly by: string }

export type Step =
  | { readonly do: 'DRAFT'; readonly topic: string; readonly feedback: string }
  | { readonly do: 'PUBLISH'; readonly draft: string }

const Started = z.object({
  topic: z.string(),
  agents: z.record(z.string(), z.record(z.string(), z.unknown())),
})

export const machine: Machine<State, Command, Step> = {
  workflow: 'announce',
  version: 1,
  initial: { at: 'nowhere' },
  decide(state, command) {
    if (command.type === 'start')
      return state.at === 'nowhere'
        ? fact('started', { topic: command.topic, agents: command.agents })
        : refuse('it has started already')
    if (state.at === 'nowhere') return refuse('it has not started')
    if (state.at === 'ended') return refuse('it has ended')
    switch (command.type) {
      case 'record-draft':
        return state.at === 'drafting'
          ? fact('drafted', { draft: command.draft })
          : refuse('no draft is due')
      case 'record-failure':
        return fact('failed', { reason: command.reason })
      case 'answer-gate': {
        const due = machine.due(state)
        if (due.type !== 'gate') return refuse('no question is open')
        if (command.answer.shown !== due.gate.shown)
          return refuse('what was shown has changed since')
        if (command.answer.option === 'reject' && (command.answer.feedback ?? '') === '')
          return refuse('a rejection needs feedback')
        return fact('answered', { answer: command.answer })
      }
      case 'record-published':
        return state.at === 'publishing'
          ? fact('published', {})
          : refuse('nothing is to be published')
      case 'stop':
        return fact('stopped', { reason: command.reason, by: command.by })
    }
  },
  evolve(state, { event, payload, ts }) {
    if (event === 'started')
      return {
        at: 'drafting',
        ...Started.parse(payload),
        startedAt: ts,
        updatedAt: ts,
        drafts: [],
        feedback: '',
      }
    if (state.at === 'nowhere') return state
    const now = { ...state, updatedAt: ts }
    switch (event) {
      case 'drafted':
        return { ...now, at: 'asking', drafts: [...state.drafts, String(payload['draft'])] }
      case 'answered': {
        const { option, feedback = '' } = GateAnswer.parse(payload['answer'])
        if (option === 'approve') return { ...now, at: 'publishing' }
        return option === 'reject'
          ? { ...now, at: 'drafting', feedback }
          : { ...now, at: 'ended', outcome: 'dropped' }
      }
      case 'published':
        return { ...now, at: 'ended', outcome: 'published' }
      case 'stopped':
        return { ...now, at: 'ended', outcome: 'stopped' }
      default:
        return { ...now, at: 'ended', outcome: 'failed' }
    }
  },
  due: (state): Due<Step> => {
    switch (state.at) {
      case 'drafting':
        return { type: 'step', step: { do: 'DRAFT', topic: state.topic, feedback: state.feedback } }
      case 'asking':
        return {
          type: 'gate',
          gate: {
            id: `publish-${state.drafts.length}`,
            question: 'Publish this announcement?',
            options: [
              { name: 'approve', effect: 'it is published' },
              { name: 'reject', effect: 'it is drafted again, told your --feedback' },
              { name: 'drop', effect: 'the run ends, nothing is published' },
            ],
            shown: state.drafts.at(-1) ?? '',
          },
        }
      case 'publishing':
        return { type: 'step', step: { do: 'PUBLISH', draft: state.drafts.at(-1) ?? '' } }
      case 'nowhere':
      case 'ended':
        return { type: 'ended', ending: endingOf(state) }
    }
  },
}

const fact = (
  event: string,
  payload: Entry['payload'],
): { readonly ok: true; readonly value: readonly Fact[] } =>
  ok([{ iteration: 1, phase: null, step: event, event, status: 'ok', payload }])

function endingOf(state: State) {
  const outcome = state.at === 'ended' ? state.outcome : 'failed'
  const shared = {
    published: 'accepted',
    dropped: 'not-accepted',
    stopped: 'not-accepted',
    failed: 'failed',
  } as const
  return { outcome: shared[outcome], reason: outcome }
}
