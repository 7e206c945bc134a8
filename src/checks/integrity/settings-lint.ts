import { type Change, isAsked, kindOfFile } from './change.ts'
import { type Family, findingGone, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { globMatcher } from '../../kit/glob.ts'
import { isRecord } from './package-json.ts'
import { at, gapOf, listOf, offsetOf, settingsOf } from './settings-read.ts'
import { isScriptPath } from './source.ts'

const rules = rulesOf('readability', {
  'lint-rule-off': [
    'fail',
    'A lint rule was switched off or lowered',
    'What the rule would show is no longer shown.',
    'Keep the rule and mend the code.',
  ],
  'lint-narrowed': [
    'fail',
    'The linter looks at fewer files',
    'A file that is not looked at has no faults to show.',
    'Let the linter see all files.',
  ],
  'lint-removed': [
    'fail',
    'The settings of the linter are gone',
    'Without them the linter checks little or nothing.',
    'Put the settings back.',
  ],
})

export const settingsLint: Family = { family: 'settings', rules: Object.values(rules), look }

const isLintConfig = (path: string): boolean =>
  /(?:^|\/)(?:\.eslintrc(?:\.\w+)?|eslint\.config\.[cm]?[jt]s|\.?oxlintrc\.json|oxlint\.(?:json|config\.ts)|biome\.jsonc?|\.?stylelintrc[\w.]*|tslint\.json|package\.json)$/.test(
    path,
  )
const isIgnoreFile = (path: string): boolean =>
  /(?:^|\/)\.(?:eslint|oxlint|biome|lint)ignore$/.test(path)

/** What the linter is told: how severe each rule is for which files, and what it does not look at. */
type Facts = {
  readonly levels: ReadonlyMap<string, number>
  readonly ignored: readonly string[]
  readonly bases: readonly string[]
}

const levelOf = (value: unknown): number | null => {
  const first: unknown = Array.isArray(value)
    ? value[0]
    : isRecord(value)
      ? (value['level'] ?? value['severity'])
      : value
  if (first === 'off' || first === 0 || first === false || first === 'allow') return 0
  if (first === 'warn' || first === 1 || first === 'info') return 1
  return first === 'error' || first === 2 || first === 'deny' || first === 'on' || first === true
    ? 2
    : null
}

function factsOf(settings: unknown): Facts {
  const levels = new Map<string, number>()
  const ignored: string[] = []
  const bases: string[] = []
  const read = (value: unknown, files: string, depth: number): void => {
    if (depth > 6) return
    if (typeof value === 'string') bases.push(value)
    if (Array.isArray(value)) for (const each of value) read(each, files, depth + 1)
    if (!isRecord(value)) return
    const own = listOf(value['files'] ?? value['includes']).filter((each) => !each.startsWith('!'))
    const here = own.length > 0 && value['rules'] !== undefined ? own.toSorted().join(',') : files
    readRules(value['rules'], here, levels)
    readRules(value['categories'], `${here} category`, levels)
    // in flat settings a list of ignores with rules beside it belongs to those rules only
    if (value['rules'] === undefined || !Array.isArray(settings))
      ignored.push(...listOf(value['ignores'] ?? value['ignorePatterns'] ?? value['ignore']))
    ignored.push(
      ...listOf(value['includes'])
        .filter((each) => each.startsWith('!'))
        .map((each) => each.replace(/^!+/, '')),
    )
    bases.push(...listOf(value['extends']), ...listOf(value['plugins']))
    read(value['overrides'], here, depth + 1)
    if (value['enabled'] === false) levels.set(`${here}|enabled`, 0)
    for (const key of ['linter', 'files'])
      if (isRecord(value[key])) read(value[key], here, depth + 1)
  }
  read(settings, '', 0)
  return { levels, ignored, bases }
}

function readRules(value: unknown, files: string, levels: Map<string, number>, prefix = ''): void {
  if (!isRecord(value)) return
  for (const [name, each] of Object.entries(value)) {
    const level = levelOf(each)
    if (level !== null) levels.set(`${files}|${prefix}${name}`, level)
    else if (isRecord(each)) readRules(each, files, levels, `${name}/`)
  }
}

function lintSettings(change: Change, side: 'before' | 'after', path: string): unknown {
  const settings = settingsOf(change, side, path)
  return path.endsWith('package.json') ? at(settings, 'eslintConfig') : settings
}

function look(change: Change): readonly IntegrityFinding[] {
  return change.texts.flatMap(({ path, oldPath, before, after }) => {
    if (isAsked(change.asked.settings, path, oldPath)) return []
    if (isIgnoreFile(path)) return ignoreFile(change, path, before ?? '', after ?? '')
    if (before === null || !isLintConfig(oldPath)) return []
    const was = lintSettings(change, 'before', oldPath)
    if (was === undefined) return []
    const successor =
      after === null
        ? change.texts.find((each) => each.before === null && isLintConfig(each.path))?.path
        : path
    const now = successor === undefined ? undefined : lintSettings(change, 'after', successor)
    if (successor === undefined || now === undefined)
      return [
        findingGone(
          rules['lint-removed'],
          { path: oldPath },
          { message: `the settings of the linter in ${oldPath} are gone`, evidence: '' },
        ),
      ]
    return looser(change, successor, {
      was: factsOf(was),
      now: factsOf(now),
      isMoved: successor !== oldPath,
    })
  })
}

type Versions = { readonly was: Facts; readonly now: Facts; readonly isMoved: boolean }

function looser(
  change: Change,
  path: string,
  { was, now, isMoved }: Versions,
): readonly IntegrityFinding[] {
  const text = change.after.get(path) ?? ''
  const findings: IntegrityFinding[] = []
  const report = (rule: keyof typeof rules, key: string, message: string) =>
    findings.push(
      findingIn(
        rules[rule],
        { path, text },
        text.includes(key) && key !== '"rules"'
          ? offsetOf(text, key)
          : gapOf(change.before.get(path) ?? '', text),
        {
          message: `${message} in ${path}`,
        },
      ),
    )
  for (const [key, level] of now.levels) {
    const old = was.levels.get(key)
    const name = key.split('|')[1] ?? ''
    const general = was.levels.get(`|${name}`)
    if (old === undefined ? level === 0 && general !== 0 : level < old)
      report(
        'lint-rule-off',
        name.split('/').at(-1) ?? name,
        `${name} is ${level === 0 ? 'off' : 'only a warning'}`,
      )
  }
  for (const [key, level] of was.levels)
    if (level > 0 && !now.levels.has(key) && !isMoved)
      report('lint-rule-off', '"rules"', `${key.split('|')[1] ?? ''} is no longer set`)
  const kept = new Set(now.bases)
  for (const base of was.bases)
    if (!kept.has(base) && !isMoved && now.bases.length < was.bases.length)
      report('lint-rule-off', 'extends', `${base} is no longer used`)
  const lost = newlyIgnored(change, was.ignored, now.ignored)
  if (lost.length > 0)
    report('lint-narrowed', 'gnore', `${lost.slice(0, 3).join(', ')} is no longer looked at`)
  return findings
}

function newlyIgnored(
  change: Change,
  was: readonly string[],
  now: readonly string[],
): readonly string[] {
  const isIgnored = (path: string, list: readonly string[]) =>
    list.some(
      (each) =>
        !each.startsWith('!') &&
        (globMatcher(each)(path) ||
          (!/\//.test(each) && globMatcher(each)(path.split('/').at(-1) ?? ''))),
    )
  return [...change.after.keys()].filter((path) => {
    const kind = kindOfFile(path)
    const counts =
      isScriptPath(path) && kind !== 'generated' && kind !== 'types' && !/fixtures?\//.test(path)
    return counts && isIgnored(path, now) && !isIgnored(path, was)
  })
}

function ignoreFile(
  change: Change,
  path: string,
  before: string,
  after: string,
): readonly IntegrityFinding[] {
  const lines = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'))
  const lost = newlyIgnored(change, lines(before), lines(after))
  if (lost.length === 0) return []
  return [
    findingIn(rules['lint-narrowed'], { path, text: after }, 0, {
      message: `${lost.slice(0, 3).join(', ')} is no longer looked at`,
    }),
  ]
}
