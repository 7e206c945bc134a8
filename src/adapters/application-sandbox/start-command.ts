import { field, jsonOf } from '../../kit/parse.ts'
import type { Workbench } from '../../ports/workbench.ts'

/** A command as a person would type it, and as it is run. */
export type Command = { readonly shown: string; readonly script: string }

export type StartCommand = Command & {
  /** Must run before. */
  readonly build: Command | null
}

export type Wanted = { readonly start?: string | undefined; readonly build?: string | undefined }

/** The ways to start an application, the likeliest first: the user's, or the scripts of package.json. */
export async function startCommands(
  bench: Pick<Workbench, 'read'>,
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
  return (['dev', 'start', 'preview'] as const).flatMap((name) => {
    const command = named(name)
    // a development server builds by itself
    const before = own(build) ?? (name === 'dev' ? null : named('build'))
    return command === null ? [] : [{ ...command, build: before }]
  })
}
