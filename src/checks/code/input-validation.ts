import type { CheckOutcome } from '../../model/check.ts'
import type { Finding } from '../../model/finding.ts'
import { outcomeOf } from '../outcome.ts'
import type { Code } from './code.ts'
import { findingAt, findingOnLine, isTyped } from './code-units.ts'
import { declarationsOf, type Declared } from './declarations.ts'
import { sinkProblem } from './dangerous-sinks.ts'
import { guardedNames } from './guards.ts'
import { outsideInput } from './outside-input.ts'
import { child, children, textOf, walk, word, type Node, type Parsed } from './syntax.ts'

type Public = { readonly parsed: Parsed; readonly item: Declared; readonly body: Node }

/** What comes from outside is looked at, and refused where it is wrong, before it is used. */
export async function inputValidation(code: Code): Promise<CheckOutcome> {
  const findings: Finding[] = code.sources.flatMap((parsed) => {
    const places = [...walk(parsed.program)]
    return [
      ...places.flatMap((place) => {
        const problem = sinkProblem(place, parsed)
        return problem === null ? [] : [findingAt(parsed.unit, problem.node.start, problem.message)]
      }),
      ...outsideInput(parsed, places).map(({ node, message }) =>
        findingAt(parsed.unit, node.start, message),
      ),
    ]
  })
  const publicOnes: readonly Public[] = code.sources.flatMap((parsed) =>
    declarationsOf(parsed).flatMap((item) =>
      item.exported && !item.private && item.body !== null && item.name !== 'constructor'
        ? [{ parsed, item, body: item.body }]
        : [],
    ),
  )
  findings.push(
    ...publicOnes.flatMap(looseParameters),
    ...demanded(publicOnes, code),
    ...forgotten(publicOnes),
  )
  for (const facts of (await code.python()) ?? [])
    if (facts.unit.kind === 'source')
      findings.push(
        ...(facts.findings['input-validation'] ?? []).map(({ line, message }) =>
          findingOnLine(facts.unit, line, message),
        ),
      )
  return outcomeOf(unique(findings), 'no input is used unseen')
}

const unique = (findings: readonly Finding[]): readonly Finding[] => [
  ...new Map(
    findings.map((finding) => [`${finding.place.line}:${finding.message}`, finding]),
  ).values(),
]

const paramName = (param: Node): string =>
  word(param.type === 'AssignmentPattern' ? child(param, 'left') : param, 'name')

function typeOfParam(parsed: Parsed, param: Node): string {
  const type = child(
    param.type === 'AssignmentPattern' ? child(param, 'left') : param,
    'typeAnnotation',
  )
  return type === null ? '' : textOf(parsed, type).replace(/^:\s*/, '')
}

/** A parameter that may be anything is narrowed before it is used. */
function looseParameters({ parsed, item, body }: Public): readonly Finding[] {
  if (!isTyped(parsed.unit)) return []
  const guarded = guardedNames(body, parsed)
  return children(body, 'params').flatMap((param) => {
    const name = paramName(param)
    const type = typeOfParam(parsed, param)
    if (
      !/^(?:any|unknown|object|Record<string, (?:any|unknown)>)$/.test(type) ||
      name === '' ||
      guarded.has(name)
    )
      return []
    const isCast = new RegExp(`\\b${name}\\s+as\\s+(?!unknown|const)`).test(textOf(parsed, body))
    const isUsed = new RegExp(`\\b${name}\\b\\s*[.[]`).test(
      textOf(parsed, child(body, 'body') ?? body),
    )
    return isCast || (type !== 'unknown' && isUsed)
      ? [
          findingAt(
            parsed.unit,
            param.start,
            `${name} of ${item.name} may be anything and is used without looking at it`,
          ),
        ]
      : []
  })
}

/** Whether a function refuses some of what it is given. */
function refusesInput({ parsed, body }: Pick<Public, 'parsed' | 'body'>): boolean {
  const guarded = [...guardedNames(body, parsed)]
  const input = inputNames(body)
  const looks = guarded.some((name) => input.has(name.split('.')[0] ?? ''))
  return looks && /\bthrow\b|\breject\b|\breturn\b/.test(textOf(parsed, body))
}

/** The parameters of a function and what is made from them without waiting for somebody else. */
function inputNames(body: Node): ReadonlySet<string> {
  const names = new Set(children(body, 'params').flatMap((param) => identifiersIn(param)))
  for (const { node } of walk(body)) {
    const value =
      node.type === 'VariableDeclarator'
        ? child(node, 'init')
        : node.type === 'AssignmentExpression'
          ? child(node, 'right')
          : null
    const target = child(node, 'id') ?? child(node, 'left')
    if (value === null || target === null) continue
    const waits = [...walk(value)].some(({ node: inner }) => inner.type === 'AwaitExpression')
    if (!waits && identifiersIn(value).some((name) => names.has(name)))
      for (const name of identifiersIn(target)) names.add(name)
  }
  return names
}

const identifiersIn = (root: Node): readonly string[] =>
  [...walk(root)].flatMap(({ node }) => (node.type === 'Identifier' ? [word(node, 'name')] : []))

const demand =
  /\bvalidat\w*|\breject\w*|\binvalid\b|\bmalformed\b|\bsanitiz\w*|\b(?:throws?|raises?)\b[^.\n]{0,60}\b(?:if|when|on|for|unless)\b/i

/** Where the task asks for validation, what it names validates. */
function demanded(publicOnes: readonly Public[], code: Code): readonly Finding[] {
  const sentences = code.task
    .split(/[.;\n]/)
    .filter((sentence) => demand.test(sentence))
    .map((sentence) => sentence.replace(/\([^()]*\)/g, ''))
  const candidates = publicOnes.filter(({ body }) => children(body, 'params').length > 0)
  if (sentences.length === 0 || candidates.length === 0) return []
  const refusing = refusingFunctions(code)
  const refuses = (one: Public) => refusesInput(one) || delegates(one, refusing)
  // a sentence that names a parameter asks for that one, any other for some care at least
  const named = candidates.filter(({ body }) =>
    children(body, 'params').some(
      (param) =>
        paramName(param).length > 2 &&
        sentences.some((sentence) => new RegExp(`\\b${paramName(param)}\\b`).test(sentence)),
    ),
  )
  const careless = named.find((one) => !refuses(one))
  const nobodyCares =
    !candidates.some((one) => refuses(one) || guardedNames(one.body, one.parsed).size > 0) &&
    !constructors(code).some(refusesInput)
  const first =
    careless ??
    (nobodyCares
      ? (candidates.find(({ item }) => new RegExp(`\\b${item.name}\\b`).test(code.task)) ??
        candidates[0])
      : undefined)
  return first === undefined
    ? []
    : [
        findingAt(
          first.parsed.unit,
          first.item.node.start,
          `${first.item.name} accepts whatever it is given, though the task asks for validation`,
        ),
      ]
}

const constructors = (code: Code) =>
  code.sources.flatMap((parsed) =>
    declarationsOf(parsed).flatMap(({ name, body }) =>
      name === 'constructor' && body !== null ? [{ parsed, body }] : [],
    ),
  )

/** Whether a function hands its input to another one of the artifact that refuses, such as `parseOrder(input)`. */
function delegates({ body }: Public, refusing: ReadonlySet<string>): boolean {
  const names = children(body, 'params').map(paramName)
  return [...walk(body)].some(({ node }) => {
    if (node.type !== 'CallExpression') return false
    const callee = child(node, 'callee')
    const called = word(callee, 'name') || word(child(callee, 'property'), 'name')
    return (
      refusing.has(called) &&
      children(node, 'arguments').some((argument) => names.includes(word(argument, 'name')))
    )
  })
}

/** Names of the artifact's functions that throw on what they do not like. */
const refusingFunctions = (code: Code): ReadonlySet<string> =>
  new Set(
    code.sources.flatMap((parsed) =>
      declarationsOf(parsed).flatMap(({ name, body }) =>
        body !== null && refusesInput({ parsed, body }) && /\bthrow\b/.test(textOf(parsed, body))
          ? [name]
          : [],
      ),
    ),
  )

/** A parameter that one function refuses by throwing is refused by its neighbours of the same name too. */
function forgotten(publicOnes: readonly Public[]): readonly Finding[] {
  const careful = new Map<string, Public>()
  for (const one of publicOnes)
    for (const param of children(one.body, 'params')) {
      const key = `${paramName(param)}:${typeOfParam(one.parsed, param)}`
      if (throwsOn(one, paramName(param))) careful.set(key, one)
    }
  return publicOnes.flatMap((one) =>
    children(one.body, 'params').flatMap((param) => {
      const name = paramName(param)
      const example = careful.get(`${name}:${typeOfParam(one.parsed, param)}`)
      if (
        name === '' ||
        example === undefined ||
        example.body === one.body ||
        example.parsed !== one.parsed
      )
        return []
      if (throwsOn(one, name) || guardedNames(one.body, one.parsed).has(name) || handsOn(one, name))
        return []
      return [
        findingAt(
          one.parsed.unit,
          param.start,
          `${one.item.name} does not validate ${name}, though ${example.item.name} does`,
        ),
      ]
    }),
  )
}

function throwsOn({ parsed, body }: Public, name: string): boolean {
  if (name === '') return false
  return [...walk(body)].some(({ node }) => {
    const test = node.type === 'IfStatement' ? child(node, 'test') : null
    const consequent = child(node, 'consequent')
    return (
      test !== null &&
      consequent !== null &&
      new RegExp(`\\b${name.replaceAll('$', '\\$')}\\b`).test(textOf(parsed, test)) &&
      /\bthrow\b/.test(textOf(parsed, consequent))
    )
  })
}

const handsOn = ({ parsed, body }: Public, name: string): boolean =>
  [...walk(body)].some(
    ({ node }) =>
      node.type === 'CallExpression' &&
      children(node, 'arguments').some((argument) => textOf(parsed, argument) === name),
  )
