import { dispatchOf } from '../../checks/track/evaluate.ts'
import type { ApplicationFacts, TrackFacts } from '../../checks/track/facts.ts'
import { lookAtPages } from '../../checks/track/look.ts'
import type { Application, ApplicationOptions } from '../../ports/application.ts'
import type { Workspace } from '../../ports/workspace.ts'
import type { GatherOrder, TrackFiles } from './read-track.ts'

export type Started = Pick<TrackFacts, 'application' | 'withUpstream'> & {
  /** Why it does not run. */
  readonly why: string | null
  readonly notes: readonly string[]
  close(): Promise<void>
}

type Needed = Pick<Workspace, 'openWorkbench' | 'openApplication' | 'openBrowser' | 'projectAt'>

const none = (why: string): Started => ({
  application: null,
  why,
  notes: [],
  close: () => Promise.resolve(),
})

/** Starts the application where a specialist looks at it, and looks at its pages. */
export async function startApplication(
  workspace: Needed,
  track: TrackFiles,
  { signal, onProgress }: GatherOrder,
): Promise<Started> {
  const seers = dispatchOf(track).map(({ evaluator }) => evaluator)
  if (!seers.includes('eval-ui-ux') && !seers.includes('eval-integration'))
    return none('no specialist of this track looks at the application')
  const bench = await workspace.openWorkbench(track.root)
  if (!bench.ok) return none(bench.error)
  const running = new Set<Application>()
  const start = async (options: Omit<ApplicationOptions, 'signal'> = {}) => {
    const started = await workspace.openApplication(bench.value, { ...options, signal })
    if (started.ok) running.add(started.value)
    return started
  }
  const close = async () => {
    await Promise.all([...running].map((each) => each.stop()))
    await bench.value.close()
  }
  onProgress('starting the application')
  const started = await start()
  if (!started.ok) {
    await close()
    return none(`${started.error.reason}; ${started.error.remedy}`)
  }
  const { pages, unseen } = await look(workspace, started.value, { spec: track.spec, signal })
  const names = await upstreamNames(workspace, track.root)
  const factsOf = (application: Application): ApplicationFacts => ({
    command: application.command,
    origin: application.origin,
    pages,
    request: (request) => application.request(request),
  })
  return {
    application: factsOf(started.value),
    why: null,
    notes: [...unseen].map(([path, reason]) => `${path} could not be looked at: ${reason}`),
    ...(names.length === 0
      ? {}
      : {
          withUpstream: async (behaviour) => {
            const other = await start({
              upstreams: { api: behaviour },
              environment: ({ api }) =>
                Object.fromEntries(names.map((name) => [name, `http://127.0.0.1:${api}`])),
            })
            return other.ok ? factsOf(other.value) : null
          },
        }),
    close,
  }
}

const pageMs = 60_000

async function look(
  { openBrowser }: Pick<Workspace, 'openBrowser'>,
  application: Application,
  { spec, signal }: { readonly spec: string; readonly signal: AbortSignal },
) {
  const browser = await openBrowser()
  try {
    return await lookAtPages({ application, browser, spec, signal, timeoutMs: pageMs })
  } finally {
    await browser.close()
  }
}

/** Variables that tell the application where another service is; databases are none that answer HTTP. */
async function upstreamNames(
  { projectAt }: Pick<Workspace, 'projectAt'>,
  root: string,
): Promise<readonly string[]> {
  const example = (await projectAt(root).read('.env.example')) ?? ''
  const names = example.match(/^[A-Z][A-Z0-9_]*_(?:URL|URI|ENDPOINT|BASE|HOST)\b/gm) ?? []
  return names.filter(
    (name) =>
      !/DATABASE|POSTGRES|MYSQL|MONGO|REDIS|^DB_|PUBLIC_|APP_URL|SITE_URL|BASE_URL$/.test(name),
  )
}
