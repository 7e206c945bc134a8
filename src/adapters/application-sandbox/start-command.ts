import { field, jsonOf } from '../../kit/parse.ts'
import type { Workbench } from '../../ports/workbench.ts'

/** A command as a person would type it, and as it is run. */
export type Command = { readonly shown: string; readonly script: string }

export type StartCommand = Command & {
  /** Must run before. */
  readonly build: Command | null
  /** A folder of files that are served instead of a command. */
  readonly files?: string
}

export type Wanted = { readonly start?: string | undefined; readonly build?: string | undefined }

/** The ways to start an application, the likeliest first: the user's, or the scripts of package.json. */
export async function startCommands(
  bench: Pick<Workbench, 'read' | 'list'>,
  { start, build }: Wanted,
): Promise<readonly StartCommand[]> {
  const own = (script: string | undefined) =>
    script === undefined ? null : { shown: script, script }
  const wanted = own(start)
  if (wanted !== null) return [{ ...wanted, build: own(build) }]
  const scripts = field(jsonOf((await bench.read('package.json')) ?? ''), 'scripts')
  const named = (name: string): Command | null => {
    const text = field(scripts, name)
    if (typeof text !== 'string' || text.trim() === '') return null
    const before = field(scripts, `pre${name}`)
    const script = typeof before === 'string' ? `${before} && ${text}` : text
    return { shown: `npm run ${name}`, script }
  }
  const paths = await bench.list()
  const byName = (['dev', 'start', 'preview'] as const).flatMap((name) => {
    const command = named(name)
    // a development server builds by itself
    const before = own(build) ?? (name === 'dev' ? null : named('build'))
    return command === null ? [] : [{ ...command, build: before }]
  })
  // npm starts this file where no script tells it otherwise
  const isDefault = named('start') === null && paths.includes('server.js')
  const server = { shown: 'node server.js', script: 'node server.js', build: own(build) }
  const site = await staticSite(bench, paths)
  return [...byName, ...(isDefault ? [server] : []), ...(site === null ? [] : [site])]
}

/** Pages that need no server of their own: the ones nearest to the root, unless their scripts must be built first. */
async function staticSite(
  bench: Pick<Workbench, 'read'>,
  paths: readonly string[],
): Promise<StartCommand | null> {
  const [index] = paths
    .filter((path) => /^(?:[^/]+\/)?index\.html$/.test(path))
    .toSorted((a, b) => a.length - b.length)
  if (index === undefined) return null
  const text = (await bench.read(index)) ?? ''
  if (/<script[^>]*\ssrc\s*=\s*["']?[^"'\s>]+\.(?:[mc]?tsx?|jsx)\b/i.test(text)) return null
  const files = index === 'index.html' ? '.' : index.slice(0, -'/index.html'.length)
  return { shown: `the files of ${files}/`, script: '', build: null, files }
}
