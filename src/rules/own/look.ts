import { coveredBy } from '../../kit/glob.ts'
import type { Finding } from '../../model/finding.ts'
import type { OwnRule } from '../../model/own-rule.ts'
import { err, ok, type Result } from '../../model/result.ts'
import type { ChangedText, RuleSubject } from '../../ports/own-rules.ts'
import { findingBy, findingsOf } from './condition.ts'
import { broughtIn, type Found, type Look, looked } from './found.ts'

/** More of the same tells nobody anything new. */
const mostFindings = 50

/** What a declarative rule finds in a subject. It throws where the rule itself cannot be used. */
export async function look(rule: OwnRule, subject: RuleSubject): Promise<readonly Finding[]> {
  const findings =
    subject.kind === 'change'
      ? await lookAtChange(rule, subject.files)
      : rule.schema === undefined
        ? await lookAtText(rule, subject.path, subject.text)
        : await holdAgainstSchema(rule, subject.path, subject.text)
  return findings.slice(0, mostFindings)
}

async function lookAtText(rule: OwnRule, path: string, text: string): Promise<readonly Finding[]> {
  const observed = await find(rule, path, text)
  return observed.ok ? findingsOf(rule, observed.value) : [unreadable(rule, observed.error)]
}

const unreadable = (rule: OwnRule, reason: string): Finding =>
  findingBy(rule)({ place: { line: 1 }, text: '' }, `it cannot be read, so nobody knows: ${reason}`)

async function find(rule: OwnRule, path: string, text: string): Promise<Result<Look, string>> {
  const attribute = typeof rule.must === 'object' ? rule.must.attribute : undefined
  if (rule.selector !== undefined) {
    const { findSelector } = await import('./find-selector.ts')
    const how = { selector: rule.selector, ...(attribute === undefined ? {} : { attribute }) }
    return ok(looked(findSelector(how, text)))
  }
  if (rule.syntax !== undefined) {
    const { findSyntax } = await import('./find-syntax.ts')
    const result = findSyntax(rule.syntax, path, text)
    return result.ok ? ok(looked(result.value)) : result
  }
  if (rule.path !== undefined) {
    const { readData } = await import('./data.ts')
    const { findPath } = await import('./find-path.ts')
    const pointer = rule.path
    const data = readData(path, text)
    if (data === null) return ok(looked([]))
    if (!data.ok) return data
    const looks = data.value.map((each) => findPath(pointer, each))
    return ok({
      found: looks.flatMap(({ found: result }) => result),
      missing: looks.flatMap(({ missing }) => missing),
    })
  }
  const { findPattern } = await import('./find-pattern.ts')
  return ok(looked(findPattern(rule.pattern ?? '', text)))
}

/** Of a change only what it brought in: what stood there before is not its fault. */
async function lookAtChange(
  rule: OwnRule,
  files: readonly ChangedText[],
): Promise<readonly Finding[]> {
  const results: Found[] = []
  const broken: Finding[] = []
  for (const { path, before, after } of files) {
    if (after === null || (rule.files !== undefined && !coveredBy(path, rule.files))) continue
    if (rule.syntax !== undefined && !isScript.test(path)) continue
    const [now, old] = [await find(rule, path, after), await find(rule, path, before ?? '')]
    const inFile = ({ place, ...rest }: Found): Found => ({ ...rest, place: { ...place, path } })
    if (!now.ok) broken.push({ ...unreadable(rule, now.error), place: { path, line: 1 } })
    else results.push(...broughtIn(now.value.found, old.ok ? old.value.found : []).map(inFile))
  }
  return [...broken, ...findingsOf(rule, looked(results))]
}

const isScript = /\.[cm]?[jt]sx?$/

async function holdAgainstSchema(
  rule: OwnRule,
  path: string,
  text: string,
): Promise<readonly Finding[]> {
  const { readData } = await import('./data.ts')
  const { compileSchema } = await import('./hold-schema.ts')
  const data = readData(path, text)
  if (data === null) return []
  if (!data.ok) return [unreadable(rule, data.error)]
  const complaints = compileSchema(rule.schema ?? {})
  return data.value.flatMap((each) =>
    complaints(each).map(({ message, place }) => findingBy(rule)({ place, text: '' }, message)),
  )
}

/** Whether a rule looks at a file of this kind and name. */
export const looksAt = (
  rule: OwnRule,
  { kind, path }: { readonly kind: RuleSubject['kind']; readonly path: string },
): boolean =>
  (rule.on === kind || (rule.on === 'text' && kind !== 'change')) &&
  (kind === 'change' || rule.files === undefined || coveredBy(path, rule.files))

/** Loads what the form of a rule is read with. */
export async function prepare({ selector, syntax, path, schema }: OwnRule): Promise<void> {
  if (selector !== undefined) await import('./find-selector.ts')
  if (syntax !== undefined) await import('./find-syntax.ts')
  if (path !== undefined) await Promise.all([import('./data.ts'), import('./find-path.ts')])
  if (schema !== undefined) await Promise.all([import('./data.ts'), import('./hold-schema.ts')])
}

/** Rules that cannot be used say so as a value. */
export async function tryLook(
  rule: OwnRule,
  subject: RuleSubject,
): Promise<Result<readonly Finding[], string>> {
  try {
    return ok(await look(rule, subject))
  } catch (error) {
    return err((error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '')
  }
}
