import { z } from 'zod'
import { readPlan } from '../../src/checks/track/plan.ts'
import type { Entry } from '../../src/model/entry.ts'
import { onlyIn } from '../../src/model/gate.ts'
import { type EventName, type Payload, payloads } from '../../src/workflows/track/events.ts'
import type { TrackLive, TrackState } from '../../src/workflows/track/state.ts'
import type { Case } from './scene.ts'
import { type TrackScene, worthOf } from './track-bench.ts'
import type { Violation } from './world.ts'

type Told = {
  readonly [Name in EventName]: { readonly event: Name; readonly said: Payload<Name> }
}[EventName] & { readonly entry: Entry; readonly index: number }

type Run = Pick<TrackScene, 'world' | 'repository'> & {
  readonly events: readonly Told[]
  readonly state: TrackLive
}

const broken = (law: string, what: string): Violation => ({ law, what })
const unless = (holds: boolean, law: string, what: string): readonly Violation[] =>
  holds ? [] : [broken(law, what)]

/** The laws that only tracks have. They are read from the events and from the repository, not from the state. */
export function trackLaws(
  { entries, run, workspace }: Case<TrackState>,
  scene: Pick<TrackScene, 'world' | 'repository'>,
): readonly Violation[] {
  const events = entries.map(toldBy)
  const known = { ...scene, events, state: run.state }
  return [
    ...fixesAreCounted(known),
    ...plansAreCounted(known),
    ...stepsAreCapped(known),
    ...evaluationsFit(known),
    ...completesRightly(known),
    ...chainIsWhole(known),
    ...tasksAreRecorded(known),
    ...answersFit(known),
    ...nobodyIsAskedAgain(known),
    ...spendingIsKept(known),
    ...metadataAgrees(known, workspace.root),
  ]
}

const toldBy = (entry: Entry, index: number): Told => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an event that is not known is refused by the parser
  const event = entry.event as EventName
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed by the schema of that very event
  return { event, said: payloads[event].parse(entry.payload), entry, index } as Told
}

const all = <Name extends EventName>({ events }: Pick<Run, 'events'>, name: Name) =>
  events.filter((each): each is Extract<Told, { event: Name }> => each.event === name)

const answersOf = (run: Run, ...options: readonly string[]) =>
  all(run, 'gate_answered').filter(({ said }) => options.includes(said.answer.option))

/** 3.1, 3.2: a cycle is counted once, when it begins; more than are allowed only by a person's word. */
function fixesAreCounted(run: Run): readonly Violation[] {
  const { state, events } = run
  const cycles = new Set(
    events.filter(({ entry }) => entry.step === 'fixing').map(({ entry }) => entry.iteration),
  ).size
  const fixes = all(run, 'fixed')
  const more = answersOf(run, 'another_fix', 'by_hand').filter(({ said }) =>
    said.answer.gate.startsWith('fix-limit'),
  ).length
  return [
    ...unless(
      state.fixCycles === cycles,
      'law-fix',
      `${cycles} cycles, ${state.fixCycles} counted`,
    ),
    ...unless(
      new Set(fixes.map(({ entry }) => entry.iteration)).size === fixes.length,
      'law-fix',
      'one cycle was fixed twice',
    ),
    ...unless(
      cycles <= state.setup.maxFixCycles + more,
      'law-fix',
      `${cycles} cycles, ${state.setup.maxFixCycles} allowed and ${more} more by people`,
    ),
  ]
}

/** plan_version grows with every plan; so many in a row may fail before a person is asked. */
function plansAreCounted(run: Run): readonly Violation[] {
  const { state, events } = run
  const versions = events.filter(
    ({ event, said }) =>
      event === 'planned' ||
      ((event === 'edited' || event === 'fixed') && 'plan' in said && said.plan !== undefined),
  ).length
  const rows = events.reduce<readonly number[]>((counts, { event, said }) => {
    const [now = 0, ...before] = counts
    if (event === 'gate_answered') return [0, ...counts]
    if (event !== 'plan_evaluated') return counts
    return said.verdict === 'FAIL' ? [now + 1, ...before] : [0, ...counts]
  }, [])
  return [
    ...unless(
      state.planVersion === versions,
      'law-plan',
      `${versions} plans were written, the last is called ${state.planVersion}`,
    ),
    ...unless(
      Math.max(0, ...rows) <= state.setup.maxPlanRevisions + 1,
      'law-plan',
      'a plan was revised more often than is allowed',
    ),
  ]
}

const stepsAreCapped = (run: Run): readonly Violation[] =>
  unless(
    Math.max(...run.events.map(({ entry }) => entry.iteration)) <=
      run.state.setup.maxSteps * (1 + answersOf(run, 'go_on').length) + 1,
    'law-steps',
    'the loop took more steps than are allowed',
  )

const commitIn = ({ event, said }: Told): string | null =>
  event === 'task_done' || event === 'fixed' || event === 'synced' || event === 'completed'
    ? said.commit
    : null

const commitsOf = ({ events }: Run): readonly string[] =>
  events.flatMap((each) => commitIn(each) ?? [])

/** Law 3: an evaluation is of the newest commit, and says of it what is true. */
const evaluationsFit = (run: Run): readonly Violation[] =>
  all(run, 'evaluated').flatMap(({ said, index }) => {
    const head =
      run.events
        .slice(0, index)
        .flatMap((each) => commitIn(each) ?? [])
        .at(-1) ?? run.repository.base
    const worth = [...worthOf(run.repository.filesOf(said.commit)).values()]
    const verdict = worth.includes('bad') ? 'FAIL' : undecidedIn(worth) ? 'NOT DECIDED' : 'PASS'
    return [
      ...unless(said.commit === head, 'law-3', 'an evaluation of another commit was taken'),
      ...unless(said.verdict === verdict, 'law-3', `${verdict} was called ${said.verdict}`),
    ]
  })

const undecidedIn = (worth: readonly string[]): boolean =>
  worth.includes('odd') || worth.includes('thin')

/** What people said of obligations of a commit that nobody else could decide. */
function wordsOn(
  run: Run,
  commit: string,
  before = run.events.length,
): ReadonlyMap<string, string> {
  const words = new Map<string, string>()
  for (const { said, index } of answersOf(run, 'met', 'unmet')) {
    const seen = all(run, 'evaluated').findLast((each) => each.index < index)
    if (index >= before || seen?.said.commit !== commit) continue
    const open = seen.said.obligations
      .filter(({ status, self_reported }) => status === 'undecided' || self_reported)
      .map(({ id }) => id)
      .filter((id) => !words.has(id))
    for (const id of onlyIn(said.answer) ?? open) words.set(id, said.answer.option)
  }
  return words
}

/** Laws 12 and 13: nothing is complete that is bad, or that nobody decided, or whose documents do not follow. */
function completesRightly(run: Run): readonly Violation[] {
  const completed = all(run, 'completed')[0]
  const ended = all(run, 'ended')[0]
  if (completed === undefined)
    return unless(ended?.said.outcome !== 'completed', 'law-stop', 'completed without a commit')
  const last = all(run, 'evaluated').at(-1)
  if (last === undefined) return [broken('law-stop', 'completed without an evaluation')]
  const since = run.events.slice(last.index + 1, completed.index)
  const worth = [...worthOf(run.repository.filesOf(last.said.commit))]
  const words = wordsOn(run, last.said.commit)
  const isGood = worth.every(
    ([path, each]) =>
      each !== 'bad' && (!undecidedIn([each]) || words.get(`task.${path}`) === 'met'),
  )
  const isSynced = since.some(({ event }) => event === 'synced')
  return [
    ...unless(isGood, 'law-stop', 'a track was completed that nobody accepted'),
    ...unless(
      isSynced === worth.some(([, each]) => each === 'price'),
      'law-sync',
      isSynced ? 'documents were synced for nothing' : 'documents were not synced',
    ),
    ...unless(
      !since.some(({ event }) => /^(?:task_done|fixed|planned|edited)$/.test(event)),
      'law-stop',
      'the work went on after its evaluation',
    ),
  ]
}

/** One commit after the other, none missing, none that nobody recorded, and none of them holds an agent's word on its own track. */
function chainIsWhole(run: Run): readonly Violation[] {
  const { repository, state } = run
  const recorded = commitsOf(run)
  const chain: string[] = []
  let at: string | null = recorded.at(-1) ?? repository.base
  while (at !== null && at !== repository.base) {
    chain.unshift(at)
    at = repository.commits.get(at)?.parent ?? null
  }
  const own = recorded.filter(
    (commit) => commit !== state.completed?.commit && holdsDocuments(repository.filesOf(commit)),
  )
  let tip: string | null = repository.head()
  while (tip !== null && tip !== (recorded.at(-1) ?? repository.base))
    tip = repository.commits.get(tip)?.parent ?? null
  const left = run.events.filter(
    ({ event, said }) =>
      (event === 'phase_error' || event === 'task_failed') &&
      /was made from|of somebody else/.test(said.error),
  )
  return [
    ...unless(chain.join() === recorded.join(), 'law-chain', 'commits are lost or not recorded'),
    ...unless(tip !== null, 'law-chain', 'the branch lost a commit that was recorded'),
    ...unless(own.length === 0, 'law-own', 'an agent changed the documents of its own track'),
    ...unless(left.length === 0, 'law-chain', 'the loop was in the way of itself'),
  ]
}

const holdsDocuments = (files: ReadonlyMap<string, string>): boolean =>
  [...files.keys()].some((path) => path.startsWith('conductor/tracks/sim-run/'))

/** Every task that is marked as done was recorded, with its commit; since the plan it stands in, once. */
function tasksAreRecorded(run: Run): readonly Violation[] {
  const done = all(run, 'task_done')
  const marked = readPlan(run.state.plan).tasks.filter(
    ({ id, status }) => status === 'done' && !id.startsWith('F'),
  )
  const unrecorded = marked.filter(({ id, sha }) => {
    const last = done.findLast(({ said }) => said.task === id)
    return (
      last === undefined || (last.said.commit !== null && !last.said.commit.startsWith(sha ?? '?'))
    )
  })
  const twice = done.filter(({ said, index }) =>
    done.some(
      (other) =>
        other.index < index &&
        other.said.task === said.task &&
        !run.events.slice(other.index, index).some(({ event }) => event === 'planned'),
    ),
  )
  return [
    ...unrecorded.map(({ id }) => broken('law-task', `task ${id} is marked, not recorded`)),
    ...twice.map(({ said }) => broken('law-task', `task ${said.task} was done twice`)),
  ]
}

/** Law 6: a person with a name answers the question that is open, and their words are kept. */
function answersFit(run: Run): readonly Violation[] {
  const wrong = all(run, 'gate_answered').flatMap(({ said: { answer }, index }) => {
    const before = run.events.slice(0, index).filter(({ event }) => event !== 'edited')
    const asked = before.filter(({ event }) => event === 'gate_opened').length
    return [
      ...unless(before.at(-1)?.event === 'gate_opened', 'law-6', 'an answer to no question'),
      ...unless(
        answer.gate.endsWith(`-${asked}`),
        'law-6',
        `${answer.gate} is not question ${asked}`,
      ),
      ...unless(!/^(?:\s*|loopwright)$/.test(answer.by), 'law-6', 'nobody is named who decided'),
    ]
  })
  const words = all(run, 'gate_answered').flatMap(({ said }) => {
    const text = (said.answer.feedback ?? '').trim()
    return text === '' || said.answer.option === 'abort' ? [] : [text]
  })
  return [
    ...wrong,
    ...unless(
      words.join('|') === run.state.guidance.slice(0, words.length).join('|'),
      'law-6',
      'words of people were lost',
    ),
  ]
}

/** Nobody is asked about a commit what a person has said of it. */
const nobodyIsAskedAgain = (run: Run): readonly Violation[] =>
  all(run, 'gate_opened')
    .filter(({ said }) => said.trigger === 'undecided')
    .flatMap(({ index }) => {
      const seen = all(run, 'evaluated').findLast((each) => each.index < index)
      const words = wordsOn(run, seen?.said.commit ?? '', index)
      const open = (seen?.said.obligations ?? []).filter(
        ({ id, status, self_reported }) =>
          (status === 'undecided' || self_reported === true) && !words.has(id),
      )
      return unless(open.length > 0, 'law-ask', 'a person was asked what was decided already')
    })

const Costly = z.object({ cost: z.object({ tokens: z.number().optional() }) })

/** Law 7: what was spent is remembered, and no call passes the cap. */
function spendingIsKept({ events, state: { spent, setup } }: Run): readonly Violation[] {
  const tokens = events.reduce(
    (sum, { said }) => sum + (Costly.safeParse(said).data?.cost.tokens ?? 0),
    0,
  )
  const cap = setup.caps.tokens
  return [
    ...unless(tokens === spent.tokens, 'law-7', `${tokens} used, ${spent.tokens} remembered`),
    ...unless(cap === 'unlimited' || tokens <= cap, 'law-7', `${tokens} of ${String(cap)} tokens`),
  ]
}

const Shown = z.object({
  status: z.string(),
  loop_state: z.object({
    current_step: z.string(),
    step_status: z.string(),
    fix_cycle_count: z.number(),
    checkpoints: z.object({
      PLAN: z.object({ plan_version: z.number() }),
      EVALUATE_EXECUTION: z
        .object({ not_decided: z.array(z.string()) })
        .optional()
        .catch(undefined),
      EXECUTE: z.object({ commits: z.array(z.object({ sha: z.string() })) }).optional(),
    }),
  }),
})

/** metadata.json tells what the events tell. */
function metadataAgrees(run: Run, root: string): readonly Violation[] {
  const { world, state } = run
  const text = world.disk.read(`${root}/${state.setup.folder}/metadata.json`)?.toString() ?? '{}'
  const shown = Shown.safeParse(JSON.parse(text)).data
  const isComplete = all(run, 'completed').length > 0
  const work = commitsOf(run).filter(
    (sha) => sha !== state.completed?.commit && sha !== state.synced?.commit,
  )
  const { EXECUTE, PLAN, EVALUATE_EXECUTION } = shown?.loop_state.checkpoints ?? {}
  const isDecided = EVALUATE_EXECUTION?.not_decided.length === 0
  const isRight =
    shown !== undefined &&
    (shown.status === 'complete') === isComplete &&
    (`${shown.loop_state.current_step} ${shown.loop_state.step_status}` === 'COMPLETE PASSED') ===
      isComplete &&
    (!isComplete || isDecided) &&
    shown.loop_state.fix_cycle_count === state.fixCycles &&
    PLAN?.plan_version === state.planVersion &&
    (EXECUTE?.commits ?? []).map(({ sha }) => sha).join() === work.join()
  return unless(isRight, 'law-1', 'metadata.json does not tell what happened')
}
