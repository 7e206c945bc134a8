import { isAsked, type Change } from './change.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { packageFiles, type PackageJson } from './package-json.ts'
import {
  commandsOf,
  innerLine,
  isNoOp,
  losesExitCode,
  programOf,
  swallowsFailure,
} from './shell.ts'

const rules = rulesOf('build_success', {
  'script-emptied': [
    'fail',
    'A script of the project does nothing any more',
    'A gate that runs it is green for any code.',
    'Let the script do its work again.',
  ],
  'script-removed': [
    'fail',
    'A script that checks the project is gone',
    'What is not run cannot fail.',
    'Put the script back.',
  ],
  'script-ignores-failure': [
    'fail',
    'A script succeeds although its command failed',
    'A failing check no longer fails the gate.',
    'Let the failure through.',
  ],
  'script-narrowed': [
    'fail',
    'A script checks less than it did',
    'Tests, files or whole tools are left out.',
    'Run all of it, as before.',
  ],
  'install-script-added': [
    'warn',
    'A script runs when the package is installed',
    'Code that runs on install runs on every machine, unseen.',
    'Do without it, or have it asked for.',
  ],
})

export const pipelineScripts: Family = { family: 'pipeline', rules: Object.values(rules), look }

/** Names of scripts that judge the project. */
export const judging =
  /test|spec|lint|check|types?|tsc|build|compile|coverage|cover|verify|ci|unit|e2e|format|audit|validate|^pre|^post/i

function look(change: Change): readonly IntegrityFinding[] {
  return packageFiles(change).flatMap(({ path, text, before, after }) => {
    if (isAsked(change.asked.settings, path)) return []
    const names = [...new Set([...Object.keys(before.scripts), ...Object.keys(after.scripts)])]
    return names.flatMap((name) => {
      const [was, now] = [before.scripts[name], after.scripts[name]]
      if (was === now) return []
      const at = Math.max(0, text.indexOf(`"${name}"`, Math.max(0, text.indexOf('"scripts"'))))
      const found = problemOf(name, { was, now, before, after })
      return found === null
        ? []
        : [findingIn(rules[found.rule], { path, text }, at, { message: found.message })]
    })
  })
}

type Versions = {
  readonly was: string | undefined
  readonly now: string | undefined
  readonly before: PackageJson
  readonly after: PackageJson
}

type Problem = { readonly rule: keyof typeof rules; readonly message: string } | null

function problemOf(name: string, { was, now, before, after }: Versions): Problem {
  const installs = /^(?:pre|post)?install$|^prepare$|^preprepare$|^postprepare$/.test(name)
  if (
    now !== undefined &&
    was === undefined &&
    installs &&
    !/^(?:husky|lefthook|simple-git-hooks|npm run build|tsc|node scripts\/)/.test(now)
  )
    return {
      rule: 'install-script-added',
      message: `the script ${name} runs \`${now}\` on every install`,
    }
  if (was === undefined || !judging.test(name)) return null
  const old = leaves(was, before)
  if (now === undefined) {
    const left = new Set(
      Object.values(after.scripts).flatMap((line) => leaves(line, after).map(tool)),
    )
    const lost = old.map(tool).filter((each) => !left.has(each))
    return lost.length === 0
      ? null
      : { rule: 'script-removed', message: `the script ${name} (\`${was}\`) is gone` }
  }
  const fresh = leaves(now, after)
  const did = (lines: typeof old) => lines.some((command) => !isNoOp(command))
  if (did(old) && !did(fresh))
    return {
      rule: 'script-emptied',
      message: `the script ${name} was \`${was}\` and is \`${now}\` now`,
    }
  const forgives = (line: string) =>
    swallowsFailure(commandsOf(line)) || losesExitCode(commandsOf(line))
  if (!forgives(was) && forgives(now))
    return {
      rule: 'script-ignores-failure',
      message: `the script ${name} succeeds even when \`${was}\` fails`,
    }
  const less = narrowing(old, fresh)
  return less === null ? null : { rule: 'script-narrowed', message: `the script ${name} ${less}` }
}

type Command = ReturnType<typeof commandsOf>[number]

/** The commands a line comes down to, other scripts of the package followed. */
function leaves(line: string, { scripts }: PackageJson, depth = 0): readonly Command[] {
  return commandsOf(line).flatMap((command) => {
    const { words } = command
    const inner = innerLine(command)
    if (inner !== null && depth < 5) return leaves(inner, { scripts }, depth + 1)
    const called = /^(?:npm|pnpm|yarn|bun)$/.test(words[0] ?? '')
      ? words
          .slice(1)
          .find((word) => word !== 'run' && word !== 'run-script' && !word.startsWith('-'))
      : undefined
    const target = called === undefined ? undefined : scripts[called]
    return target === undefined || depth > 5 ? [command] : leaves(target, { scripts }, depth + 1)
  })
}

/** Tools that do the same work count as one. */
function tool(command: Command): string {
  const name = programOf(command)
  if (
    /^(?:vitest|jest|mocha|ava|tap|node --test|karma|tape|uvu|tsd|borp|jasmine|qunit|poku|lab)$/.test(
      name,
    )
  )
    return 'a test runner'
  if (/^(?:eslint|oxlint|biome|standard|xo|tslint)$/.test(name)) return 'a linter'
  if (/^(?:tsc|vue-tsc|tsgo|svelte-check)$/.test(name)) return 'a type checker'
  if (/^(?:prettier|oxfmt|dprint)$/.test(name)) return 'a formatter'
  return name
}

/** Options that make a tool look at less or forgive more. */
export const looserFlags =
  /^--?(?:passWithNoTests|pass-with-no-tests|testNamePattern|test-name-pattern|testPathPattern\w*|testPathIgnorePatterns|exclude|grep|onlyChanged|changed|related|findRelatedTests|updateSnapshot|update|skipLibCheck|noCheck|transpile-only|transpileOnly|no-coverage|forceExit|retry|retries|quiet|allowOnly|dangerouslyIgnoreUnhandledErrors|ignore-pattern|no-error-on-unmatched-pattern|bail|shard|project|t|u|o|g|test-only|no-typecheck|skip|fix-dry-run|silent-exit|no-eslintrc|rule|allow|listTests|list|collect|dry-run|showConfig|coverage\.enabled=false|noEmitOnError|coverage\.(?:exclude|include|thresholds[\w.]*)|testTimeout|test-timeout|dir|filter)(?:=|$)/
const stricterFlags =
  /^--?(?:max-warnings|coverage|strict|typecheck|frozen-lockfile|ci|type-aware|deny-warnings|check|noEmit|coverage\.\w+)/

function narrowing(was: readonly Command[], now: readonly Command[]): string | null {
  const after = new Set(now.map(tool))
  const lost = was
    .filter((command) => !isNoOp(command))
    .map(tool)
    .filter((each) => !after.has(each) && isChecker(each))
  if (lost[0] !== undefined) return `no longer runs ${lost[0]}`
  for (const command of now) {
    const old = was.find((each) => tool(each) === tool(command))
    if (old === undefined) continue
    const had = new Set(old.words.map((word) => word.split('=')[0]))
    const added = command.words.find(
      (word) => looserFlags.test(word) && !had.has(word.split('=')[0]),
    )
    if (added !== undefined) return `was given ${added}`
    const has = new Set(command.words.map((word) => word.split('=')[0]))
    const dropped =
      programOf(old) === programOf(command)
        ? old.words.find((word) => stricterFlags.test(word) && !has.has(word.split('=')[0]))
        : undefined
    if (dropped !== undefined) return `lost ${dropped}`
    const limit = warningLimit(old, command)
    if (limit !== null) return limit
    const only = targets(command).filter((word) => !targets(old).includes(word))
    if (isChecker(tool(command)) && only[0] !== undefined && targets(old).length === 0)
      return `looks only at ${only.join(' ')}`
  }
  return null
}

const isChecker = (name: string): boolean =>
  name.startsWith('a ') ||
  /^(?:knip|publint|playwright|cypress|stryker|attw|depcheck|madge)$/.test(name)

/** Files and folders a command names; a folder for all of the source narrows nothing. */
const targets = ({ words }: Command): readonly string[] =>
  words
    .slice(1)
    .filter(
      (word, index) =>
        !word.startsWith('-') &&
        /[./]/.test(word) &&
        !/^(?:\.|\.\/|src\/?|tests?\/?|\.\/src|\*\*.*)$|config|tsconfig|\.json$/.test(word) &&
        !/^--?(?:config|c|p|project|reporter|outDir)$/.test(words[index] ?? ''),
    )

function warningLimit(old: Command, now: Command): string | null {
  const value = ({ words }: Command) => {
    const at = words.findIndex((word) => word.startsWith('--max-warnings'))
    return at < 0 ? null : Number(words[at]?.split('=')[1] ?? words[at + 1])
  }
  const [was, is_] = [value(old), value(now)]
  return was !== null && is_ !== null && is_ > was
    ? `allows ${is_} warnings instead of ${was}`
    : null
}
