import { functionAround, isTried, lastPart, namesFrom } from './call-facts.ts'
import { declarationsOf } from './declarations.ts'
import { guardedNames } from './guards.ts'
import {
  calleeName,
  child,
  children,
  textOf,
  walk,
  word,
  type Node,
  type Parsed,
} from './syntax.ts'

type Place = { readonly node: Node; readonly above: readonly Node[] }
type Problem = { readonly node: Node; readonly message: string }

/** Places where text from outside would become code, a command, a query, a page or a path. */
export function sinkProblem({ node, above }: Place, parsed: Parsed): Problem | null {
  if (node.type === 'TemplateLiteral' || node.type === 'BinaryExpression')
    return builtSql(node, above, parsed)
  if (node.type === 'AssignmentExpression') {
    const target = word(child(child(node, 'left'), 'property'), 'name')
    const isBuilt =
      /^(?:innerHTML|outerHTML)$/.test(target) &&
      !isConstant(child(node, 'right')) &&
      !/escape|sanitize|purify/i.test(textOf(parsed, node))
    return isBuilt
      ? { node, message: `${target} takes text as a page: escape it, or use textContent` }
      : null
  }
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return null
  return codeOrCommand(node, above, parsed) ?? pageOrPath(node, above, parsed)
}

const isConstant = (node: Node | null): boolean =>
  node === null ||
  node.type === 'Literal' ||
  (node.type === 'TemplateLiteral' && children(node, 'expressions').length === 0) ||
  (node.type === 'Identifier' && /^[A-Z][A-Z0-9_]*$/.test(word(node, 'name')))

function codeOrCommand(node: Node, above: readonly Node[], parsed: Parsed): Problem | null {
  const name = calleeName(node)
  const args = children(node, 'arguments')
  const [first] = args
  if ((name === 'eval' || name === 'Function') && !isConstant(first ?? null))
    return { node, message: `${name} runs text as code` }
  if (/^(?:setTimeout|setInterval)$/.test(name) && first?.type === 'TemplateLiteral')
    return { node, message: `${name} runs text as code` }
  if (name === 'vm.runInThisContext' || name === 'vm.runInNewContext')
    return { node, message: 'node:vm is no wall: the text can do anything' }
  const shells = namesFrom(parsed, /^(?:node:)?child_process$/)
  const fromShell =
    shells.has(name) ||
    (name.includes('.') && shells.has(name.split('.')[0] ?? '')) ||
    [...shells].some((local) => /exec|promis/i.test(local) && local === name)
  const isPromisified = /^exec(?:Async|Promise)$/.test(name)
  const usesShell = /\bshell\s*:\s*true/.test(
    args
      .slice(1)
      .map((argument) => textOf(parsed, argument))
      .join(),
  )
  if (
    (fromShell || isPromisified) &&
    (/^exec(?:Sync|Async|Promise)?$/.test(lastPart(name)) || usesShell) &&
    !isConstant(first ?? null)
  )
    return { node, message: `${name} hands text to a shell: pass the arguments apart (execFile)` }
  return name === 'RegExp' && first !== undefined && isLoosePattern(first, above, parsed)
    ? { node, message: 'a pattern is made from text that may hold anything: escape it' }
    : null
}

/** A pattern that holds a parameter of a public function, neither escaped nor looked at nor tried. */
function isLoosePattern(pattern: Node, above: readonly Node[], parsed: Parsed): boolean {
  const fn = functionAround(above)
  if (fn === null || /escape/i.test(textOf(parsed, pattern)) || isTried(pattern, above))
    return false
  const isPublic = declarationsOf(parsed).some(({ body, exported }) => body === fn && exported)
  const params = new Set(
    children(fn, 'params')
      .map((param) => word(param, 'name'))
      .filter((param) => param !== ''),
  )
  return (
    isPublic &&
    [...walk(pattern)].some(
      ({ node }) => node.type === 'Identifier' && params.has(word(node, 'name')),
    )
  )
}

const sqlWords =
  /\b(?:select\b[\s\S]+\bfrom|insert\s+into|update\b[\s\S]+\bset|delete\s+from|drop\s+table)\b/i

function builtSql(node: Node, above: readonly Node[], parsed: Parsed): Problem | null {
  const [outer] = above
  if (outer?.type === 'TaggedTemplateExpression' || outer?.type === 'BinaryExpression') return null
  const parts =
    node.type === 'TemplateLiteral'
      ? children(node, 'expressions')
      : word(node, 'operator') === '+'
        ? [...walk(node)]
            .map((place) => place.node)
            .filter((part) => /^(?:Identifier|MemberExpression|CallExpression)$/.test(part.type))
        : []
  const loose = parts.filter(
    (part) =>
      !isConstant(part) &&
      !/\.map\(\(?\w*\)?\s*=>\s*['"`][?$]|placeholders|columns|\.join\(/i.test(
        textOf(parsed, part),
      ),
  )
  return loose.length > 0 && sqlWords.test(textOf(parsed, node))
    ? { node, message: 'SQL is built from parts: use parameters' }
    : null
}

const requestPart = /\b(?:req|request|ctx|event)\.(?:request\.)?(?:body|query|params|headers|url)\b/

function pageOrPath(node: Node, above: readonly Node[], parsed: Parsed): Problem | null {
  const name = calleeName(node)
  const args = children(node, 'arguments')
  const text = args.map((argument) => textOf(parsed, argument)).join(', ')
  if (name === 'document.write' && !isConstant(args[0] ?? null))
    return { node, message: 'document.write takes text as a page' }
  if (name.endsWith('.redirect') && requestPart.test(text))
    return { node, message: 'redirects to wherever the request says' }
  const isPage =
    /\.(?:send|end|write|html)$/.test(name) &&
    args[0]?.type === 'TemplateLiteral' &&
    /<\w/.test(text) &&
    children(args[0], 'expressions').length > 0
  if (
    isPage &&
    !/escape|encode|sanitize/i.test(text) &&
    requestPart.test(textOf(parsed, functionAround(above) ?? node))
  )
    return { node, message: 'what the request holds is put into a page as it is: escape it' }
  const fromPath =
    name.startsWith('path.') || namesFrom(parsed, /^(?:node:)?path(?:\/posix)?$/).has(name)
  if (!fromPath || !/(?:^|\.)(?:join|resolve)$/.test(name) || args.length < 2) return null
  const fn = functionAround(above)
  if (fn === null) return null
  const params = new Set(
    children(fn, 'params')
      .map((param) => word(param, 'name'))
      .filter((param) => param !== ''),
  )
  const last = args
    .slice(1)
    .find(
      (argument) =>
        params.has(word(argument, 'name')) ||
        requestPart.test(textOf(parsed, argument)) ||
        (argument.type === 'TemplateLiteral' &&
          children(argument, 'expressions').some((part) => params.has(word(part, 'name')))),
    )
  if (last === undefined) return null
  const body = textOf(parsed, fn)
  const isConfined = /startsWith\s*\(|\brelative\s*\(|includes\s*\(\s*['"`]\.\.|basename\s*\(/.test(
    body,
  )
  const names =
    last.type === 'TemplateLiteral'
      ? children(last, 'expressions').map((part) => word(part, 'name'))
      : [word(last, 'name')]
  const guarded = guardedNames(fn, parsed)
  return isConfined || names.some((one) => one !== '' && guarded.has(one))
    ? null
    : {
        node,
        message: `${textOf(parsed, last)} can lead out of the folder: look at it before it becomes a path`,
      }
}
