import { coveredBy } from '../../kit/glob.ts'
import { type Change, isAsked, kindOfFile } from './change.ts'
import { isRecord } from './package-json.ts'
import { type Family, findingGone, findingIn, type IntegrityFinding } from './rule.ts'
import type { RuleName } from './rules.ts'
import { listOf, placeOf, settingsOf } from './settings-read.ts'
import { isScriptPath } from './source.ts'

/** Settings of test runners and of coverage that ask for less. */
export const settingsTests: Family = {
  look: (change) =>
    change.texts
      .filter(({ oldPath, before }) => before !== null && isRunnerConfig(oldPath))
      .flatMap(({ path, oldPath, after }) => {
        if (isAsked(change.asked.settings, path, oldPath)) return []
        const was = read(change, 'before', oldPath)
        // a file that is gone may have a successor in this change
        const now =
          after === null
            ? change.texts.find((each) => each.before === null && isRunnerConfig(each.path))?.path
            : path
        if (now !== undefined) return looser(change, now, was, read(change, 'after', now))
        const isLoss = [...was.keys()].some((key) => /hreshold|setupFiles|include|retry/.test(key))
        const details = { message: `${oldPath} is gone` }
        return isLoss ? [findingGone('runner-loosened', { path: oldPath }, details)] : []
      }),
}

const isRunnerConfig = (path: string): boolean =>
  /(?:^|\/)(?:(?:vitest|vite|jest|playwright|ava|cypress)[\w.-]*\.(?:config|workspace|projects)[\w.-]*\.(?:[cm]?[jt]s|json)|(?:vitest|vite|jest)\.(?:config|workspace)[\w.-]*\.(?:[cm]?[jt]s|json)|\.mocharc[\w.]*|\.nycrc[\w.]*|\.c8rc[\w.]*|\.taprc|package\.json)$/.test(
    path,
  )

type Flat = ReadonlyMap<string, unknown>

/** Nested settings as a list of dotted keys; lists stay whole. */
function flatten(value: unknown, prefix = '', into = new Map<string, unknown>()): Flat {
  if (!isRecord(value)) return prefix === '' ? into : into.set(prefix, value)
  for (const [key, each] of Object.entries(value))
    flatten(each, prefix === '' ? key : `${prefix}.${key}`, into)
  return into
}

function read(change: Change, side: 'before' | 'after', path: string): Flat {
  const all = flatten(settingsOf(change, side, path))
  return path.endsWith('package.json')
    ? new Map([...all].filter(([key]) => /^(?:jest|vitest|nyc|c8|ava|mocha|tap)\./.test(key)))
    : all
}

type Pair = { readonly was: unknown; readonly now: unknown }
type Row = readonly [key: RegExp, rule: RuleName, isLooser: (pair: Pair) => boolean]

const isOff = ({ was, now }: Pair): boolean => was === true && now !== true
const isOn = ({ was, now }: Pair): boolean => was !== true && now === true
const isLower = ({ was, now }: Pair): boolean =>
  typeof was === 'number' && (typeof now !== 'number' || now < was)
const grew = ({ was, now }: Pair): boolean =>
  typeof now === 'number' && now > (typeof was === 'number' ? was : 0)

const limit =
  /(?:thresholds?|coverageThreshold)\b.*\.(?:lines|branches|functions|statements|100)$|^(?:nyc\.|c8\.)?(?:lines|branches|functions|statements)$/

/** Which settings ask for less when they change so. */
const rows: readonly Row[] = [
  [limit, 'coverage-lowered', (pair) => isLower(pair) || isOff(pair)],
  [/check-?coverage$|coverage\.(?:enabled|all)$|collectCoverage$/i, 'coverage-lowered', isOff],
  [/(?:^|\.)(?:retry|retries|retryTimes)$/, 'runner-loosened', grew],
  [
    /(?:passWithNoTests|allowOnly|dangerouslyIgnoreUnhandledErrors|forceExit|failWithoutAssertions)$/,
    'runner-loosened',
    isOn,
  ],
  [/(?:forbidOnly|errorOnDeprecated|requireAssertions|bail)$/, 'runner-loosened', isOff],
  [/(?:testNamePattern|grep|testPathPattern)$/, 'tests-narrowed', ({ now }) => now !== undefined],
  [
    /(?:^|\.)(?:alias|moduleNameMapper)\./,
    'runner-loosened',
    ({ now }) => typeof now === 'string' && /mock|stub|fake|fixture|test/i.test(now),
  ],
]

function looser(change: Change, path: string, was: Flat, now: Flat): readonly IntegrityFinding[] {
  const text = change.after.get(path) ?? ''
  return [...new Set([...was.keys(), ...now.keys()])].flatMap((key) => {
    const pair = { was: was.get(key), now: now.get(key) }
    if (JSON.stringify(pair.was) === JSON.stringify(pair.now)) return []
    const row = rows.find(([form, , isLooser]) => form.test(key) && isLooser(pair))
    const lost = row === undefined ? lostBy(change, key, pair) : []
    if (row === undefined && lost.length === 0) return []
    const isCoverage = /coverage|nyc|c8|collectCoverageFrom/i.test(key)
    const rule = row?.[1] ?? (isCoverage ? 'coverage-narrowed' : 'tests-narrowed')
    const message =
      lost.length === 0
        ? `${key} was ${shown(pair.was)} and is ${shown(pair.now)} now`
        : `${key} leaves out ${lost.slice(0, 3).join(', ')}${lost.length > 3 ? ` and ${lost.length - 3} more` : ''}`
    const offset = placeOf(change, path, key.split('.'))
    return [findingIn(rule, { path, text }, offset, { message: `${message} in ${path}` })]
  })
}

const shown = (value: unknown): string => (value === undefined ? 'not set' : JSON.stringify(value))

const leavingOut =
  /^(?:exclude|ignored?|ignores|testPathIgnorePatterns|coveragePathIgnorePatterns|modulePathIgnorePatterns|testIgnore)$/
const takingIn =
  /^(?:include|collectCoverageFrom|testMatch|testRegex|spec|files|testDir|roots|dir|specPattern)$/

/** Files that a list took in before and does not any more. */
function lostBy(change: Change, key: string, { was, now }: Pair): readonly string[] {
  const last = key.split('.').at(-1) ?? ''
  const wanted = /coverage|nyc|c8|collectCoverageFrom/i.test(key) ? 'source' : 'test'
  const [old, fresh] = [listOf(was), listOf(now)]
  const own = [...change.after.keys()].filter(
    (path) => isScriptPath(path) && kindOfFile(path) === wanted,
  )
  if (leavingOut.test(last))
    return own.filter((path) => reaches(path, fresh) && !reaches(path, old))
  // what has to be run to be known stands as its own text
  if (!takingIn.test(last) || fresh.length === 0 || fresh.some(isUnread)) return []
  const wasAll = old.length === 0 && last !== 'files' && last !== 'roots'
  return own.filter((path) => !coveredBy(path, fresh) && (wasAll || coveredBy(path, old)))
}

const isUnread = (each: string): boolean => each.startsWith('‹')

/** Ignore lists of some tools hold expressions, not patterns. */
const reaches = (path: string, patterns: readonly string[]): boolean =>
  coveredBy(path, patterns) ||
  patterns.some(
    (each) =>
      !/[*{]/.test(each) &&
      !isUnread(each) &&
      each.length > 1 &&
      path.includes(each.replace(/^<rootDir>\//, '').replace(/\\/g, '')),
  )
