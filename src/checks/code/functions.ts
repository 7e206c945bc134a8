import type { CheckOutcome } from '../../model/check.ts'
import type { Finding } from '../../model/finding.ts'
import { outcomeOf, undecided } from '../outcome.ts'
import type { Code } from './code.ts'
import { findingAt, findingOnLine, type CodeUnit } from './code-units.ts'
import { arity, declarationsOf, type Declared } from './declarations.ts'
import { child, children, isFunction, textOf, word, type Parsed } from './syntax.ts'
import { wantedNames, type Wanted } from './task-names.ts'

type Found = Declared & { readonly parsed: Parsed }

/** Everything public that the task names is there, can be used from outside, and does something. */
export async function functions(code: Code): Promise<CheckOutcome> {
  const wanted = wantedNames(code.task)
  const declared = code.sources.flatMap((parsed) =>
    declarationsOf(parsed).map((item) => ({ ...item, parsed })),
  )
  const findings: Finding[] = [...declared.flatMap(stubFinding), ...code.sources.flatMap(elisions)]
  const python = (await code.python()) ?? []
  for (const item of python.flatMap((facts) =>
    facts.unit.kind === 'source'
      ? facts.functions.map((fact) => ({ ...fact, unit: facts.unit }))
      : [],
  ))
    if (item.stub)
      findings.push(findingOnLine(item.unit, item.line, `${item.name} has no body of its own`))

  for (const want of wanted) {
    const pythonHas = python.some(
      (facts) =>
        facts.functions.some(({ name }) => name === want.name) ||
        facts.classes.some(({ name }) => name === want.name),
    )
    if (pythonHas) findings.push(...pythonProblems(want, python))
    else findings.push(...problems(want, declared, code))
  }
  if (findings.length > 0) return outcomeOf(findings, '')
  if (wanted.length === 0) return undecided('the task names no function, class or method')
  return outcomeOf([], `all ${wanted.length} names the task asks for are there`)
}

function problems(want: Wanted, declared: readonly Found[], code: Code): readonly Finding[] {
  const isType = want.kind === 'type' || want.kind === 'class'
  if (
    isType &&
    code.sources.some(({ unit }) =>
      new RegExp(`\\b(?:interface|type|enum) ${want.name}\\b`).test(unit.content),
    )
  )
    return []
  const same = declared.filter(({ name }) => name === want.name)
  const [found] = same.filter((item) => item.owner === want.owner || want.owner === null)
  if (found === undefined) return [missing(want, declared, code)]
  if (found.private)
    return [
      findingAt(found.parsed.unit, found.node.start, `${want.name} must be public, but is private`),
    ]
  if (!same.some(({ exported }) => exported) && !isOnlyShown(found, code))
    return [notExported(found)]
  return parameterProblems(want, found)
}

function missing(want: Wanted, declared: readonly Found[], code: Code): Finding {
  const similar = declared.find(
    ({ name }) => name.toLowerCase() === want.name.toLowerCase() || similarity(name, want.name),
  )
  const hint = similar === undefined ? '' : ` (there is ${similar.name})`
  const message = `the task asks for the ${want.kind} ${want.name}, which is not there${hint}`
  if (similar !== undefined) return findingAt(similar.parsed.unit, similar.node.start, message)
  const unit = code.units.find(({ kind }) => kind === 'source') ?? code.units[0]
  return unit === undefined ? { message, place: { line: 1 } } : findingAt(unit, 0, message)
}

const similarity = (one: string, other: string): boolean =>
  one.length > 4 &&
  (other.startsWith(one.slice(0, -2)) ||
    one.startsWith(other.slice(0, -2)) ||
    one.replace(/_/g, '').toLowerCase() === other.replace(/_/g, '').toLowerCase())

function notExported(found: Found): Finding {
  const { unit } = found.parsed
  const statement = children(found.parsed.program, 'body').find(
    (node) => node.start <= found.node.start && node.end >= found.node.end,
  )
  const at = statement?.start ?? found.node.start
  const isCommonJs = /\bmodule\.exports\b/.test(unit.content)
  const edit = { start: unit.start + at, end: unit.start + at, text: 'export ' }
  const fix =
    isCommonJs || found.owner !== null
      ? undefined
      : { title: `export ${found.name}`, edits: [edit] }
  return findingAt(unit, at, `${found.name} is not exported, so nobody outside can use it`, fix)
}

/** A script that runs itself, asked for as a script, exports nothing. */
function isOnlyShown(found: Found, code: Code): boolean {
  const exportsNothing = !declarationsOf(found.parsed).some(({ exported }) => exported)
  return (
    exportsNothing && /\b(?:script|snippet|browser|inline|html page|bookmarklet)\b/i.test(code.task)
  )
}

function parameterProblems(want: Wanted, found: Found): readonly Finding[] {
  if (want.params === null || found.body === null) return []
  const stated = want.params.length
  const { required, most } = arity(found.body)
  if (required <= stated && most >= stated) return []
  const takes = required === most ? `${required}` : `${required} to ${most}`
  return [
    findingAt(
      found.parsed.unit,
      found.node.start,
      `${found.name} must take ${stated} parameters (${want.params.join(', ')}), but takes ${takes}`,
    ),
  ]
}

function pythonProblems(
  want: Wanted,
  python: readonly {
    readonly unit: CodeUnit
    readonly functions: readonly {
      name: string
      line: number
      required: number
      most: number | null
    }[]
    readonly hidden: readonly string[]
  }[],
): readonly Finding[] {
  for (const facts of python) {
    const found = facts.functions.find(({ name }) => name === want.name)
    if (found === undefined) continue
    if (facts.hidden.includes(want.name))
      return [findingOnLine(facts.unit, found.line, `${want.name} is not in __all__`)]
    const stated = want.params?.length ?? null
    if (stated === null || (found.required <= stated && (found.most ?? Infinity) >= stated))
      return []
    return [
      findingOnLine(
        facts.unit,
        found.line,
        `${want.name} must take ${stated} parameters, but takes ${found.required}`,
      ),
    ]
  }
  return []
}

function stubFinding(found: Found): readonly Finding[] {
  const block = child(found.body, 'body')
  if (found.body === null || !isFunction(found.body) || block?.type !== 'BlockStatement') return []
  const statements = children(block, 'body')
  const text = textOf(found.parsed, block)
  const isEmpty =
    statements.length === 0 &&
    /\/[/*]/.test(text) &&
    /todo|implement|fixme|stub|placeholder|\.\.\./i.test(text)
  const only = statements.length === 1 ? statements[0] : undefined
  const isRefusal =
    only?.type === 'ThrowStatement' &&
    /not (?:yet )?implemented|unimplemented|todo/i.test(textOf(found.parsed, only))
  const returns =
    /:\s*(?!void|Promise<void>)/.test(text) || child(found.body, 'returnType') !== null
  const isHollow =
    statements.length === 0 &&
    returns &&
    word(found.node, 'kind') !== 'constructor' &&
    !/void/.test(textOf(found.parsed, child(found.body, 'returnType') ?? block))
  if (!isEmpty && !isRefusal && !isHollow) return []
  return [findingAt(found.parsed.unit, found.node.start, `${found.name} is only a stub`)]
}

/** Comments that stand for code somebody left out. */
function elisions({ unit, comments }: Parsed): readonly Finding[] {
  return comments
    .filter(({ value }) =>
      /^\s*(?:\.{3}|…)|\b(?:rest of (?:the )?(?:code|file|implementation)|existing code|implementation (?:goes )?here|code (?:goes )?here|omitted for brevity|same as (?:above|before)|TODO:? implement)\b/i.test(
        value,
      ),
    )
    .map((comment) => findingAt(unit, comment.start, 'a comment stands where code should be'))
}
