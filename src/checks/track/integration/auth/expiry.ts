import { keyName, literalOf, memberName } from '../../../integrity/names.ts'
import { above, is, isFunction, type Node, type Source } from '../../../integrity/source.ts'
import { holdsUnless, notApplicable, type Part } from '../../evaluation.ts'
import { issueAt, type Project } from '../project.ts'

const ending = /^(?:exp|expir\w*|ends?_?at|valid_?(?:until|to)|until)$/i
const subject = /session|token|auth|login|credential|cookie/i

/** When sessions and tokens end is not only written down, but looked at. */
export function expiryPart(project: Project): Part {
  const id = 'expiry'
  const about = 'sessions and tokens end when they say'
  const written = project.touched.flatMap((source) =>
    source.nodes.flatMap((node) => {
      const name = is('Property')(node) && !isPattern(source, node) ? keyName(node.key) : ''
      const own =
        ending.test(name) && subject.test(`${source.path} ${wordsAround(source, node)}`)
          ? [name]
          : []
      return [...own, ...insertedEnds(node)].map((each) => ({ source, node, name: each }))
    }),
  )
  if (written.length === 0)
    return notApplicable(id, about, 'the track writes down no end of a session or token')
  const isLookedAt = (name: string) =>
    project.product.some((source) => source.nodes.some((node) => judges(source, node, name)))
  const first = [...new Map(written.map((each) => [plain(each.name), each])).values()]
  return holdsUnless(id, about, {
    issues: first
      .filter(({ name }) => !isLookedAt(name))
      .map(({ source, node, name }) =>
        issueAt(
          source,
          node,
          `${name} is written down and never looked at`,
          'Refuse what has ended, wherever it is looked up',
        ),
      ),
    reason: `${first.map(({ name }) => name).join(', ')} is compared with the time`,
  })
}

/** `INSERT INTO sessions (token, expires_at) …` */
function insertedEnds(node: Node): readonly string[] {
  const text = is('TemplateElement')(node) ? node.value.raw : (literalOf(node) ?? '')
  const [, table = '', columns = ''] =
    /\binsert\s+into\s+["`]?(\w+)["`]?\s*\(([^)]*)\)/i.exec(text) ?? []
  return subject.test(table)
    ? columns.split(',').flatMap((each) => (ending.test(each.trim()) ? [each.trim()] : []))
    : []
}

const isPattern = (source: Source, node: Node): boolean =>
  is('ObjectPattern')(source.parentOf.get(node))

const plain = (name: string): string => name.replaceAll('_', '').toLowerCase()

/** What the function around it speaks of. */
const wordsAround = (source: Source, node: Node): string => {
  const around = [...above(source, node)].find((each) => isFunction(each)) ?? node
  return source.text.slice(around.start, around.end)
}

/** Compared, in code or in a query, or given to a function that may do so. */
function judges(source: Source, node: Node, name: string): boolean {
  const text = is('TemplateElement')(node) ? node.value.raw : (literalOf(node) ?? '')
  if (text.length > name.length)
    return [...text.matchAll(/(\w+)\s*(?:[<>]=?|between\b)|[<>]=?\s*(\w+)/gi)].some(
      ([, left = '', right = '']) => [left, right].some((each) => plain(each) === plain(name)),
    )
  const isNamed =
    (is('MemberExpression')(node) && plain(memberName(node)) === plain(name)) ||
    (is('Identifier')(node) && plain(node.name) === plain(name) && isRead(source, node))
  if (!isNamed) return false
  for (const each of above(source, node)) {
    if (is('BinaryExpression')(each)) return /[<>]/.test(each.operator)
    if (is('CallExpression')(each) && each.arguments.some((one) => within(one, node)))
      return !/toISOString|stringify|save|store|insert|set|push|run|create|issue/i.test(
        source.text.slice(each.callee.start, each.callee.end),
      )
    if (is('IfStatement')(each)) return true
    if (isFunction(each)) return false
  }
  return false
}

const within = (outer: Node, inner: Node): boolean =>
  outer.start <= inner.start && outer.end >= inner.end

const isRead = (source: Source, node: Node): boolean =>
  !is('Property', 'VariableDeclarator', 'MemberExpression')(source.parentOf.get(node))
