import { isAsked, type Change, type TextChange } from './change.ts'
import { jsonObject, stringsIn } from './package-json.ts'
import { type Family, findingIn, type IntegrityFinding } from './rule.ts'
import type { RuleName } from './rules.ts'
import {
  commandsOf,
  forgives,
  innerLine,
  isChecker,
  isNoOp,
  programOf,
  type ShellCommand,
  toolOf,
} from './shell.ts'

/** Scripts of a package that let more through, and settings that run them otherwise. */
export const pipelineScripts: Family = {
  look: ({ texts, asked }: Change) =>
    texts.flatMap((text) =>
      isAsked(asked.settings, text.path) ? [] : [...packageScripts(text), ...reroutings(text)],
    ),
}

/** Names of scripts that judge the project. */
const judging =
  /test|spec|lint|check|types?|tsc|build|compile|coverage|cover|verify|ci|unit|e2e|format|audit|validate|^pre|^post/i

type Scripts = Readonly<Record<string, string>>

const scriptsIn = (text: string): Scripts => stringsIn(jsonObject(text)['scripts'])

function packageScripts({ path, before, after }: TextChange): readonly IntegrityFinding[] {
  if (!/(?:^|\/)package\.json$/.test(path) || before === null || after === null) return []
  const [was, now] = [scriptsIn(before), scriptsIn(after)]
  return Object.keys(was)
    .filter((name) => judging.test(name) && was[name] !== now[name])
    .flatMap((name) => {
      const problem = problemOf(name, was, now)
      if (problem === null) return []
      const [rule, message] = problem
      const from = Math.max(0, after.indexOf('"scripts"'))
      const at = Math.max(0, after.indexOf(`"${name}"`, from))
      return [
        findingIn(rule, { path, text: after }, at, { message: `the script ${name} ${message}` }),
      ]
    })
}

function problemOf(name: string, was: Scripts, now: Scripts): readonly [RuleName, string] | null {
  const [old = '', fresh] = [was[name], now[name]]
  const did = leavesOf(old, was)
  if (fresh === undefined) {
    const left = new Set(Object.values(now).flatMap((line) => leavesOf(line, now).map(toolOf)))
    const isLost = did.some((command) => !left.has(toolOf(command)))
    return isLost ? ['script-removed', `(\`${old}\`) is gone`] : null
  }
  const does = leavesOf(fresh, now)
  const works = (commands: readonly ShellCommand[]) => commands.some((command) => !isNoOp(command))
  if (works(did) && !works(does))
    return ['script-emptied', `was \`${old}\` and is \`${fresh}\` now`]
  if (!forgives(old) && forgives(fresh))
    return ['script-ignores-failure', `succeeds even when \`${old}\` fails`]
  if (/(?:^|\s)PATH=(?!\$\{?PATH\}?:)/.test(fresh) && !old.includes('PATH='))
    return ['scripts-rerouted', 'looks for programs elsewhere first']
  const less = narrowing(did, does)
  return less === null ? null : ['script-narrowed', less]
}

/** The commands a line comes down to, other scripts of the package followed. */
function leavesOf(line: string, scripts: Scripts, depth = 0): readonly ShellCommand[] {
  if (depth > 5) return []
  return commandsOf(line).flatMap((command) => {
    const [program = '', ...rest] = command.words
    const called = /^(?:npm|pnpm|yarn|bun)$/.test(program)
      ? rest.find((word) => !/^-|^run(?:-script)?$/.test(word))
      : undefined
    const next = innerLine(command) ?? scripts[called ?? '']
    return next === undefined ? [command] : leavesOf(next, scripts, depth + 1)
  })
}

/** Options that make a tool look at less or forgive more. */
export const looserFlags =
  /^--?(?:passWithNoTests|pass-with-no-tests|testNamePattern|test-name-pattern|testPathPattern\w*|testPathIgnorePatterns|exclude|grep|onlyChanged|changed|related|findRelatedTests|updateSnapshot|update|skipLibCheck|noCheck|transpile-only|transpileOnly|no-coverage|forceExit|retry|retries|quiet|allowOnly|dangerouslyIgnoreUnhandledErrors|ignore-pattern|no-error-on-unmatched-pattern|bail|shard|project|t|u|o|g|test-only|no-typecheck|skip|fix-dry-run|silent-exit|no-eslintrc|rule|allow|listTests|list|collect|dry-run|showConfig|coverage\.enabled=false|noEmitOnError|coverage\.(?:exclude|include|thresholds[\w.]*)|testTimeout|test-timeout|dir|filter)(?:=|$)/
const stricterFlags =
  /^--?(?:max-warnings|coverage|strict|typecheck|frozen-lockfile|ci|type-aware|deny-warnings|check|noEmit|coverage\.\w+)/

const flagOf = (word: string): string => word.split('=')[0] ?? word
const lacks = ({ words }: ShellCommand) => {
  const had = new Set(words.map(flagOf))
  return (word: string): boolean => !had.has(flagOf(word))
}

/** How many warnings a linter may find; not a number where nobody said. */
const warningsOf = ({ words }: ShellCommand): number =>
  Number(/--max-warnings[= ](\d+)/.exec(words.join(' '))?.[1])

/** What the commands of a script check less than those before them. */
function narrowing(was: readonly ShellCommand[], now: readonly ShellCommand[]): string | null {
  const tools = new Set(now.map(toolOf))
  const lost = was.map(toolOf).find((tool) => isChecker(tool) && !tools.has(tool))
  if (lost !== undefined) return `no longer runs ${lost}`
  for (const command of now) {
    const old = was.find((each) => toolOf(each) === toolOf(command))
    if (old === undefined) continue
    const added = command.words.filter(lacks(old)).find((word) => looserFlags.test(word))
    if (added !== undefined) return `was given ${added}`
    const dropped = old.words.filter(lacks(command)).find((word) => stricterFlags.test(word))
    if (dropped !== undefined && programOf(old) === programOf(command)) return `lost ${dropped}`
    const [allowed, allows] = [warningsOf(old), warningsOf(command)]
    if (allows > allowed) return `allows ${allows} warnings instead of ${allowed}`
    const only = targetsOf(command)
    if (isChecker(toolOf(command)) && targetsOf(old).length === 0 && only.length > 0)
      return `looks only at ${only.join(' ')}`
  }
  return null
}

/** Files and folders a command names; a folder for all of the source narrows nothing. */
const targetsOf = ({ words }: ShellCommand): readonly string[] =>
  words
    .slice(1)
    .filter(
      (word, index) =>
        !word.startsWith('-') &&
        /[./]/.test(word) &&
        !/^(?:\.|\.\/|src\/?|tests?\/?|\.\/src|\*\*.*)$|config|\.json$/.test(word) &&
        !/^--?(?:config|c|p|project|reporter|outDir)$/.test(words[index] ?? ''),
    )

const managerFile =
  /(?:^|\/)(?:\.npmrc|\.yarnrc|\.yarnrc\.yml|\.pnpmrc|bunfig\.toml|pnpm-workspace\.yaml)$/
const shells =
  /(?:^|[/\\])(?:ba|z|da|a|k|fi)?sh(?:\.exe)?$|(?:^|[/\\])(?:cmd|powershell|pwsh)(?:\.exe)?$/

/** A setting that decides what runs, where packages come from, or whether their source is proven. */
function isRerouting(line: string): boolean {
  const [, key = '', value = ''] =
    /^\s*["']?([\w-]+)["']?\s*[=:]\s*["']?(.*?)["']?\s*$/.exec(line) ?? []
  if (/^(?:script-shell|scriptShell|shell)$/.test(key)) return !shells.test(value)
  if (/^(?:node-options|nodeOptions)$/.test(key))
    return /--?(?:require|import|loader|r)\b/.test(value)
  if (/^(?:strict-ssl|enableStrictSsl|verify-store-integrity)$/.test(key)) return value === 'false'
  return /^(?:registry|npmRegistryServer)$/.test(key) && value.startsWith('http:')
}

function reroutings({ path, before, after }: TextChange): readonly IntegrityFinding[] {
  if (after === null || !managerFile.test(path)) return []
  const old = new Set((before ?? '').split('\n'))
  const message = `${path} changes how scripts run or where packages come from`
  return after
    .split('\n')
    .filter((line) => !old.has(line) && isRerouting(line))
    .map((line) =>
      findingIn('scripts-rerouted', { path, text: after }, after.indexOf(line), { message }),
    )
}
