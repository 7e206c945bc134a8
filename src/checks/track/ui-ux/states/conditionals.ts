import { chainOf, dotted, literalOf, memberName } from '../../../integrity/names.ts'
import {
  above,
  all,
  lineAt,
  type Node,
  ownBelow,
  slice,
  type Source,
  type Typed,
} from '../../../integrity/source.ts'
import type { Issue, Part } from '../../evaluation.ts'
import { partOf } from '../page-issues.ts'
import { domainOf, unionsOf } from '../read/unions.ts'
import type { Ui } from '../read/ui.ts'

const isStatus = /(?:status|state|phase|stage)$/i
/** Where an operation is, not what the data are. */
const lifecycle =
  /^(?:idle|loading|pending|fetching|submitting|saving|sending|success|succeeded|error|failed|failure|rejected|resolved|fulfilled|refreshing|uninitialized)$/i

const issueAt = (source: Source, node: Node, message: string, fix: string): Issue => ({
  message,
  path: source.path,
  line: lineAt(source.text, node.start),
  fix,
})

const nameOf = (node: Node): string => {
  if (node.type === 'ChainExpression') return nameOf(node.expression)
  return node.type === 'Identifier'
    ? node.name
    : node.type === 'MemberExpression'
      ? memberName(node)
      : ''
}

type Comparison = {
  readonly node: Typed<'BinaryExpression'>
  readonly name: string
  readonly text: string
}

/** Comparisons of a status with a text. */
const comparisonsIn = (source: Source): readonly Comparison[] =>
  all(source, 'BinaryExpression').flatMap((node) => {
    if (!/^[!=]==?$/.test(node.operator)) return []
    const text = literalOf(node.right) ?? literalOf(node.left)
    const name = nameOf(literalOf(node.right) === null ? node.right : node.left)
    return text !== null && isStatus.test(name) ? [{ node, name, text }] : []
  })

const isShown = (node: Node | null | undefined): boolean =>
  node !== null &&
  node !== undefined &&
  (node.type.startsWith('JSX') ||
    /<[a-z]/i.test(literalOf(node) ?? '') ||
    (node.type === 'TemplateLiteral' && node.quasis.some(({ value }) => /<[a-z]/i.test(value.raw))))

/** The condition around a comparison that decides what is shown, and its other parts. */
function shownBy(source: Source, node: Node): { readonly others: readonly Node[] } | null {
  const others: Node[] = []
  let from = node
  for (const each of above(source, node)) {
    if (each.type === 'LogicalExpression' && each.operator === '&&') {
      const other = each.left === from ? each.right : each.left
      if (isShown(other)) return { others }
      others.push(other)
    } else if (each.type === 'ConditionalExpression') {
      const decides = each.test === from && (isShown(each.consequent) || isShown(each.alternate))
      return decides ? { others } : null
    } else if (each.type === 'IfStatement')
      return each.test === from && shows(each.consequent) ? { others } : null
    else if (each.type !== 'LogicalExpression') return null
    from = each
  }
  return null
}

/** Whether a statement returns something to show, or puts it on the page. */
const shows = (node: Node): boolean =>
  [...ownBelow(node)].some((each) => {
    if (each.type === 'ReturnStatement') return isShown(each.argument)
    const target = each.type === 'AssignmentExpression' ? dotted(each.left) : ''
    return /\.(?:innerHTML|textContent|innerText|hidden|src|className|disabled)$/.test(target)
  })

/** Data that must be there, in contrast to a yes or no. */
const isPresence = (node: Node): boolean =>
  !/^(?:is|has|can|should|show|was)[A-Z]/.test(nameOf(node)) && nameOf(node) !== ''

function magicTexts(ui: Ui, source: Source): readonly Issue[] {
  return comparisonsIn(source).flatMap(({ node, name, text }) => {
    if (lifecycle.test(text)) return []
    const shown = shownBy(source, node)
    if (shown === null) return []
    const domain = domainOf(ui, source, name)
    const isClosed = domain !== null && domain !== 'any text'
    const isMixed = shown.others.some(isPresence) && (!isClosed || domain.length > 2)
    if (isClosed && domain.includes(text) && !isMixed) return []
    if (domain === null && /\.[cm]?tsx?$/.test(source.path) && !isMixed) return []
    const what = isMixed
      ? 'hides data as soon as the status changes'
      : isClosed
        ? `is none of ${domain.join(', ')}`
        : 'decides what is shown by a text that nothing defines'
    return [
      issueAt(
        source,
        node,
        `"${slice(source, node)}" ${what}`,
        `Name the statuses that show it, such as a constant list, or ask for the data alone.`,
      ),
    ]
  })
}

/** Whether the cases of a switch make a value. */
const makesValue = ({ cases }: Typed<'SwitchStatement'>): boolean =>
  cases.some(({ consequent }) =>
    consequent.some((each) =>
      [...ownBelow(each)].some((node) => node.type === 'ReturnStatement' && node.argument !== null),
    ),
  )

/** Something is returned after it, so that nothing falls through. */
function hasFallback(source: Source, node: Typed<'SwitchStatement'>): boolean {
  const parent = source.parentOf.get(node)
  if (parent?.type !== 'BlockStatement') return false
  const index = parent.body.findIndex((each) => each === node)
  return parent.body
    .slice(index + 1)
    .some(({ type }) => type === 'ReturnStatement' || type === 'ThrowStatement')
}

function openSwitches(ui: Ui, source: Source): readonly Issue[] {
  return all(source, 'SwitchStatement').flatMap((node) => {
    if (
      node.cases.some(({ test }) => test === null) ||
      !makesValue(node) ||
      hasFallback(source, node)
    )
      return []
    const covered = node.cases.flatMap(({ test }) => literalOf(test) ?? chainOf(test).at(-1) ?? [])
    const domain = domainOf(ui, source, nameOf(node.discriminant), covered)
    const isTyped = /\.[cm]?tsx?$/.test(source.path)
    if (domain === null && isTyped) return []
    const missing =
      domain === null || domain === 'any text'
        ? []
        : domain.filter(
            (each) =>
              !covered.some(
                (one) =>
                  one.toLowerCase() === each.toLowerCase().replaceAll(/[-_ ]/g, '') || one === each,
              ),
          )
    if (domain !== null && domain !== 'any text' && missing.length === 0) return []
    const about = missing.length > 0 ? `has no case for ${missing.join(', ')}` : 'has no default'
    return [
      issueAt(
        source,
        node,
        `the switch over ${slice(source, node.discriminant)} ${about}`,
        'Handle every status, and let a default with a never check catch new ones.',
      ),
    ]
  })
}

const visual = /^(?:hover|focus|press|expand|collaps|drag|animat|highlight|fad|shak|blink)\w*$/i

/** A status that is made of a flag and then asked for again, and one that holds looks beside data. */
function mixedStates(ui: Ui, source: Source): readonly Issue[] {
  const compared = new Set(comparisonsIn(source).map(({ name }) => name))
  const switched = all(source, 'SwitchStatement').map(({ discriminant }) => nameOf(discriminant))
  const folded = all(source, 'VariableDeclarator').flatMap(({ id, init }) => {
    const name = id.type === 'Identifier' ? id.name : ''
    if (!isStatus.test(name) || init?.type !== 'ConditionalExpression') return []
    const isFlag = dotted(init.test) !== ''
    const isText = literalOf(init.consequent) !== null
    const asked = compared.has(name) || switched.includes(name)
    return isFlag && isText && asked
      ? [
          issueAt(
            source,
            init,
            `"${name} = ${slice(source, init)}" folds a flag into a status that is asked for again`,
            `Keep ${slice(source, init.test)} and the status of the data apart.`,
          ),
        ]
      : []
  })
  const unions = [...unionsOf(ui).values()].filter(
    ({ path, name }) => path === source.path && isStatus.test(name),
  )
  const mixed = unions.flatMap(({ name, members, path, line }) => {
    const looks = members.filter((each) => visual.test(each))
    return looks.length > 0 && looks.length < members.length
      ? [
          {
            message: `${name} mixes how something looks (${looks.join(', ')}) with what it is`,
            path,
            line,
            fix: 'Keep the look in a state of its own.',
          },
        ]
      : []
  })
  return [...folded, ...mixed]
}

const most = 6

/** Parts of pass 5 on how the code decides what to show. */
export function conditionalParts(ui: Ui): readonly Part[] {
  const scripts = ui.scripts.filter(ui.isTouched)
  const shown = scripts.filter(
    (source) =>
      all(source, 'JSXElement').length > 0 ||
      all(source, 'TemplateLiteral').some(isShown) ||
      all(source, 'Identifier').some(({ name }) => name === 'document'),
  )
  const many = [...unionsOf(ui).values()].filter(
    (each) =>
      ui.isTouched(each) &&
      /(?:status(?:es)?|state|phase|stage)$/i.test(each.name) &&
      each.members.length > most,
  )
  const none = 'the track has no code that decides what to show'
  const part = (id: string, about: string, issues: readonly Issue[]) =>
    partOf(id, about, {
      issues,
      met: scripts.length > 0 ? `${scripts.length} scripts were read` : null,
      none,
    })
  return [
    part(
      'magic-status',
      'What is shown does not hang on a text that nothing defines',
      shown.flatMap((each) => magicTexts(ui, each)),
    ),
    part(
      'exhaustive-switch',
      'A switch that makes something to show handles every status',
      shown.flatMap((each) => openSwitches(ui, each)),
    ),
    part(
      'mixed-state',
      'How something looks and what it is are kept apart',
      scripts.flatMap((each) => mixedStates(ui, each)),
    ),
    part(
      'status-count',
      `A status has at most ${most} values`,
      many.map(({ name, members, path, line }) => ({
        message: `${name} has ${members.length} values: ${members.join(', ')}`,
        path,
        line,
        fix: 'Split it into states that do not depend on each other.',
      })),
    ),
  ]
}
