import type { CheckOutcome } from '../../model/check.ts'
import type { Finding } from '../../model/finding.ts'
import { readChange } from '../integrity/change.ts'
import { dangers } from '../integrity/dangers.ts'
import { errorsSwallowed } from '../integrity/errors-swallowed.ts'
import { functionsOf, type Named } from '../integrity/functions.ts'
import { chainOf, dotted } from '../integrity/names.ts'
import type { Family } from '../integrity/rule.ts'
import {
  all,
  is,
  isFunction,
  lineAt,
  loadParser,
  type Node,
  type Source,
} from '../integrity/source.ts'
import { stubs } from '../integrity/stubs.ts'
import { notApplicable, outcomeOf, undecided } from '../outcome.ts'
import type { Code } from './code.ts'
import { type CodeUnit, findingOnLine } from './code-units.ts'

type Read = { readonly unit: CodeUnit; readonly path: string; readonly source: Source }

/** The units of the product as files that a change brought, so that the rules about changes can look at them. */
async function readAsChange({ sources }: Code) {
  const parse = await loadParser()
  const units = sources.map(({ unit }, index) => ({ unit, path: `src/${index}.${unit.language}` }))
  const after = new Map(units.map(({ unit, path }) => [path, unit.content]))
  const change = readChange({ before: new Map(), after }, parse)
  const read = units.flatMap(({ unit, path }): readonly Read[] => {
    const source = change.source('after', path)
    return source === null ? [] : [{ unit, path, source }]
  })
  return { change, read }
}

/** What these families of rules find in the code, where the rule is one of those that are asked for. */
async function foundBy(code: Code, { look }: Family, rules: RegExp): Promise<readonly Finding[]> {
  const { change, read } = await readAsChange(code)
  return look(change)
    .filter(({ rule, severity }) => rules.test(rule) && severity !== 'info')
    .flatMap(({ message, place }) => {
      const unit = read.find(({ path }) => path === place.path)?.unit
      return unit === undefined ? [] : [findingOnLine(unit, place.line ?? 1, message)]
    })
}

/** Nodes of the code that are one by themselves. */
async function nodesOf(
  code: Code,
  problems: (source: Source) => readonly (readonly [Node, string])[],
): Promise<readonly Finding[]> {
  const { read } = await readAsChange(code)
  return read.flatMap(({ unit, source }) =>
    problems(source).map(([node, message]) =>
      findingOnLine(unit, lineAt(source.text, node.start), message),
    ),
  )
}

/** What Python's own parser says of the product. */
async function foundInPython(code: Code, name: string): Promise<readonly Finding[]> {
  const facts = (await code.python()) ?? []
  return facts
    .filter(({ unit }) => unit.kind === 'source')
    .flatMap(({ unit, findings }) =>
      (findings[name] ?? []).map(({ line, message }) => findingOnLine(unit, line, message)),
    )
}

/** No failure is swallowed or lost; whether the rest is handled well takes a judge. */
export async function errorHandling(code: Code): Promise<CheckOutcome> {
  const findings = [
    ...(await foundBy(code, errorsSwallowed, /\/error-swallowed$/)),
    ...(await nodesOf(code, lostErrors)),
    ...(await foundInPython(code, 'error-handling')),
  ]
  return findings.length > 0
    ? outcomeOf(findings, '')
    : undecided('no error is swallowed; whether failures are handled well takes a judge')
}

const lostErrors = (source: Source): readonly (readonly [Node, string])[] => [
  ...all(source, 'TryStatement')
    .filter(({ finalizer }) => finalizer?.body.some(is('ReturnStatement')) === true)
    .map((node) => [node, 'a return in finally hides every error'] as const),
  ...[...all(source, 'CallExpression'), ...all(source, 'NewExpression')].flatMap((node) => {
    const [first] = node.arguments
    const name = is('NewExpression')(node) ? dotted(node.callee) : chainOf(node.callee).at(-1)
    if (!isFunction(first) || !first.async || !/^(?:forEach|Promise)$/.test(name ?? '')) return []
    return [[node, `${name} does not wait for an async function: its errors are lost`] as const]
  }),
]

/** Nobody writes secrets to a log; whether the rest of it suits takes a judge. */
export async function logging(code: Code): Promise<CheckOutcome> {
  const findings = [
    ...(await foundBy(code, dangers, /\/secret-told$/)),
    ...(await foundInPython(code, 'logging')),
  ]
  return findings.length > 0
    ? outcomeOf(findings, '')
    : undecided('whether the right things are logged takes a judge')
}

const outside =
  /\bprocess\.argv\b|\bsys\.argv\b|\binput\(|\b(?:req|request|ctx|event)\.(?:request\.)?(?:body|query|params|headers|json|form|args)\b/

/** Text from outside never becomes code, a command, a query or a page; whether it is refused where it is wrong takes a judge. */
export async function inputValidation(code: Code): Promise<CheckOutcome> {
  const findings = [
    ...(await foundBy(code, dangers, /-from-text$/)),
    ...(await foundInPython(code, 'input-validation')),
  ]
  if (findings.length > 0) return outcomeOf(findings, '')
  return code.units.some(({ kind, content }) => kind === 'source' && outside.test(content))
    ? undecided('whether what comes from outside is refused where it is wrong takes a judge')
    : notApplicable('nothing comes from outside')
}

const later = /todo|implement|fixme|stub|placeholder|\.\.\./i
const elision =
  /^\s*(?:\.{3}|…)|\b(?:rest of (?:the )?(?:code|file|implementation)|existing code|implementation (?:goes )?here|code (?:goes )?here|omitted for brevity|same as (?:above|before)|TODO:? implement)\b/i

/** What was made for a task is made to its end: no stub, no comment in place of code. */
export async function functions(code: Code): Promise<CheckOutcome> {
  if (code.task.trim() === '') return notApplicable('no task says what must be there')
  const python = ((await code.python()) ?? []).filter(({ unit }) => unit.kind === 'source')
  const findings = [
    ...(await foundBy(code, stubs, /\/not-implemented$/)),
    ...(await nodesOf(code, (source) =>
      functionsOf(source)
        .filter(isHollow)
        .map(({ node, short }) => [node, `${short} is only a stub`]),
    )),
    ...code.sources.flatMap(({ unit, comments }) =>
      comments
        .filter(({ value }) => elision.test(value))
        .map(({ start }) =>
          findingOnLine(unit, lineAt(unit.content, start), 'a comment stands where code should be'),
        ),
    ),
    ...python.flatMap(({ unit, functions: own }) =>
      own
        .filter(({ stub }) => stub)
        .map(({ line, name }) => findingOnLine(unit, line, `${name} has no body of its own`)),
    ),
  ]
  return outcomeOf(findings, 'nothing is left out')
}

/** An empty body where a result is promised, or where a comment puts the work off. */
function isHollow({ node, source, short }: Named): boolean {
  const { body, returnType } = node
  if (body?.type !== 'BlockStatement' || body.body.length > 0 || short === 'constructor')
    return false
  const text = (of: { readonly start: number; readonly end: number }) =>
    source.text.slice(of.start, of.end)
  return later.test(text(body)) || (returnType != null && !/void/.test(text(returnType)))
}
