import { globMatcher } from '../../kit/glob.ts'
import { type Change, isAsked, kindOfFile, type TextChange } from './change.ts'
import { isRecord } from './package-json.ts'
import { type Family, findingGone, findingIn, type IntegrityFinding } from './rule.ts'
import type { RuleName } from './rules.ts'
import { at, listOf, placeOf, settingsOf } from './settings-read.ts'
import { isScriptPath } from './source.ts'

/** Settings of linters by which they check less, or fewer files. */
export const settingsLint: Family = {
  look: (change) =>
    change.texts.flatMap((text) =>
      isAsked(change.asked.settings, text.path, text.oldPath) ? [] : compared(change, text),
    ),
}

const isLintConfig = (path: string): boolean =>
  /(?:^|\/)(?:\.eslintrc(?:\.\w+)?|eslint\.config\.[cm]?[jt]s|\.?oxlintrc\.json|oxlint\.(?:json|config\.ts)|biome\.jsonc?|\.?stylelintrc[\w.]*|tslint\.json|package\.json)$/.test(
    path,
  )
const isIgnoreFile = (path: string): boolean =>
  /(?:^|\/)\.(?:eslint|oxlint|biome|lint)ignore$/.test(path)

function compared(
  change: Change,
  { path, oldPath, before, after }: TextChange,
): readonly IntegrityFinding[] {
  if (isIgnoreFile(path)) {
    const [was, now] = [before, after].map((text) => ({
      ...nothing,
      ignored: (text ?? '').split('\n').filter((line) => /^\s*[^\s#]/.test(line)),
    }))
    return looser(change, path, { was: was ?? nothing, now: now ?? nothing, isMoved: false })
  }
  const was =
    before !== null && isLintConfig(oldPath) ? settingsAt(change, 'before', oldPath) : undefined
  if (was === undefined) return []
  const target =
    after === null
      ? change.texts.find((each) => each.before === null && isLintConfig(each.path))?.path
      : path
  const now = target === undefined ? undefined : settingsAt(change, 'after', target)
  if (target === undefined || now === undefined) {
    const message = `the settings of the linter in ${oldPath} are gone`
    return [findingGone('lint-rule-off', { path: oldPath }, { message })]
  }
  return looser(change, target, {
    was: factsOf(was),
    now: factsOf(now),
    isMoved: target !== oldPath,
  })
}

function settingsAt(change: Change, side: 'before' | 'after', path: string): unknown {
  const settings = settingsOf(change, side, path)
  return path.endsWith('package.json') ? at(settings, 'eslintConfig') : settings
}

/** What the linter is told: how severe each rule is for which files, and what it does not look at. */
type Facts = {
  readonly levels: ReadonlyMap<string, number>
  readonly ignored: readonly string[]
  readonly bases: readonly string[]
}

const nothing: Facts = { levels: new Map(), ignored: [], bases: [] }

const levels: readonly (readonly unknown[])[] = [
  ['off', 0, false, 'allow'],
  ['warn', 1, 'info'],
  ['error', 2, 'deny', 'on', true],
]

function levelOf(value: unknown): number {
  const first: unknown = Array.isArray(value)
    ? value[0]
    : isRecord(value)
      ? (value['level'] ?? value['severity'])
      : value
  return levels.findIndex((words) => words.includes(first))
}

function factsOf(settings: unknown): Facts {
  const facts = {
    levels: new Map<string, number>(),
    ignored: [] as string[],
    bases: [] as string[],
  }
  const readRules = (value: unknown, files: string, prefix = ''): void => {
    for (const [name, each] of Object.entries(isRecord(value) ? value : {}))
      if (levelOf(each) >= 0) facts.levels.set(`${files}|${prefix}${name}`, levelOf(each))
      else readRules(each, files, `${name}/`)
  }
  const read = (value: unknown, files: string, depth: number): void => {
    if (depth > 6) return
    if (typeof value === 'string') facts.bases.push(value)
    if (Array.isArray(value)) for (const each of value) read(each, files, depth + 1)
    if (!isRecord(value)) return
    const { rules, includes } = value
    const own = listOf(value['files'] ?? includes).filter((each) => !each.startsWith('!'))
    const here = own.length > 0 && rules !== undefined ? own.toSorted().join(',') : files
    readRules(rules, here)
    readRules(value['categories'], `${here} category`)
    // in flat settings a list of ignores with rules beside it belongs to those rules only
    if (rules === undefined || !Array.isArray(settings))
      facts.ignored.push(...listOf(value['ignores'] ?? value['ignorePatterns'] ?? value['ignore']))
    const negated = listOf(includes).filter((each) => each.startsWith('!'))
    facts.ignored.push(...negated.map((each) => each.replace(/^!+/, '')))
    facts.bases.push(...listOf(value['extends']), ...listOf(value['plugins']))
    if (value['enabled'] === false) facts.levels.set(`${here}|enabled`, 0)
    for (const key of ['overrides', 'linter', 'files'])
      if (typeof value[key] !== 'string' && !isListOfTexts(value[key]))
        read(value[key], here, depth + 1)
  }
  read(settings, '', 0)
  return facts
}

const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

type Versions = { readonly was: Facts; readonly now: Facts; readonly isMoved: boolean }

function looser(
  change: Change,
  path: string,
  { was, now, isMoved }: Versions,
): readonly IntegrityFinding[] {
  const text = change.after.get(path) ?? ''
  const report = (rule: RuleName, key: string, message: string) =>
    findingIn(rule, { path, text }, placeOf(change, path, [key]), {
      message: `${message} in ${path}`,
    })
  const nameOf = (key: string) => key.split('|')[1] ?? ''
  const lowered = [...now.levels]
    .filter(([key, level]) => {
      const old = was.levels.get(key)
      return old === undefined
        ? level === 0 && was.levels.get(`|${nameOf(key)}`) !== 0
        : level < old
    })
    .map(([key, level]) =>
      report(
        'lint-rule-off',
        nameOf(key).split('/').at(-1) ?? '',
        `${nameOf(key)} is ${level === 0 ? 'off' : 'only a warning'}`,
      ),
    )
  const unset = [...was.levels]
    .filter(([key, level]) => level > 0 && !now.levels.has(key))
    .map(([key]) => report('lint-rule-off', '', `${nameOf(key)} is no longer set`))
  const bases = now.bases.length < was.bases.length ? was.bases : []
  const unused = bases
    .filter((base) => !now.bases.includes(base))
    .map((base) => report('lint-rule-off', 'extends', `${base} is no longer used`))
  const lost = newlyIgnored(change, was.ignored, now.ignored)
  return [
    ...lowered,
    ...(isMoved ? [] : [...unset, ...unused]),
    ...(lost.length === 0
      ? []
      : [
          report('lint-narrowed', 'gnore', `${lost.slice(0, 3).join(', ')} is no longer looked at`),
        ]),
  ]
}

function newlyIgnored(
  change: Change,
  was: readonly string[],
  now: readonly string[],
): readonly string[] {
  const isIgnored = (path: string, list: readonly string[]) =>
    list
      .map((each) => each.trim())
      .filter((each) => !each.startsWith('!'))
      .some((each) => {
        const isName = !each.includes('/') && globMatcher(each)(path.split('/').at(-1) ?? '')
        return isName || globMatcher(each)(path)
      })
  return [...change.after.keys()].filter(
    (path) =>
      isScriptPath(path) &&
      !/^(?:generated|types)$/.test(kindOfFile(path)) &&
      !/fixtures?\//.test(path) &&
      isIgnored(path, now) &&
      !isIgnored(path, was),
  )
}
