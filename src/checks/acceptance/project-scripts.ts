import { z } from 'zod'
import { segmentsOf, type Segment } from '../integrity/shell.ts'
import { doesNothing, joined, unmasked } from './shell-script.ts'
import { jsonOf } from '../../kit/parse.ts'

const Names = z.record(z.string(), z.string()).catch({})

const PackageFile = z.object({
  name: z.string().catch('').default(''),
  version: z.string().catch('').default(''),
  scripts: Names.default({}),
  dependencies: Names.default({}),
  devDependencies: Names.default({}),
})

/** What a package.json says about commands. */
export type ProjectPackage = {
  readonly name: string
  readonly version: string
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: ReadonlySet<string>
  /** Why it cannot be read, or null. */
  readonly problem: string | null
}

export function readPackage(text: string | null): ProjectPackage {
  const nothing = { name: '', version: '', scripts: {}, dependencies: new Set<string>() }
  if (text === null) return { ...nothing, problem: null }
  const parsed = PackageFile.safeParse(jsonOf(text))
  if (!parsed.success)
    return { ...nothing, problem: 'package.json: expected a JSON object with scripts' }
  const { name, version, scripts, dependencies, devDependencies } = parsed.data
  const all = new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)])
  return { name, version, scripts, dependencies: all, problem: null }
}

export type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun'

const locks: readonly (readonly [file: string, manager: Manager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
]

export const managerOf = (files: ReadonlySet<string>): Manager =>
  locks.find(([file]) => files.has(file))?.[1] ?? 'npm'

const delegated = /^(?:npm(?: run)?|pnpm(?: run)?|yarn(?: run)?|bun run)\s+([\w:.-]+)((?:\s+.*)?)$/

/** Follows scripts that start others, so that the programs behind them are seen. */
export function resolveScript(
  scripts: Readonly<Record<string, string>>,
  name: string,
  depth = 4,
): string {
  const script = (scripts[name] ?? '').trim()
  const segments = segmentsOf(script)
  if (depth === 0 || !isPlainChain(segments)) return withHooks(scripts, name, script)
  const followed = segments.map((segment) => {
    const [, next = '', rest = ''] = delegated.exec(segment.text.trim()) ?? []
    if (!Object.hasOwn(scripts, next) || next === name) return segment
    const inner = `${resolveScript(scripts, next, depth - 1)}${rest.replace(/^\s+--(?=\s|$)/, '')}`
    return isPlainChain(segmentsOf(inner)) || segments.length === 1
      ? { ...segment, text: segment.text.replace(segment.text.trim(), () => inner) }
      : segment
  })
  return withHooks(scripts, name, joined(followed))
}

/** Only chains of `&&` mean the same when one is put into the other. */
const isPlainChain = (segments: readonly Segment[]): boolean =>
  segments.every(({ sign }) => sign === '' || sign === '&&')

/** npm runs `pretest` before `test` and `posttest` behind it. */
const withHooks = (
  scripts: Readonly<Record<string, string>>,
  name: string,
  script: string,
): string =>
  [scripts[`pre${name}`], script, scripts[`post${name}`]]
    .filter((part) => part !== undefined && part.trim() !== '')
    .join(' && ')

const unwritten = /no test specified/

/** A script that could fail: npm's own placeholder and scripts that do nothing are none. */
export function usableScript(
  scripts: Readonly<Record<string, string>>,
  name: string,
): string | null {
  const script = scripts[name]
  if (script === undefined || unwritten.test(script)) return null
  const whole = unmasked(resolveScript(scripts, name))
  return doesNothing(whole) ? null : whole
}

const dangers: readonly (readonly [pattern: RegExp, problem: string])[] = [
  [
    /\brm\s+(?:-\w+\s+)*-\w*[rR]\w*\s+(?:-\w+\s+)*["']?(?:\/(?!\w)|\/\*|~|\$\{?HOME)/,
    'deletes a whole home or system',
  ],
  [/\b(?:curl|wget)\b[^|;&]*\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/, 'runs what it downloads'],
  [/\b(?:ba|z|da)?sh\s+(?:-c\s+)?["']?(?:<\(|\$\()\s*(?:curl|wget)\b/, 'runs what it downloads'],
  [/(?:^|[\s;&|(])eval\s/, 'runs text as a command (eval)'],
  [/\bbase64\s+(?:-d|-D|--decode)\b[^|;&]*\|\s*(?:ba|z)?sh\b/, 'runs a hidden command'],
  [/(?:^|[\s;&|])sudo\s/, 'asks for the rights of root'],
  [/\b(?:mkfs(?:\.\w+)?\s|dd\s[^;&|]*\bof=\/dev\/)|>\s*\/dev\/[sh]d/, 'writes to a disk device'],
  [/:\(\)\s*\{/, 'is a fork bomb'],
  [/\bchmod\s+(?:-R\s+)?0?777\s+\//, 'opens the system to everyone'],
  [
    /(?:\bcat|<)\s*(?:~|\$HOME|\/root|\/home\/\w+)?\/?\.(?:ssh|aws|npmrc|netrc)\b/,
    'reads credentials',
  ],
  [/\bnc\s+(?:-\w+\s+)*-e\b|\/dev\/tcp\//, 'opens a connection for a shell'],
]

export type ScriptProblem = {
  readonly script: string
  readonly line: number | null
  readonly problem: string
  readonly text: string
}

/** Scripts that would harm a machine without walls, and gates that are always open. */
export function scriptProblems(
  scripts: Readonly<Record<string, string>>,
  packageText: string,
): readonly ScriptProblem[] {
  const lines = packageText.split('\n')
  const lineOf = (name: string) => {
    const at = lines.findIndex(
      (line) =>
        line.includes(`${JSON.stringify(name)}:`) || line.includes(`${JSON.stringify(name)} :`),
    )
    return at < 0 ? null : at + 1
  }
  return Object.entries(scripts).flatMap(([script, text]) => {
    const results = [
      ...new Set(dangers.filter(([pattern]) => pattern.test(text)).map(([, why]) => why)),
    ]
    const gate = /^(?:build|test|lint)$/.test(script) && !unwritten.test(text)
    if (gate && doesNothing(text)) results.push('does nothing, so that it cannot fail')
    else if (gate && unmasked(text) !== text)
      results.push('hides its own failure, so that it is run without that end')
    return results.map((problem) => ({
      script,
      line: lineOf(script),
      problem,
      text: text.slice(0, 200),
    }))
  })
}
