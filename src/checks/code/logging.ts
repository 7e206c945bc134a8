import type { CheckOutcome } from '../../model/check.ts'
import type { Finding } from '../../model/finding.ts'
import { notApplicable, outcomeOf } from '../outcome.ts'
import { logLevel } from './call-facts.ts'
import type { Code } from './code.ts'
import { findingAt, findingOnLine } from './code-units.ts'
import {
  calleeName,
  child,
  children,
  dottedName,
  textOf,
  valueOf,
  walk,
  word,
  type Node,
  type Parsed,
} from './syntax.ts'
import { effectsOf, removal, touches } from './effects.ts'

type Call = {
  readonly parsed: Parsed
  readonly node: Node
  readonly level: string
  readonly inCatch: Node | null
  /** The statements it stands among. */
  readonly block: Node | null
}

const serviceWords =
  /\b(?:service|server|daemon|worker|cron|job|pipeline|bot|webhook|CLI|command[- ]line|background|scheduler|consumer|log(?:s|ged|ging|ger)?)\b/i

/** Programs with effects say what they do, at the right level; libraries keep quiet; nobody writes secrets. */
export async function logging(code: Code): Promise<CheckOutcome> {
  const calls = code.sources.flatMap(logCalls)
  const effects = code.sources.flatMap((parsed) =>
    effectsOf(parsed).map((node) => ({ parsed, node })),
  )
  const python = ((await code.python()) ?? []).filter(({ unit }) => unit.kind === 'source')
  const asksForLogs =
    /\blog(?:s|ged|ging|ger)?\b/i.test(code.task) &&
    !/\b(?:do not|don't|no|without) log/i.test(code.task)
  const touchesWorld = code.sources.some(touches) || python.some((facts) => facts.effects)
  const isProgram =
    effects.length > 0 || asksForLogs || (touchesWorld && serviceWords.test(code.task))

  const findings: Finding[] = [
    ...calls.flatMap(secretFinding),
    ...calls.flatMap(levelFinding),
    ...debuggers(code),
  ]
  for (const facts of python) {
    findings.push(
      ...(facts.findings['logging'] ?? []).map(({ line, message }) =>
        findingOnLine(facts.unit, line, message),
      ),
    )
    if (!isProgram)
      findings.push(
        ...(facts.findings['prints'] ?? []).map(({ line, message }) =>
          findingOnLine(facts.unit, line, message),
        ),
      )
  }
  if (isProgram)
    findings.push(
      ...programFindings(
        calls,
        effects,
        code,
        python.reduce((sum, facts) => sum + facts.logs, 0),
      ),
    )
  else
    findings.push(
      ...calls
        .filter(
          ({ level, node }) =>
            /^(?:log|info|debug|trace)$/.test(level) && calleeName(node).startsWith('console.'),
        )
        .map(({ parsed, node }) =>
          findingAt(parsed.unit, node.start, 'leftover output in a library', removal(parsed, node)),
        ),
    )
  if (findings.length > 0) return outcomeOf(findings, '')
  if (!isProgram && calls.length === 0)
    return notApplicable('a library without effects has nothing to log')
  return outcomeOf([], `${calls.length} log calls at suitable levels`)
}

function logCalls(parsed: Parsed): readonly Call[] {
  const found: Call[] = []
  for (const { node, above } of walk(parsed.program)) {
    const level = node.type === 'CallExpression' ? logLevel(node) : null
    if (level !== null)
      found.push({
        parsed,
        node,
        level,
        inCatch: above.find(({ type }) => type === 'CatchClause') ?? null,
        block: above.find(({ type }) => type === 'BlockStatement') ?? null,
      })
  }
  return found
}

const secretName =
  /passw(?:or)?d|passphrase|secret|api_?key|private_?key|(?:access|auth|refresh|session|bearer|api)_?token|^token$|credential|credit_?card|card_?number|^cvv$|^ssn$|^authorization$/i

function secretFinding({ parsed, node }: Call): readonly Finding[] {
  for (const argument of children(node, 'arguments'))
    for (const { node: inner, above } of walk(argument)) {
      const isChecked =
        above.some(({ type }) => type === 'UnaryExpression') ||
        /^(?:mask|redact|hash|Boolean|typeof)/.test(
          above.map((outer) => (outer.type === 'CallExpression' ? calleeName(outer) : '')).join(''),
        )
      const name = inner.type === 'Identifier' ? word(inner, 'name') : ''
      const dotted = inner.type === 'MemberExpression' ? dottedName(inner) : ''
      const isWhole =
        /^(?:process\.env|(?:req|request)\.(?:body|headers))$/.test(dotted) &&
        above[0]?.type !== 'MemberExpression'
      if ((secretName.test(name) && !isChecked) || isWhole)
        return [
          findingAt(
            parsed.unit,
            node.start,
            `writes ${dotted || name} to the log, where secrets do not belong`,
            removal(parsed, node),
          ),
        ]
    }
  return []
}

function levelFinding({ parsed, node, level, inCatch, block }: Call): readonly Finding[] {
  const at = (message: string) => [findingAt(parsed.unit, node.start, message)]
  const text = firstText(node)
  const isQuiet = /^(?:log|info|debug|trace|success)$/.test(level)
  if (inCatch !== null && isQuiet) {
    const louder = children(block, 'body').some(
      (statement) =>
        statement.type === 'ExpressionStatement' &&
        /\.(?:warn|error|fatal)\s*\(|stderr/.test(textOf(parsed, statement)),
    )
    const param = word(child(inCatch, 'param'), 'name')
    const speaksOfError =
      (param !== '' && new RegExp(`\\b${param}\\b`).test(textOf(parsed, node))) ||
      /fail|error|could not|cannot/i.test(text)
    if (speaksOfError && !louder) return at(`an error is logged at ${level} level`)
  }
  const isSuccess =
    /\b(?:started|listening|success\w*|completed|finished|ready|saved|created)\b/i.test(text) &&
    !/\b(?:not|no|un\w+|fail\w*|error\w*|invalid|could)\b/i.test(text)
  if (
    inCatch === null &&
    /^(?:error|fatal)$/.test(level) &&
    calleeName(node) !== 'process.stderr.write' &&
    isSuccess
  )
    return at(`a success is logged at ${level} level`)
  if (
    isQuiet &&
    /^(?:here\b|debug\b|test(?:ing)?\b|xxx|>>>|-{3,}|={3,}|asdf|foo\b|\*{3,})/i.test(text)
  )
    return at('leftover debugging output')
  return []
}

function firstText(call: Node): string {
  const [first] = children(call, 'arguments')
  const value = valueOf(first ?? null)
  if (typeof value === 'string') return value
  const cooked = valueOf(children(first ?? null, 'quasis')[0] ?? null)
  return typeof cooked === 'object' && cooked !== null && 'raw' in cooked ? String(cooked.raw) : ''
}

const debuggers = (code: Code): readonly Finding[] =>
  code.sources.flatMap((parsed) =>
    [...walk(parsed.program)]
      .filter(({ node }) => node.type === 'DebuggerStatement')
      .map(({ node }) =>
        findingAt(parsed.unit, node.start, 'leftover debugger statement', removal(parsed, node)),
      ),
  )

function programFindings(
  calls: readonly Call[],
  effects: readonly { readonly parsed: Parsed; readonly node: Node }[],
  code: Code,
  pythonLogs: number,
): readonly Finding[] {
  const [first] = effects
  const unit =
    first?.parsed.unit ?? code.sources[0]?.unit ?? code.units.find(({ kind }) => kind === 'source')
  if (unit === undefined) return []
  if (calls.length + pythonLogs === 0)
    return [
      findingAt(
        unit,
        first?.node.start ?? 0,
        'nothing is logged: nobody can see what the program does',
      ),
    ]
  const found: Finding[] = []
  const server = effects.find(({ node }) => /(?:^|\.)listen$/.test(calleeName(node)))
  const saysStart = calls.some(({ parsed, node }) =>
    /listen|start|ready|running|\bup\b/i.test(textOf(parsed, node)),
  )
  if (server !== undefined && !saysStart)
    found.push(
      findingAt(server.parsed.unit, server.node.start, 'the start of the server is not logged'),
    )
  const hasLogger = calls.some(({ node }) => !/^(?:console|process)\./.test(calleeName(node)))
  if (hasLogger)
    found.push(
      ...calls
        .filter(
          ({ parsed, node, level }) =>
            calleeName(node).startsWith('console.') &&
            /^(?:log|debug|info)$/.test(level) &&
            !/log/i.test(parsed.unit.name ?? ''),
        )
        .map(({ parsed, node }) =>
          findingAt(
            parsed.unit,
            node.start,
            'leftover console output beside the logger',
            removal(parsed, node),
          ),
        ),
    )
  return [...found, ...code.sources.flatMap(silentFailures)]
}

/** A program that answers 500 or gives up tells why in its log. */
function silentFailures(parsed: Parsed): readonly Finding[] {
  const found: Finding[] = []
  for (const { node, above } of walk(parsed.program)) {
    const isGivingUp =
      (node.type === 'Literal' && /^50\d$/.test(textOf(parsed, node))) ||
      (node.type === 'CallExpression' && calleeName(node) === 'process.exit')
    const clause = above.find(({ type }) => type === 'CatchClause')
    const block = above.find(({ type }) => type === 'BlockStatement')
    if (!isGivingUp || clause === undefined || block === undefined) continue
    // a log call deeper down speaks of another case
    const said = children(block, 'body').some(
      (statement) => statement.type === 'ExpressionStatement' && speaks(statement),
    )
    if (!said && !/\bthrow\b|\bnext\s*\(|\breject\s*\(/.test(textOf(parsed, clause)))
      found.push(findingAt(parsed.unit, clause.start, 'a failure is not logged'))
  }
  return found
}

const speaks = (statement: Node): boolean =>
  [...walk(statement)].some(
    ({ node }) =>
      node.type === 'CallExpression' &&
      (logLevel(node) !== null || /log|report|warn|print|fail|usage/i.test(calleeName(node))),
  )
