import { globMatcher } from '../../kit/glob.ts'
import { type Change, isAsked, isTestKind, kindOfFile } from './change.ts'
import { folderOf, normalPath } from './modules.ts'
import { isRecord } from './package-json.ts'
import { type Family, findingGone, findingIn, type IntegrityFinding } from './rule.ts'
import { at, listOf, offsetOf, placeOf, settingsOf } from './settings-read.ts'
import { isScriptPath } from './source.ts'

type Side = 'before' | 'after'

const isTypesConfig = (path: string): boolean => /(?:^|\/)[tj]sconfig[\w.-]*\.json$/.test(path)

/** Settings of the compiler by which it checks less, or fewer files. */
export const settingsTypes: Family = {
  look: (change) =>
    change.texts.some(({ oldPath }) => isTypesConfig(oldPath))
      ? [...change.before.keys()]
          .filter((path) => isTypesConfig(path) && !isAsked(change.asked.settings, path))
          .flatMap((path) => compared(change, path))
      : [],
}

function compared(change: Change, oldPath: string): readonly IntegrityFinding[] {
  const moved = change.texts.find((each) => each.oldPath === oldPath)
  const path = moved?.after === null ? null : (moved?.path ?? oldPath)
  if (path !== null)
    return [...looserOptions(change, oldPath, path), ...fewerFiles(change, oldPath, path)]
  const isReplaced = [...change.after.keys()].some(
    (each) => isTypesConfig(each) && folderOf(each) === folderOf(oldPath),
  )
  const details = { message: `${oldPath} is gone` }
  return isReplaced ? [] : [findingGone('types-narrowed', { path: oldPath }, details)]
}

const inStrict =
  /^(?:noImplicitAny|strict(?:NullChecks|FunctionTypes|BindCallApply|PropertyInitialization|BuiltinIteratorReturn)|noImplicitThis|useUnknownInCatchVariables|alwaysStrict)$/
const onIsStricter =
  /^(?:strict|noUnused(?:Locals|Parameters)|noImplicit(?:Returns|Override)|noFallthroughCasesInSwitch|noUncheckedIndexedAccess|exactOptionalPropertyTypes|noPropertyAccessFromIndexSignature|noUncheckedSideEffectImports|forceConsistentCasingInFileNames|checkJs|noEmitOnError|erasableSyntaxOnly|isolated(?:Modules|Declarations))$|^extends /
const offIsStricter =
  /^(?:noCheck|suppress(?:ImplicitAnyIndex|ExcessProperty)Errors|noStrictGenericChecks|allowUnreachableCode|allowUnusedLabels|keyofStringsOnly)$/

type Options = Readonly<Record<string, unknown>>

/** The options of a file with those of the files it extends, its own last. */
function optionsOf(change: Change, side: Side, path: string, depth = 0): Options {
  const settings = settingsOf(change, side, path)
  const bases = listOf(at(settings, 'extends')).flatMap((base): readonly Options[] => {
    if (!base.startsWith('.')) return [{ [`extends ${base}`]: true }]
    const target = normalPath(`${folderOf(path)}/${base}`)
    const results = [target, `${target}.json`].find((each) => change[side].has(each))
    return results === undefined || depth > 8 ? [] : [optionsOf(change, side, results, depth + 1)]
  })
  const own = at(settings, 'compilerOptions')
  return Object.assign({}, ...bases, isRecord(own) ? own : {})
}

function looserOptions(change: Change, oldPath: string, path: string): readonly IntegrityFinding[] {
  const [was, now] = [optionsOf(change, 'before', oldPath), optionsOf(change, 'after', path)]
  const text = change.after.get(path) ?? ''
  return [...new Set([...Object.keys(was), ...Object.keys(now)])].flatMap((name) => {
    const isOn = (options: Options) =>
      (options[name] ?? (inStrict.test(name) && options['strict'])) === true
    const isOff = (inStrict.test(name) || onIsStricter.test(name)) && isOn(was) && !isOn(now)
    // one word for the whole family is enough
    const isFamily = inStrict.test(name) && was[name] === undefined && now[name] === undefined
    if ((!isOff || isFamily) && !(offIsStricter.test(name) && !isOn(was) && isOn(now))) return []
    const message = name.startsWith('extends ')
      ? `${path} no longer ${name}`
      : `${name} is ${isOff ? 'off' : 'on'} in ${path}`
    const offset = placeOf(change, path, [`"${name}"`], oldPath)
    return [findingIn('strictness-off', { path, text }, offset, { message })]
  })
}

/** Whether a configuration takes a file in. */
function takesIn(change: Change, side: Side, path: string): (file: string) => boolean {
  const settings = settingsOf(change, side, path)
  const rooted = (key: string) =>
    listOf(at(settings, key)).map((pattern) => normalPath(`${folderOf(path)}/${pattern}`))
  const [files, listed, exclude] = [rooted('files'), rooted('include'), rooted('exclude')].map(
    (list) => (file: string) => list.some((pattern) => globMatcher(pattern)(file)),
  )
  const isAll = ['files', 'include'].every((key) => !Array.isArray(at(settings, key)))
  const inFolder = globMatcher(folderOf(path) === '' ? '**' : folderOf(path))
  return (file) =>
    isScriptPath(file) &&
    kindOfFile(file) !== 'generated' &&
    (files?.(file) === true ||
      ((isAll ? inFolder(file) : listed?.(file) === true) && exclude?.(file) !== true))
}

function fewerFiles(change: Change, oldPath: string, path: string): readonly IntegrityFinding[] {
  const text = change.after.get(path) ?? ''
  if (change.before.get(oldPath) === text) return []
  const [took, takes] = [takesIn(change, 'before', oldPath), takesIn(change, 'after', path)]
  // another configuration may have taken the files over
  const others = [...change.after.keys()]
    .filter(
      (each) =>
        each !== path &&
        isTypesConfig(each) &&
        !/build|prod|dist/.test(each) &&
        change.after.get(each) !== change.before.get(each),
    )
    .map((each) => takesIn(change, 'after', each))
  // a test that came from where the compiler did not look either has lost nothing
  const isLoss = (file: string): boolean => {
    if (change.before.has(file) || !isTestKind(kindOfFile(file))) return true
    const from = change.texts.find((each) => each.path === file)?.oldPath ?? file
    return change.before.has(from) && took(from)
  }
  const lost = [...change.after.keys()].filter(
    (file) => took(file) && !takes(file) && !others.some((each) => each(file)) && isLoss(file),
  )
  const references = (side: Side, where: string): readonly string[] => {
    const list = at(settingsOf(change, side, where), 'references')
    return Array.isArray(list) ? list.flatMap((each: unknown) => listOf(at(each, 'path'))) : []
  }
  const retained = new Set(references('after', path))
  const folders = references('before', oldPath).filter((each) => {
    const folder = normalPath(`${folderOf(path)}/${each}`)
    return (
      !retained.has(each) &&
      [...change.after.keys()].some((file) => `${file}/`.startsWith(`${folder}/`))
    )
  })
  if (lost.length + folders.length === 0) return []
  const more = lost.length > 3 ? ` and ${lost.length - 3} more` : ''
  const message = `${path} no longer takes in ${[...lost.slice(0, 3), ...folders].join(', ')}${more}`
  return [findingIn('types-narrowed', { path, text }, offsetOf(text, '"exclude"'), { message })]
}
