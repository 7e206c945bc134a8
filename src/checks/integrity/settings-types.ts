import { type Change, isAsked, isTestKind, kindOfFile } from './change.ts'
import { type Family, findingGone, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { globMatcher } from '../../kit/glob.ts'
import { folderOf, normalPath } from './modules.ts'
import { isRecord } from './package-json.ts'
import { at, listOf, gapOf, offsetOf, settingsOf } from './settings-read.ts'
import { isScriptPath } from './source.ts'

const rules = rulesOf('build_success', {
  'strictness-off': [
    'fail',
    'The compiler checks less than it did',
    'Faults the compiler would name are no longer named.',
    'Keep the option as it was and mend what it shows.',
  ],
  'types-narrowed': [
    'fail',
    'The compiler looks at fewer files',
    'A file that is not looked at has no faults to show.',
    'Let the compiler see all files.',
  ],
})

export const settingsTypes: Family = { family: 'settings', rules: Object.values(rules), look }

const strictFamily =
  'noImplicitAny strictNullChecks strictFunctionTypes strictBindCallApply strictPropertyInitialization noImplicitThis useUnknownInCatchVariables alwaysStrict strictBuiltinIteratorReturn'.split(
    ' ',
  )
const onIsStricter =
  'noUnusedLocals noUnusedParameters noImplicitReturns noFallthroughCasesInSwitch noUncheckedIndexedAccess exactOptionalPropertyTypes noImplicitOverride noPropertyAccessFromIndexSignature noUncheckedSideEffectImports forceConsistentCasingInFileNames checkJs noEmitOnError erasableSyntaxOnly isolatedModules isolatedDeclarations'.split(
    ' ',
  )
const offIsStricter =
  'noCheck suppressImplicitAnyIndexErrors suppressExcessPropertyErrors noStrictGenericChecks allowUnreachableCode allowUnusedLabels keyofStringsOnly'.split(
    ' ',
  )

export const isTypesConfig = (path: string): boolean =>
  /(?:^|\/)[tj]sconfig[\w.-]*\.json$/.test(path)

function look(change: Change): readonly IntegrityFinding[] {
  const paths = [...change.before.keys()].filter(isTypesConfig)
  const touched = change.texts.some(({ oldPath }) => isTypesConfig(oldPath))
  if (!touched) return []
  return paths.flatMap((path) => {
    if (isAsked(change.asked.settings, path)) return []
    const moved = change.texts.find(({ oldPath }) => oldPath === path)
    const now = moved === undefined ? path : moved.after === null ? null : moved.path
    if (now === null) return gone(path, change)
    return [...looserOptions(change, path, now), ...fewerFiles(change, path, now)]
  })
}

function gone(path: string, change: Change): readonly IntegrityFinding[] {
  const others = [...change.after.keys()].filter(
    (each) => isTypesConfig(each) && folderOf(each) === folderOf(path),
  )
  if (others.length > 0) return []
  return [
    findingGone(rules['types-narrowed'], { path }, { message: `${path} is gone`, evidence: '' }),
  ]
}

/** The options of a file with those of the files it extends, its own last. */
function optionsOf(
  change: Change,
  side: 'before' | 'after',
  path: string,
  depth = 0,
): Readonly<Record<string, unknown>> {
  const settings = settingsOf(change, side, path)
  const bases = listOf(at(settings, 'extends')).flatMap((base) => {
    if (!base.startsWith('.')) return [{ [`extends ${base}`]: true }]
    const target = normalPath(`${folderOf(path)}/${base}`)
    const found = [target, `${target}.json`].find((each) => change[side].has(each))
    return found === undefined || depth > 8 ? [] : [optionsOf(change, side, found, depth + 1)]
  })
  const own = at(settings, 'compilerOptions')
  return Object.assign({}, ...bases, isRecord(own) ? own : {})
}

function looserOptions(change: Change, oldPath: string, path: string): readonly IntegrityFinding[] {
  const [was, now] = [optionsOf(change, 'before', oldPath), optionsOf(change, 'after', path)]
  const text = change.after.get(path) ?? ''
  const findings: IntegrityFinding[] = []
  const report = (name: string, message: string) =>
    findings.push(
      findingIn(
        rules['strictness-off'],
        { path, text },
        text.includes(`"${name}"`)
          ? offsetOf(text, `"${name}"`)
          : gapOf(change.before.get(oldPath) ?? '', text),
        { message },
      ),
    )
  const inBase = Object.keys(was).filter((key) => key.startsWith('extends ') && now[key] !== true)
  for (const base of inBase)
    report('extends', `${path} no longer ${base.replace('extends', 'extends')}`)
  if (was['strict'] === true && now['strict'] !== true) report('strict', `strict is off in ${path}`)
  for (const name of strictFamily) {
    const isOn = (options: typeof was) => options[name] ?? options['strict'] ?? false
    if (isOn(was) === true && now[name] === false) report(name, `${name} is off in ${path}`)
    else if (was[name] === true && isOn(now) !== true) report(name, `${name} is off in ${path}`)
  }
  for (const name of onIsStricter)
    if (was[name] === true && now[name] !== true) report(name, `${name} is off in ${path}`)
  for (const name of offIsStricter)
    if (was[name] !== true && now[name] === true) report(name, `${name} is on in ${path}`)
  return findings
}

/** The files a configuration takes in, of those that are there now. */
function filesOf(
  change: Change,
  side: 'before' | 'after',
  path: string,
  among: Iterable<string> = change.after.keys(),
): ReadonlySet<string> {
  const settings = settingsOf(change, side, path)
  const folder = folderOf(path)
  const rooted = (pattern: string) => normalPath(`${folder}/${pattern}`)
  const files = listOf(at(settings, 'files')).map(rooted)
  const isListed = Array.isArray(at(settings, 'files'))
  const include = Array.isArray(at(settings, 'include'))
    ? listOf(at(settings, 'include')).map(rooted)
    : isListed
      ? []
      : [folder === '' ? '**' : folder]
  const exclude = listOf(at(settings, 'exclude')).map(rooted)
  return new Set(
    [...among].filter(
      (each) =>
        isScriptPath(each) &&
        kindOfFile(each) !== 'generated' &&
        (files.includes(each) ||
          (include.some((pattern) => globMatcher(pattern)(each)) &&
            !exclude.some((pattern) => globMatcher(pattern)(each)))),
    ),
  )
}

function fewerFiles(change: Change, oldPath: string, path: string): readonly IntegrityFinding[] {
  const text = change.after.get(path) ?? ''
  if (change.before.get(oldPath) === text) return []
  const now = filesOf(change, 'after', path)
  const lost = [...filesOf(change, 'before', oldPath)].filter(
    (each) =>
      !now.has(each) && !takenElsewhere(change, path, each) && wasTakenIn(change, oldPath, each),
  )
  const references = (side: 'before' | 'after', where: string): readonly string[] => {
    const list = at(settingsOf(change, side, where), 'references')
    return Array.isArray(list) ? list.flatMap((each: unknown) => listOf(at(each, 'path'))) : []
  }
  const kept = new Set(references('after', path))
  const projects = references('before', oldPath).filter(
    (each) => !kept.has(each) && folderExists(change, path, each),
  )
  const messages = [...lost.slice(0, 3), ...projects]
  if (messages.length === 0) return []
  const message = `${path} no longer takes in ${messages.join(', ')}${lost.length > 3 ? ` and ${lost.length - 3} more` : ''}`
  return [
    findingIn(rules['types-narrowed'], { path, text }, offsetOf(text, '"exclude"'), { message }),
  ]
}

/** A test that came from where the compiler did not look either has lost nothing. */
function wasTakenIn(change: Change, config: string, file: string): boolean {
  const from = change.texts.find((each) => each.path === file)?.oldPath ?? file
  if (change.before.has(file) || !isTestKind(kindOfFile(file))) return true
  return change.before.has(from) && filesOf(change, 'before', config, [from]).has(from)
}

/** Another configuration may have taken the files over. */
const takenElsewhere = (change: Change, path: string, file: string): boolean =>
  [...change.after.keys()].some(
    (each) =>
      each !== path &&
      isTypesConfig(each) &&
      !/build|prod|dist/.test(each) &&
      change.after.get(each) !== change.before.get(each) &&
      filesOf(change, 'after', each).has(file),
  )

const folderExists = (change: Change, path: string, reference: string): boolean => {
  const folder = normalPath(`${folderOf(path)}/${reference}`)
  return [...change.after.keys()].some((each) => each === folder || each.startsWith(`${folder}/`))
}
