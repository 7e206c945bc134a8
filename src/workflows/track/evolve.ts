import { readPlan } from '../../checks/track/plan.ts'
import { addDiscovered, markTask } from '../../checks/track/plan-text.ts'
import { corrupt, readPayload } from '../../loop/read-payload.ts'
import { evolveBy, foldFacts as foldWith } from '../../loop/stages.ts'
import type { Entry, Fact } from '../../model/entry.ts'
import { type EventName, payloads } from './events.ts'
import { answered } from './answered.ts'
import { begin } from './begin.ts'
import { stepOf, type TrackLive, type TrackRun, type Working } from './state.ts'
import {
  closed,
  enter,
  hashOf,
  isExecuted,
  judged,
  moved,
  runOf,
  spending,
  withPlan,
} from './transitions.ts'

type Open = Exclude<TrackLive, { at: 'ended' }>

export const evolve = evolveBy<TrackLive, typeof payloads>(payloads, { begin, apply: next })

/** The state after facts that are not recorded yet. */
export const foldFacts = (state: TrackLive, facts: readonly Fact[]): TrackLive =>
  foldWith(evolve, state, facts)

function next(state: Open, entry: Entry, event: Exclude<EventName, 'run_started'>): TrackLive {
  const at = entry.ts
  switch (event) {
    case 'based': {
      const { base } = readPayload(entry, payloads.based)
      const head = state.commits.at(-1)?.sha ?? base
      return enter({ ...runOf(state), base, head }, afterBase(state), at)
    }
    case 'planned': {
      const { plan, cost } = readPayload(entry, payloads.planned)
      const run = withPlan(spending(runOf(state), cost), plan)
      return enter({ ...run, planVersion: state.planVersion + 1 }, 'evaluating-plan', at)
    }
    case 'plan_evaluated':
      return planEvaluated(state, entry)
    case 'task_done':
      return taskDone(state, entry)
    case 'task_failed': {
      const { task, error, cost } = readPayload(entry, payloads.task_failed)
      return failing(spending(state, cost), `task ${task}`, error)
    }
    case 'evaluated': {
      const { cost, ...evaluated } = readPayload(entry, payloads.evaluated)
      const run = { ...spending(runOf(state), cost), evaluated, evaluations: state.evaluations + 1 }
      return judged(run, at)
    }
    case 'fixed':
      return fixed(state, entry)
    case 'synced': {
      const { cost, ...synced } = readPayload(entry, payloads.synced)
      const run = { ...spending(runOf(state), cost), synced, ...moved(state, synced.commit) }
      return enter(run, 'completing', at)
    }
    case 'completed': {
      const completed = readPayload(entry, payloads.completed)
      return { ...state, completed, head: completed.commit }
    }
    case 'set_aside':
      readPayload(entry, payloads.set_aside)
      return state
    case 'edited':
      return edited(state, entry)
    case 'gate_opened':
      return gateOpened(state, entry)
    case 'gate_answered': {
      const { answer } = readPayload(entry, payloads.gate_answered)
      if (state.at !== 'asking') throw corrupt(entry, 'no question was open')
      return answered(state, answer, at)
    }
    case 'phase_error': {
      const { phase, error, cost } = readPayload(entry, payloads.phase_error)
      return failing(spending(state, cost), phase, error)
    }
    case 'ended':
      return endedBy(state, entry)
  }
}

function endedBy(state: Open, entry: Entry): TrackLive {
  const { outcome, reason, cost } = readPayload(entry, payloads.ended)
  const run = runOf(cost === undefined ? state : spending(state, cost))
  const step = outcome === 'completed' ? { times: closed(run, 'COMPLETE', entry.ts) } : {}
  return { ...run, ...step, at: 'ended', outcome, reason }
}

/** A plan whose execution others began is gone on with; one that nobody evaluated is evaluated first. */
function afterBase({ setup: { adopted }, plan }: TrackRun): Working {
  if (adopted === null || plan.trim() === '') return 'planning'
  switch (adopted.step) {
    case 'PLAN':
      return 'planning'
    case 'EVALUATE_PLAN':
      return 'evaluating-plan'
    case 'EXECUTE':
      return 'executing'
    case 'EVALUATE_EXECUTION':
    case 'FIX':
    case 'BUSINESS_SYNC':
    case 'COMPLETE':
      // what others say of their work is looked at again
      return 'evaluating'
  }
}

function planEvaluated(state: Open, entry: Entry): TrackLive {
  const { cost, ...evaluated } = readPayload(entry, payloads.plan_evaluated)
  const run = { ...spending(runOf(state), cost), planEvaluated: evaluated }
  const { status } = evaluated.board
  if (evaluated.verdict === 'FAIL')
    return enter({ ...run, planFailures: state.planFailures + 1 }, 'planning', entry.ts)
  if (status === 'REJECTED' || status === 'ESCALATE') return { ...run, at: 'evaluating-plan' }
  const passed = { ...run, planFailures: 0 }
  return enter(passed, 'executing', entry.ts)
}

function taskDone(state: Open, entry: Entry): TrackLive {
  const { cost, task, commit, doneIn, message, summary, paths, sync, discovered } = readPayload(
    entry,
    payloads.task_done,
  )
  const sha = doneIn ?? commit ?? state.head ?? ''
  const marked = markTask(state.plan, task, { status: 'done', sha: sha.slice(0, 10), summary })
  const run = withPlan(
    {
      ...spending(runOf(state), cost),
      ...moved(state, commit),
      commits: commit === null ? state.commits : [...state.commits, { sha: commit, message, task }],
      touched: {
        ...state.touched,
        ...Object.fromEntries(paths.map((path) => [path, commit ?? sha])),
      },
      lastTask: task,
      summaries: [...state.summaries, { task, summary }],
      syncNotes: sync === null ? state.syncNotes : [...state.syncNotes, sync],
      failures: state.failures.filter(({ phase }) => phase !== `task ${task}`),
      byHand: false,
      touchAllowed: false,
    },
    discovered.length === 0 ? marked : addDiscovered(marked, discovered),
  )
  return isExecuted(run.plan) ? enter(run, 'evaluating', entry.ts) : { ...run, at: 'executing' }
}

function fixed(state: Open, entry: Entry): TrackLive {
  const { cost, commit, fixes, remaining, plan, sync } = readPayload(entry, payloads.fixed)
  const cycles = state.cycles.map((each, index) =>
    index === state.cycles.length - 1 ? { ...each, fixes, remaining, commit } : each,
  )
  const sha = (commit ?? state.head ?? '').slice(0, 10)
  const marked = readPlan(state.plan)
    .tasks.filter(({ id, status }) => id.startsWith(`F${state.fixCycles}.`) && status !== 'done')
    .reduce((text, { id }) => markTask(text, id, { status: 'done', sha }), plan ?? state.plan)
  const message = `fix(${state.setup.trackId}): cycle ${state.fixCycles}`
  const run = withPlan(
    {
      ...spending(runOf(state), cost),
      ...moved(state, commit),
      commits:
        commit === null
          ? state.commits
          : [...state.commits, { sha: commit, message, task: `F${state.fixCycles}` }],
      cycles,
      planVersion: state.planVersion + (plan === undefined ? 0 : 1),
      syncNotes: sync === null ? state.syncNotes : [...state.syncNotes, sync],
    },
    marked,
  )
  return enter(run, plan === undefined ? 'evaluating' : 'evaluating-plan', entry.ts)
}

const editedSince = 'edited since: it is evaluated anew once you answer'

function edited(state: Open, entry: Entry): TrackLive {
  const { plan, spec } = readPayload(entry, payloads.edited)
  const whole = withPlan({ ...runOf(state), spec: spec ?? state.spec }, plan ?? state.plan)
  const run = withPlan(whole, reopened(state, whole.plan))
  const known = spec === undefined ? run : { ...run, texts: [...run.texts, hashOf(spec)] }
  const counted = plan === undefined ? known : { ...known, planVersion: state.planVersion + 1 }
  const isEarly = run.plan === '' || (state.at === 'asking' ? state.held : state.at) === 'basing'
  // a question stays open; whoever answers it sees the new text, which is evaluated then
  if (state.at === 'asking')
    return isEarly
      ? { ...state, ...counted }
      : {
          ...state,
          ...counted,
          planEvaluated: null,
          held: 'evaluating-plan',
          detail: [...state.detail.split('; ').filter((each) => each !== editedSince), editedSince]
            .filter((each) => each !== '')
            .join('; '),
        }
  if (isEarly) return { ...counted, at: state.at }
  return enter(counted, 'evaluating-plan', entry.ts)
}

/** A task that an answer opened again stays open in a text that was edited before the answer. */
const reopened = ({ plan, blockers }: TrackRun, edit: string): string =>
  readPlan(edit).tasks.reduce((text, { id, status, notes }) => {
    const isOurs = blockers.some(
      (each) =>
        each.status === 'RESOLVED' &&
        notes.some(
          (note) => note.toLowerCase() === each.description.replaceAll(/\s+/g, ' ').toLowerCase(),
        ),
    )
    const isOpen = readPlan(plan).tasks.some((each) => each.id === id && each.status === 'todo')
    return status === 'blocked' && isOurs && isOpen ? markTask(text, id, { status: 'todo' }) : text
  }, edit)

function gateOpened(state: Open, entry: Entry): TrackLive {
  const { trigger, detail, task, cost = { ms: 0 } } = readPayload(entry, payloads.gate_opened)
  if (state.at === 'asking') throw corrupt(entry, 'a question is open already')
  const asked = state.asked + 1
  const blocker = {
    id: `blocker-${asked}`,
    description: detail === '' ? trigger : `${trigger}: ${detail}`,
    blocked_at: entry.ts,
    blocked_step: trigger === 'fix_limit' ? ('FIX' as const) : stepOf[state.at],
    status: 'ACTIVE' as const,
  }
  const plan =
    task === undefined || trigger !== 'blocked'
      ? state.plan
      : markTask(state.plan, task, { status: 'blocked', reason: detail })
  return {
    ...withPlan(
      { ...spending(runOf(state), cost), asked, blockers: [...state.blockers, blocker] },
      plan,
    ),
    at: 'asking',
    trigger,
    detail,
    ...(task === undefined ? {} : { task }),
    held: state.at,
  }
}

const failing = <State extends Open>(state: State, phase: string, error: string): State => ({
  ...state,
  failures: [...state.failures, { phase, error }],
})
