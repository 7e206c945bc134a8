import { type Change, isAsked, kindOfFile, type TextChange } from './change.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { packageFiles } from './package-json.ts'
import { judging } from './pipeline-scripts.ts'
import { commandsOf } from './shell.ts'
import { globMatcher } from '../../kit/glob.ts'

const rules = rulesOf('build_success', {
  'scripts-rerouted': [
    'fail',
    'Scripts run in another shell or with other programs',
    'A shell or a program that always agrees makes every check green.',
    'Let scripts run as they did.',
  ],
  'script-removes-files': [
    'fail',
    'A script deletes or rewrites files of the project',
    'Tests or settings that are gone when the check runs cannot fail it.',
    'Delete only what a build has made.',
  ],
})

export const packageManager: Family = { family: 'pipeline', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  return [
    ...change.texts.flatMap((text) =>
      isAsked(change.asked.settings, text.path) ? [] : settings(text),
    ),
    ...packageFiles(change).flatMap((file) => {
      if (isAsked(change.asked.settings, file.path)) return []
      return Object.entries(file.after.scripts).flatMap(([name, line]) =>
        line === file.before.scripts[name] || !judging.test(name)
          ? []
          : scriptProblems(name, line, { ...file, change }),
      )
    }),
  ]
}

const isManagerFile = (path: string): boolean =>
  /(?:^|\/)(?:\.npmrc|\.yarnrc|\.yarnrc\.yml|\.pnpmrc|bunfig\.toml|pnpm-workspace\.yaml)$/.test(
    path,
  )

const shells =
  /(?:^|[/\\])(?:sh|bash|zsh|dash|ash|ksh|fish|cmd|powershell|pwsh|git-bash)(?:\.exe)?$/

/** A setting that decides what runs, where packages come from, or whether their source is proven. */
function rerouted(line: string): boolean {
  const match = /^\s*["']?([\w-]+)["']?\s*[=:]\s*["']?(.*?)["']?\s*$/.exec(line)
  const [key, value] = [match?.[1] ?? '', match?.[2] ?? '']
  if (/^(?:script-shell|scriptShell|shell)$/.test(key)) return !shells.test(`/${value}`)
  if (/^(?:node-options|nodeOptions)$/.test(key))
    return /--?(?:require|import|loader|experimental-loader|r)\b/.test(value)
  if (/^(?:strict-ssl|enableStrictSsl|verify-store-integrity)$/.test(key)) return value === 'false'
  return /^(?:registry|npmRegistryServer)$/.test(key) && value.startsWith('http:')
}

function settings({ path, before, after }: TextChange): readonly IntegrityFinding[] {
  if (after === null || !isManagerFile(path)) return []
  const old = new Set((before ?? '').split('\n'))
  return after.split('\n').flatMap((line) => {
    if (old.has(line) || !rerouted(line)) return []
    const message = `${path} changes how scripts run or where packages come from`
    return [
      findingIn(rules['scripts-rerouted'], { path, text: after }, after.indexOf(line), { message }),
    ]
  })
}

type Manifest = {
  readonly path: string
  readonly text: string
  readonly change: Change
}

function scriptProblems(
  name: string,
  line: string,
  { path, text, change }: Manifest,
): readonly IntegrityFinding[] {
  const at = Math.max(0, text.indexOf(`"${name}"`, Math.max(0, text.indexOf('"scripts"'))))
  const commands = commandsOf(line)
  const report = (rule: keyof typeof rules, message: string) => [
    findingIn(rules[rule], { path, text }, at, { message }),
  ]
  if (
    commands.some(({ words }) => words.some((word) => /^PATH=(?!\$PATH:|\$\{PATH\}:)/.test(word)))
  )
    return report('scripts-rerouted', `the script ${name} looks for programs elsewhere first`)
  const hit = commands.flatMap(({ words }) => targetsOf(words)).find((word) => isOurs(word, change))
  return hit === undefined
    ? []
    : report('script-removes-files', `the script ${name} deletes or rewrites ${hit}`)
}

/** The files that a command deletes, moves away or writes over. */
function targetsOf(words: readonly string[]): readonly string[] {
  const bare = words.filter((word) => !/^(?:npx|shx|\w+=.*)$/.test(word))
  const [program = '', ...rest] = bare
  const named = rest.filter((word) => !word.startsWith('-'))
  const written = words.flatMap((word, index) =>
    /^\d?>$/.test(word) ? (words[index + 1] ?? []) : (/^\d?>([^>&].*)$/.exec(word)?.[1] ?? []),
  )
  if (/^(?:rm|rimraf|del|del-cli|unlink|truncate|rmdir|trash)$/.test(program))
    return [...named, ...written]
  if (program === 'mv') return [...named.slice(0, -1), ...written]
  if (/^(?:sed|perl)$/.test(program) && rest.some((word) => /^-\w*i/.test(word)))
    return [...named.slice(1), ...written]
  if (program === 'find' && rest.includes('-delete')) return [...named.slice(0, 1), ...written]
  return written
}

/** Whether a word names files of the project that are no build's. */
const isOurs = (word: string, { before }: Change): boolean =>
  word !== '' &&
  [...before.keys()].some((path) => kindOfFile(path) !== 'generated' && globMatcher(word)(path))
