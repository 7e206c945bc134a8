import { exampleEnvironment, firstAccount, upstreamVariables } from './environment.ts'
import { upstreamAnswer } from './upstream-answer.ts'
import { dispatchOf } from './evaluate.ts'
import type { ApplicationFacts, TrackFacts } from './facts.ts'
import { lookAtPages, type Looked } from './look.ts'
import type { FileTree } from '../../model/file-tree.ts'
import type { Application, ApplicationError, UpstreamBehaviour } from '../../ports/application.ts'
import type { Browser } from '../../ports/browser.ts'
import type { Workbench } from '../../ports/workbench.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { MeasureOrder } from './measure-project.ts'

export type Started = Pick<TrackFacts, 'application' | 'withUpstream'> & {
  /** Why it does not run. */
  readonly why: string | null
  readonly notes: readonly string[]
  /** Its pages, as a browser sees them meanwhile. */
  looked(): Promise<Looked>
  close(): Promise<void>
}

type Needed = Pick<Workspace, 'openWorkbench' | 'openApplication' | 'openBrowser'>

export type StartOrder = Pick<MeasureOrder, 'files' | 'signal' | 'onProgress'> & {
  /** The spec demands answers of it. */
  readonly isAsked?: boolean
  /** Its pages are looked at while it is asked. */
  readonly looksLater?: boolean
}

const none = (why: string): Started => ({
  application: null,
  why,
  notes: [],
  looked: () => Promise.resolve({ pages: new Map(), unseen: new Map() }),
  close: () => Promise.resolve(),
})

/** Starts the application where a specialist looks at it. It runs until it is closed. */
export async function startApplication(
  workspace: Needed,
  track: Pick<TrackFacts, 'spec' | 'metadata'> & { readonly root: string },
  order: StartOrder,
): Promise<Started> {
  const seers = dispatchOf(track).map(({ evaluator }) => evaluator)
  if (
    order.isAsked !== true &&
    !seers.includes('eval-ui-ux') &&
    !seers.includes('eval-integration')
  )
    return none('no specialist of this track looks at the application')
  const bench = await workspace.openWorkbench(track.root)
  if (!bench.ok) return none(bench.error)
  const running: Application[] = []
  const close = async () => {
    await Promise.all(running.map((each) => each.stop()))
    await bench.value.close()
  }
  try {
    order.onProgress('starting the application')
    const { started, environment, upstreams, notes } = await begin(workspace, bench.value, order)
    if (!started.ok) {
      await close()
      const why = sentence(started.error)
      return { ...none(why), notes: [`the application: ${why}`] }
    }
    running.push(started.value)
    const another = async (behaviour: UpstreamBehaviour) => {
      const other = await workspace.openApplication(bench.value, {
        signal: order.signal,
        upstreams: { api: behaviour },
        environment: (ports) => ({ ...environment, ...addresses(order.files, ports) }),
      })
      if (!other.ok) return null
      running.push(other.value)
      return other.value
    }
    // what others send to one does not change what is seen of the other
    const isShown = order.looksLater === true && seers.includes('eval-ui-ux')
    const shown = isShown ? await another(upstreams.api) : null
    const looking = look(workspace, shown ?? started.value, { ...order, spec: track.spec })
    const pages = shown === null ? (await looking).pages : new Map()
    const account = firstAccount(order.files)?.fields
    const application = { ...factsOf(started.value, account), pages }
    const variables = [...upstreamVariables(order.files)]
    const others = new Map<string, Promise<ApplicationFacts | null>>()
    const withUpstream: Started['withUpstream'] = (behaviour) => {
      // what it depends on lies outside, where nothing can be reached
      if (variables.length === 0) return Promise.resolve(behaviour === 'dead' ? application : null)
      const known =
        others.get(behaviour) ??
        another(behaviour).then((other) => (other === null ? null : factsOf(other, account)))
      others.set(behaviour, known)
      return known
    }
    return {
      application,
      why: null,
      notes,
      looked: () => looking,
      withUpstream,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const factsOf = (
  application: Application,
  account: ApplicationFacts['account'],
): ApplicationFacts => ({
  command: application.command,
  origin: application.origin,
  pages: new Map(),
  ...(account === undefined ? {} : { account }),
  request: (request) => application.request(request),
})

/** Where the servers are that an application depends on. */
const addresses = (files: FileTree, { api }: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    [...upstreamVariables(files)].map(([name, path]) => [name, `http://127.0.0.1:${api}${path}`]),
  )

/**
 * With what it depends on at work and a first account, where its variables ask for that; where it ends at
 * once, with the values that the project proposes.
 */
async function begin(workspace: Needed, bench: Workbench, { files, signal }: StartOrder) {
  const own = firstAccount(files)?.environment ?? {}
  const upstreams = { api: { json: await upstreamAnswer(files) } }
  const start = (environment: Readonly<Record<string, string>>) =>
    workspace.openApplication(bench, {
      signal,
      upstreams,
      environment: (ports) => ({ ...environment, ...addresses(files, ports) }),
    })
  const started = await start(own)
  const example = { ...exampleEnvironment(files), ...own }
  const asItIs = { started, environment: own, upstreams, notes: [] }
  if (started.ok || started.error.type !== 'died' || Object.keys(example).length === 0)
    return asItIs
  const again = await start(example)
  if (!again.ok) return asItIs
  const note =
    'the application runs with the values of its example environment; without them it ends'
  return { started: again, environment: example, upstreams, notes: [note] }
}

const pageMs = 60_000

async function look(
  { openBrowser }: Pick<Workspace, 'openBrowser'>,
  application: Application,
  { spec, signal }: { readonly spec: string; readonly signal: AbortSignal },
) {
  const opened: Promise<Browser>[] = []
  // a service without pages needs none
  const open = () => opened[0] ?? (opened[opened.push(openBrowser()) - 1] as Promise<Browser>)
  const browser = {
    look: async (...page: Parameters<Browser['look']>) => (await open()).look(...page),
  }
  try {
    return await lookAtPages({ application, browser, spec, signal, timeoutMs: pageMs })
  } finally {
    for (const each of opened) await (await each).close()
  }
}

/** Why it does not run, with the line it printed that tells most. */
function sentence({ reason, remedy, output = '' }: ApplicationError): string {
  const lines = output.split('\n')
  const told = lines.find((line) => /error|missing|required|cannot/i.test(line)) ?? lines.at(-1)
  const line = told?.trim() ?? ''
  return [reason, ...(line === '' ? [] : [`it printed: ${line}`]), remedy].join('; ')
}
