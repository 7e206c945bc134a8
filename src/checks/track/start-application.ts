import { exampleEnvironment, firstAccount, upstreamVariables } from './environment.ts'
import { upstreamAnswer } from './upstream-answer.ts'
import { dispatchOf } from './evaluate.ts'
import type { ApplicationFacts, TrackFacts } from './facts.ts'
import { type LookOptions, lookAtPages } from './look.ts'
import type { Obligation } from '../../model/obligation.ts'
import type { FileTree } from '../../model/file-tree.ts'
import type { Application, ApplicationError } from '../../ports/application.ts'
import type { Browser } from '../../ports/browser.ts'
import type { Workbench } from '../../ports/workbench.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { MeasureOrder } from './measure-project.ts'

export type Started = Pick<TrackFacts, 'application' | 'withUpstream' | 'starts'> & {
  /** Why it does not run. */
  readonly why: string | null
  readonly notes: readonly string[]
  close(): Promise<void>
}

type Needed = Pick<Workspace, 'openWorkbench' | 'openApplication' | 'openBrowser'>

export type StartOrder = Pick<MeasureOrder, 'files' | 'signal' | 'onProgress'> & {
  /** The spec demands answers of it. */
  readonly isAsked?: boolean
  /** Of the first page. */
  readonly pictures?: boolean
  /** Where the build of the project ended well; null where it did not, or was not run. */
  readonly built?: Promise<Workbench | null>
  /** Gets what requests go to, an instance of its own beside the one whose pages are looked at. */
  readonly onRunning?: (started: Pick<TrackFacts, 'application' | 'withUpstream'>) => void
}

const none = (why: string): Started => ({
  application: null,
  why,
  notes: [],
  close: () => Promise.resolve(),
})

function failed(error: ApplicationError): Started {
  const why = sentence(error)
  return { ...none(why), starts: doesNotStart(error, why), notes: [`the application: ${why}`] }
}

/** Whether a specialist of the track, or its spec, needs the application. */
export function needsApplication(
  track: Pick<TrackFacts, 'spec' | 'metadata'>,
  isAsked = false,
): boolean {
  const seers = seersOf(track)
  return isAsked || seers.has('eval-ui-ux') || seers.has('eval-integration')
}

const seersOf = (track: Pick<TrackFacts, 'spec' | 'metadata'>) =>
  new Set(dispatchOf(track).map(({ evaluator }) => evaluator))

/** Starts the application where a specialist looks at it, and looks at its pages. It runs until it is closed. */
export async function startApplication(
  workspace: Needed,
  track: Pick<TrackFacts, 'spec' | 'metadata'> & { readonly root: string },
  order: StartOrder,
): Promise<Started> {
  if (!needsApplication(track, order.isAsked))
    return none('no specialist of this track looks at the application')
  const browser = await workspace.openBrowser()
  const bench = await workspace.openWorkbench(track.root)
  if (!bench.ok) return none(bench.error)
  const running: Application[] = []
  const early: Promise<unknown>[] = []
  const closing = new AbortController()
  const close = async () => {
    closing.abort()
    await Promise.all(early)
    await Promise.all([browser.close(), ...running.map((each) => each.stop())])
    await bench.value.close()
  }
  const signal = AbortSignal.any([order.signal, closing.signal])
  const held = { bench: bench.value, browser, running, early, order: { ...order, signal } }
  try {
    const started = await startOn(workspace, track, held)
    if (started.application !== null) return { ...started, close }
    await close()
    return started
  } catch (error) {
    await close()
    throw error
  }
}

/** What is ended when all is closed, and what is awaited before. */
type Held = {
  readonly bench: Workbench
  readonly browser: Browser
  readonly running: Application[]
  readonly early: Promise<unknown>[]
  readonly order: StartOrder
}

async function startOn(
  workspace: Needed,
  track: Pick<TrackFacts, 'spec' | 'metadata'>,
  { bench, browser, running, early, order }: Held,
): Promise<Started> {
  const seers = seersOf(track)
  order.onProgress('starting the application')
  // it comes up while the application does
  if (seers.has('eval-ui-ux')) early.push(browser.warm?.().catch(() => null) ?? Promise.resolve())
  const { started, environment, notes } = await begin(workspace, bench, order)
  if (!started.ok) return failed(started.error)
  running.push(started.value)
  const seeing = look(browser, started.value, { ...order, spec: track.spec })
  early.push(seeing.catch(() => null))
  const own = { ...order, environment }
  const hasUpstream = upstreamVariables(order.files).size > 0
  const against = onceEach((behaviour: Behaviour) =>
    hasUpstream
      ? startAgainst(workspace, bench, { behaviour, running, order: own })
      : Promise.resolve(null),
  )
  // what is asked and what is broken start while the browser looks at the first one
  if (hasUpstream && seers.has('eval-integration')) early.push(against('dead').catch(() => null))
  const asked = await forRequests(workspace, bench, own)
  if (asked !== null) running.push(asked)
  const facts = factsOf(asked ?? started.value, new Map(), order.files)
  const looked = seeing.then((all) => ({ ...all, application: { ...facts, pages: all.pages } }))
  // what it depends on lies outside, where nothing can be reached
  const withUpstream = async (behaviour: Behaviour): Promise<ApplicationFacts | null> =>
    behaviour === 'dead' && !hasUpstream ? (await looked).application : against(behaviour)
  if (asked !== null) order.onRunning?.({ application: facts, withUpstream })
  const { application, unseen } = await looked
  return {
    application,
    starts: doesStart(started.value),
    why: null,
    notes: [...notes, ...unseenNotes(unseen)],
    withUpstream,
    close: () => Promise.resolve(),
  }
}

const unseenNotes = (unseen: ReadonlyMap<string, string>): readonly string[] =>
  [...unseen].map(([path, reason]) => `${path} could not be looked at: ${reason}`)

type Again = StartOrder & { readonly environment: Readonly<Record<string, string>> }

/** What requests make must not be on the pages that are looked at; null where one instance serves both. */
async function forRequests(
  workspace: Needed,
  bench: Workbench,
  order: Again,
): Promise<Application | null> {
  if (order.onRunning === undefined) return null
  const json = await upstreamAnswer(order.files)
  const started = await workspace.openApplication(bench, again(order, { json }))
  return started.ok ? started.value : null
}

const again = (order: Again, api: Behaviour | { readonly json: string }) => ({
  ...onBench(order),
  upstreams: { api },
  environment: (ports: Readonly<Record<string, number>>) => ({
    ...order.environment,
    ...addresses(order.files, ports),
  }),
})

type Against = {
  readonly behaviour: Behaviour
  readonly order: Again
  /** Gets what was started. */
  readonly running: Application[]
}

/** The same application, with servers that misbehave in place of those it depends on. */
async function startAgainst(
  workspace: Needed,
  bench: Workbench,
  { behaviour, order, running }: Against,
): Promise<ApplicationFacts | null> {
  const started = await workspace.openApplication(bench, again(order, behaviour))
  if (!started.ok) return null
  running.push(started.value)
  const end = () => started.value.stop()
  return { ...factsOf(started.value, new Map(), order.files), end }
}

const startObligation = (
  answer: Pick<Obligation, 'status' | 'reason' | 'evidence'>,
): Obligation => ({
  id: 'track.starts',
  statement: 'the application starts',
  source: { kind: 'rule', text: 'what does not start cannot be looked at' },
  weight: 'must',
  decided_by: 'command',
  ...answer,
})

const doesStart = ({ command }: Application): Obligation =>
  startObligation({
    status: 'met',
    reason: `${command} answers`,
    evidence: [{ text: command }],
  })

/** What the program needs and has not got here says nothing about the program. */
const lacks =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|Cannot find (?:module|package) '[^./]|command not found|: not found/

/** A program that breaks down does not start; one that lacks something, ends well or only waits may be right. */
function doesNotStart(
  { type, exitCode, output = '' }: ApplicationError,
  reason: string,
): Obligation {
  const isBroken = type === 'died' && exitCode !== 0 && exitCode !== 127 && !lacks.test(output)
  const status = isBroken ? 'unmet' : type === 'no-command' ? 'not_applicable' : 'undecided'
  return startObligation({ status, reason, evidence: [] })
}

type Behaviour = Parameters<NonNullable<Started['withUpstream']>>[0]

function onceEach<Key, Value>(make: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const known = new Map<Key, Promise<Value>>()
  return (key) => {
    const value = known.get(key) ?? make(key)
    known.set(key, value)
    return value
  }
}

function factsOf(
  application: Application,
  pages: ApplicationFacts['pages'],
  files: FileTree,
): ApplicationFacts {
  const account = firstAccount(files)?.fields
  return {
    command: application.command,
    origin: application.origin,
    pages,
    ...(account === undefined ? {} : { account }),
    request: (request) => application.request(request),
  }
}

/** Where the servers are that an application depends on. */
const addresses = (files: FileTree, { api }: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    [...upstreamVariables(files)].map(([name, path]) => [name, `http://127.0.0.1:${api}${path}`]),
  )

const onBench = ({ signal, built }: StartOrder) => ({
  signal,
  ...(built === undefined ? {} : { built: () => built }),
})

/**
 * With what it depends on at work and a first account, where its variables ask for that; where it ends at
 * once, with the values that the project proposes.
 */
async function begin(workspace: Needed, bench: Workbench, order: StartOrder) {
  const { files } = order
  const own = firstAccount(files)?.environment ?? {}
  const json = await upstreamAnswer(files)
  const start = (environment: Readonly<Record<string, string>>) =>
    workspace.openApplication(bench, again({ ...order, environment }, { json }))
  const started = await start(own)
  const example = { ...exampleEnvironment(files), ...own }
  const asItIs = { started, environment: own, notes: [] }
  if (started.ok || started.error.type !== 'died' || Object.keys(example).length === 0)
    return asItIs
  const second = await start(example)
  if (!second.ok) return asItIs
  const note =
    'the application runs with the values of its example environment; without them it ends'
  return { started: second, environment: example, notes: [note] }
}

const pageMs = 60_000

async function look(
  browser: Browser,
  application: Application,
  { spec, signal, pictures }: Pick<LookOptions, 'spec' | 'signal' | 'pictures'>,
) {
  try {
    return await lookAtPages({ application, browser, spec, signal, timeoutMs: pageMs, pictures })
  } finally {
    await browser.close()
  }
}

/** Why it does not run, with the line it printed that tells most. */
function sentence({ reason, remedy, output = '' }: ApplicationError): string {
  const lines = output.split('\n')
  const telling = lines.find((line) => /error|missing|required|cannot/i.test(line)) ?? lines.at(-1)
  const line = telling?.trim() ?? ''
  return [reason, ...(line === '' ? [] : [`it printed: ${line}`]), remedy].join('; ')
}
