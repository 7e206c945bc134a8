import type { CheckOutcome } from '../../model/check.ts'
import type { Finding } from '../../model/finding.ts'
import { notApplicable, outcomeOf } from '../outcome.ts'
import type { Code } from './code.ts'
import { findingAt, findingOnLine } from './code-units.ts'
import { declarationsOf, type Declared } from './declarations.ts'
import { child, children, isFunction, textOf, word, type Parsed } from './syntax.ts'

type Found = Declared & { readonly parsed: Parsed }

/** What was made for a task is made to its end: no stub, no comment in place of code. */
export async function functions(code: Code): Promise<CheckOutcome> {
  if (code.task.trim() === '') return notApplicable('no task says what must be there')
  const declared = code.sources.flatMap((parsed) =>
    declarationsOf(parsed).map((item) => ({ ...item, parsed })),
  )
  const python = ((await code.python()) ?? []).filter(({ unit }) => unit.kind === 'source')
  const findings: Finding[] = [
    ...declared.flatMap(stubFinding),
    ...code.sources.flatMap(elisions),
    ...python.flatMap(({ unit, functions: all }) =>
      all
        .filter(({ stub }) => stub)
        .map(({ line, name }) => findingOnLine(unit, line, `${name} has no body of its own`)),
    ),
  ]
  return outcomeOf(findings, 'nothing is left out')
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
