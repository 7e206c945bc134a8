import { literalOf, memberName } from '../../../integrity/names.ts'
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
import { type CodeSet, setsIn } from '../../business-logic/code-sets.ts'
import { labelKey } from '../../business-logic/words.ts'
import type { Issue, Part } from '../../evaluation.ts'
import { partOf } from '../page-issues.ts'
import type { Ui } from '../read/ui.ts'

const isStatus = /(?:status|state|phase|stage)$/i
/** Where an operation is, not what the data are. */
const lifecycle =
  /^(?:idle|loading|pending|fetching|submitting|saving|sending|success|succeeded|error|failed|failure|rejected|resolved|fulfilled|refreshing|uninitialized)$/i
const visual = /^(?:hover|focus|press|expand|collaps|drag|animat|highlight|fad|shak|blink)\w*$/i
const most = 6

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

const isTyped = ({ path }: Source): boolean => /\.[cm]?tsx?$/.test(path)

const decides = (source: Source, node: Node): boolean => {
  for (const each of above(source, node)) {
    if (/^(?:JSXExpressionContainer|TemplateLiteral)$/.test(each.type)) return true
    if (!/^(?:LogicalExpression|ConditionalExpression|UnaryExpression)$/.test(each.type))
      return false
  }
  return false
}

/** `plant.status === 'reserved' && …` in markup, where nothing says which statuses there are. */
const magicTexts = (source: Source, sets: readonly CodeSet[]): readonly Issue[] =>
  all(source, 'BinaryExpression').flatMap((node) => {
    const text = literalOf(node.right)
    const isMagic =
      text !== null &&
      /^[!=]==?$/.test(node.operator) &&
      isStatus.test(nameOf(node.left)) &&
      !lifecycle.test(text) &&
      !isTyped(source) &&
      !sets.some(({ items }) => items.includes(labelKey(text))) &&
      decides(source, node)
    return isMagic
      ? [
          issueAt(
            source,
            node,
            `"${slice(source, node)}" decides what is shown by a text that nothing defines`,
            'Name the statuses that show it, such as a constant list, or ask for the data alone.',
          ),
        ]
      : []
  })

const givesBack = (node: Node): boolean =>
  [...ownBelow(node)].some((each) => each.type === 'ReturnStatement' && each.argument !== null)

/** Something is returned after it, so that nothing falls through. */
function hasFallback(source: Source, node: Typed<'SwitchStatement'>): boolean {
  const parent = source.parentOf.get(node)
  const after =
    parent?.type === 'BlockStatement' ? parent.body.filter((each) => each.start >= node.end) : []
  return after.some(({ type }) => type === 'ReturnStatement' || type === 'ThrowStatement')
}

const openSwitches = (source: Source, sets: readonly CodeSet[]): readonly Issue[] =>
  all(source, 'SwitchStatement').flatMap((node) => {
    const isClosed = node.cases.some(({ test }) => test === null) || hasFallback(source, node)
    if (isClosed || !node.cases.some(({ consequent }) => consequent.some(givesBack))) return []
    const covered = node.cases.flatMap(({ test }) => {
      const text = test === null ? null : (literalOf(test) ?? nameOf(test))
      return text === null ? [] : [labelKey(text)]
    })
    const known = sets.find(({ items }) => covered.every((each) => items.includes(each)))
    const missing = (known?.items ?? []).filter((each) => !covered.includes(each))
    if (missing.length === 0 && (known !== undefined || isTyped(source))) return []
    return [
      issueAt(
        source,
        node,
        `the switch over ${slice(source, node.discriminant)} ${missing.length > 0 ? `has no case for ${missing.join(', ')}` : 'has no default'}`,
        'Handle every status, and let a default with a never check catch new ones.',
      ),
    ]
  })

/** Parts of pass 5 on how the code decides what to show. */
export function conditionalParts(ui: Ui): readonly Part[] {
  const scripts = ui.scripts.filter(ui.isTouched)
  const sets = ui.scripts.flatMap(setsIn).filter(({ form }) => form !== 'records')
  const own = sets.filter(
    ({ source, name, form }) =>
      ui.isTouched(source) && form !== 'keys' && [...name].some((word) => isStatus.test(word)),
  )
  const part = (id: string, about: string, issues: readonly Issue[], asked = scripts.length) =>
    partOf(id, about, {
      issues,
      met: asked > 0 ? `${scripts.length} scripts were read` : null,
      none: 'the track has no code that decides what to show',
    })
  return [
    part(
      'magic-status',
      'What is shown does not hang on a text that nothing defines',
      scripts.flatMap((each) => magicTexts(each, sets)),
    ),
    part(
      'exhaustive-switch',
      'A switch that makes something handles every status',
      scripts.flatMap((each) => openSwitches(each, sets)),
    ),
    part(
      'mixed-state',
      'The values of a status are of one kind, not looks among data',
      own.flatMap(({ source, node, items }) => {
        const looks = items.filter((each) => visual.test(each))
        return looks.length > 0 && looks.length < items.length
          ? [
              issueAt(
                source,
                node,
                `the statuses mix how something looks (${looks.join(', ')}) with what it is`,
                'Keep the look in a state of its own.',
              ),
            ]
          : []
      }),
      own.length,
    ),
    part(
      'status-count',
      `A status has at most ${most} values`,
      own
        .filter(({ items }) => items.length > most)
        .map(({ source, node, items }) =>
          issueAt(
            source,
            node,
            `a status has ${items.length} values: ${items.join(', ')}`,
            'Split it into states that do not depend on each other.',
          ),
        ),
    ),
  ]
}
