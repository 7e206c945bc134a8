import { type Change, isAsked, kindOfFile } from './change.ts'
import { type Family, findingGone, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { coveredBy } from '../../kit/glob.ts'
import { isRecord } from './package-json.ts'
import { gapOf, listOf, offsetOf, settingsOf } from './settings-read.ts'
import { isScriptPath } from './source.ts'

const rules = rulesOf('test_coverage', {
  'coverage-lowered': [
    'fail',
    'The coverage that is asked for was lowered',
    'Code without tests passes the gate.',
    'Keep the threshold and write the tests.',
  ],
  'coverage-narrowed': [
    'fail',
    'Coverage is measured on less code',
    'What is left out counts as if it were tested.',
    'Measure all of the source.',
  ],
  'tests-narrowed': [
    'fail',
    'The runner finds fewer tests',
    'Tests that are not found do not run, and nobody is told.',
    'Let the runner find all tests.',
  ],
  'runner-loosened': [
    'fail',
    'The runner forgives more than it did',
    'Retries, empty runs or unhandled errors no longer fail.',
    'Keep the runner as strict as it was.',
  ],
})

export const settingsTests: Family = { family: 'settings', rules: Object.values(rules), look }

const isRunnerConfig = (path: string): boolean =>
  /(?:^|\/)(?:(?:vitest|vite|jest|playwright|ava|cypress)[\w.-]*\.(?:config|workspace|projects)\.(?:[cm]?[jt]s|json)|\.mocharc[\w.]*|\.nycrc[\w.]*|\.c8rc[\w.]*|\.taprc|package\.json)$/.test(
    path,
  ) || /(?:^|\/)(?:vitest|vite|jest)\.(?:config|workspace)[\w.-]*\.[cm]?[jt]s(?:on)?$/.test(path)

type Flat = ReadonlyMap<string, unknown>

/** Nested settings as a list of dotted keys; lists stay whole. */
function flatten(value: unknown, prefix = '', into = new Map<string, unknown>()): Flat {
  if (!isRecord(value)) {
    if (prefix !== '') into.set(prefix, value)
    return into
  }
  for (const [key, each] of Object.entries(value))
    flatten(each, prefix === '' ? key : `${prefix}.${key}`, into)
  return into
}

function read(change: Change, side: 'before' | 'after', path: string): Flat {
  const settings = settingsOf(change, side, path)
  if (!path.endsWith('package.json')) return flatten(settings)
  const own: Record<string, unknown> = {}
  for (const key of ['jest', 'vitest', 'nyc', 'c8', 'ava', 'mocha', 'tap'])
    if (isRecord(settings) && settings[key] !== undefined) own[key] = settings[key]
  return flatten(own)
}

function look(change: Change): readonly IntegrityFinding[] {
  return change.texts
    .filter(({ oldPath, before }) => before !== null && isRunnerConfig(oldPath))
    .flatMap(({ path, oldPath, after }) => {
      if (isAsked(change.asked.settings, path, oldPath)) return []
      const was = read(change, 'before', oldPath)
      if (after === null) return whenGone(change, oldPath, was)
      return looser(change, path, { was, now: read(change, 'after', path) })
    })
}

/** A file that is gone may have a successor in this change. */
function whenGone(change: Change, oldPath: string, was: Flat): readonly IntegrityFinding[] {
  const successor = change.texts.find(({ path, before }) => before === null && isRunnerConfig(path))
  if (successor !== undefined)
    return looser(change, successor.path, { was, now: read(change, 'after', successor.path) })
  if (
    ![...was.keys()].some((key) => coverageLimit.test(key) || /setupFiles|include|retry/.test(key))
  )
    return []
  return [
    findingGone(
      rules['runner-loosened'],
      { path: oldPath },
      { message: `${oldPath} is gone`, evidence: '' },
    ),
  ]
}

const coverageLimit =
  /(?:thresholds?|coverageThreshold)\b.*\.(?:lines|branches|functions|statements)$|^(?:nyc\.|c8\.)?(?:lines|branches|functions|statements)$|thresholds?\.100$/

type Versions = { readonly was: Flat; readonly now: Flat }

function looser(change: Change, path: string, { was, now }: Versions): readonly IntegrityFinding[] {
  const text = change.after.get(path) ?? ''
  const keys = [...new Set([...was.keys(), ...now.keys()])]
  return keys.flatMap((key) => {
    const found = problemOf(change, key, { was: was.get(key), now: now.get(key) })
    if (found === null) return []
    return [
      findingIn(rules[found.rule], { path, text }, placeOf(change, path, key), {
        message: `${found.message} in ${path}`,
      }),
    ]
  })
}

type Problem = { readonly rule: keyof typeof rules; readonly message: string } | null
type Pair = { readonly was: unknown; readonly now: unknown }

function problemOf(change: Change, key: string, pair: Pair): Problem {
  const { was, now } = pair
  if (JSON.stringify(was) === JSON.stringify(now)) return null
  const last = key.split('.').at(-1) ?? ''
  if (coverageLimit.test(key) && (typeof was === 'number' || was === true)) {
    const lower = typeof now === 'number' ? typeof was === 'number' && now < was : now !== was
    return lower
      ? { rule: 'coverage-lowered', message: `${key} was ${was} and is ${show(now)} now` }
      : null
  }
  if (/check-?[cC]overage$|coverage\.(?:enabled|all)$|collectCoverage$/.test(key))
    return was === true && now !== true
      ? { rule: 'coverage-lowered', message: `${key} is off` }
      : null
  if (/^(?:retry|retries|retryTimes)$/.test(last))
    return grew(pair, 0) ? { rule: 'runner-loosened', message: `${key} is ${show(now)}` } : null
  if (
    /^(?:passWithNoTests|allowOnly|dangerouslyIgnoreUnhandledErrors|forceExit|failWithoutAssertions)$/.test(
      last,
    )
  )
    return now === true && was !== true
      ? { rule: 'runner-loosened', message: `${key} is on` }
      : null
  if (
    /^(?:forbidOnly|errorOnDeprecated|requireAssertions|injectGlobals|bail)$/.test(last) &&
    was === true &&
    now !== true
  )
    return { rule: 'runner-loosened', message: `${key} is off` }
  if (/^(?:testNamePattern|grep|testPathPattern)$/.test(last) && now !== undefined)
    return { rule: 'tests-narrowed', message: `${key} picks some tests` }
  if (
    /(?:^|\.)(?:alias|moduleNameMapper)\./.test(key) &&
    typeof now === 'string' &&
    /mock|stub|fake|fixture|test/i.test(now)
  )
    return { rule: 'runner-loosened', message: `${key} is replaced by ${now}` }
  return listProblem(change, key, pair)
}

const show = (value: unknown): string => (value === undefined ? 'not set' : JSON.stringify(value))
const grew = ({ was, now }: Pair, usual: number): boolean =>
  typeof now === 'number' && now > (typeof was === 'number' ? was : usual)

/** Lists of files: what they took in before and do not any more. */
function listProblem(change: Change, key: string, { was, now }: Pair): Problem {
  const last = key.split('.').at(-1) ?? ''
  const isCoverage = /coverage|nyc|c8|collectCoverageFrom/i.test(key)
  const wanted = [...change.after.keys()].filter((path) => {
    const kind = kindOfFile(path)
    return isScriptPath(path) && (isCoverage ? kind === 'source' : kind === 'test')
  })
  const [old, fresh] = [listOf(was), listOf(now)]
  let lost: readonly string[] = []
  if (
    /^(?:exclude|ignore|ignored|ignores|testPathIgnorePatterns|coveragePathIgnorePatterns|modulePathIgnorePatterns|testIgnore)$/.test(
      last,
    )
  )
    lost = wanted.filter((path) => reaches(path, fresh) && !reaches(path, old))
  else if (
    /^(?:include|collectCoverageFrom|testMatch|testRegex|spec|files|testDir|roots|dir|specPattern)$/.test(
      last,
    ) &&
    fresh.length > 0
  )
    lost = wanted.filter(
      (path) =>
        !coveredBy(path, fresh) &&
        !looksLikeCode(fresh) &&
        (old.length === 0 ? takesInDefault(last) : coveredBy(path, old)),
    )
  if (lost.length === 0) return null
  const message = `${key} leaves out ${lost.slice(0, 3).join(', ')}${lost.length > 3 ? ` and ${lost.length - 3} more` : ''}`
  return { rule: isCoverage ? 'coverage-narrowed' : 'tests-narrowed', message: message }
}

const looksLikeCode = (list: readonly string[]): boolean =>
  list.some((each) => each.startsWith('‹'))
const takesInDefault = (last: string): boolean => last !== 'files' && last !== 'roots'

/** Ignore lists of some tools hold expressions, not patterns. */
function reaches(path: string, patterns: readonly string[]): boolean {
  if (coveredBy(path, patterns)) return true
  return patterns.some(
    (each) =>
      !/[*{]/.test(each) &&
      !each.startsWith('‹') &&
      each.length > 1 &&
      path.includes(each.replace(/^<rootDir>\//, '').replace(/\\/g, '')),
  )
}

/** Where a key stands, or where it stood. */
function placeOf(change: Change, path: string, key: string): number {
  const text = change.after.get(path) ?? ''
  const keys = key.split('.')
  const isThere = text.includes(keys.at(-1) ?? '')
  return isThere ? offsetOf(text, ...keys) : gapOf(change.before.get(path) ?? '', text)
}
