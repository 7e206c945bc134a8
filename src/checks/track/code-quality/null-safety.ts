import { chainOf, dotted } from '../../integrity/names.ts'
import {
  above,
  all,
  below,
  is,
  isFunction,
  lineAt,
  type Node,
  slice,
  type Source,
  type Typed,
} from '../../integrity/source.ts'
import { met, type Part, undecided, unmet } from '../evaluation.ts'
import { issueAt, type TrackCode } from '../track-code.ts'
import { typesIn } from './declared-types.ts'
import { fresh, shown } from './fresh.ts'

/** `value!` where nothing before it looked whether there is a value. */
export function nullSafety(code: TrackCode): Part {
  const about = 'no non-null assertion stands where a value may be missing'
  const optional = optionalFields(code)
  const open = fresh(code, (source) => all(source, 'TSNonNullExpression')).filter(
    ({ source, node }) => !isGuarded(source, node) && !isMount(node),
  )
  const issues = open
    .filter(({ source, node }) => mayBeMissing(node, optional) && !isOfHandler(source, node))
    .map(({ source, node }) =>
      issueAt(
        source,
        node,
        `\`${shown(source, node)}\` claims that there is a value`,
        'handle the case that there is none',
      ),
    )
  if (issues.length > 0) return unmet('null-safety', about, issues)
  const [first] = open
  return first === undefined
    ? met('null-safety', about, 'each use of an optional value is checked')
    : undecided(
        'null-safety',
        about,
        `whether \`${shown(first.source, first.node)}\` always has a value (${first.source.path}:${lineAt(first.source.text, first.node.start)})`,
      )
}

const searching =
  /^(?:find|findLast|get|match|exec|at|pop|shift|querySelector|closest|getItem|getAttribute|findUnique|findFirst|findOne|findById)$/

/** What a search gives back, and fields that a type declares as optional. */
function mayBeMissing(
  { expression }: Typed<'TSNonNullExpression'>,
  optional: ReadonlySet<string>,
): boolean {
  const inner = is('AwaitExpression')(expression) ? expression.argument : expression
  if (is('CallExpression')(inner)) return searching.test(chainOf(inner.callee).at(-1) ?? '')
  if (is('MemberExpression')(inner))
    return !inner.computed && optional.has(chainOf(inner).at(-1) ?? '')
  return is('Identifier')(inner) && optional.has(inner.name)
}

const optionalFields = (code: TrackCode): ReadonlySet<string> =>
  new Set(
    code
      .touched('source', 'types')
      .flatMap((source) => [
        ...typesIn(source).flatMap(({ fields }) =>
          [...fields].flatMap(([name, { type, isOptional }]) =>
            isOptional || /\bnull\b|\bundefined\b/.test(type) ? [name] : [],
          ),
        ),
        ...source.nodes.flatMap((node) =>
          isFunction(node)
            ? node.params.flatMap((each) =>
                is('Identifier')(each) &&
                (each.optional ||
                  /\bnull\b|\bundefined\b/.test(
                    each.typeAnnotation == null ? '' : slice(source, each.typeAnnotation),
                  ))
                  ? [each.name]
                  : [],
              )
            : [],
        ),
      ]),
  )

/** The element that a page is known to have. */
const isMount = ({ expression }: Typed<'TSNonNullExpression'>): boolean =>
  is('CallExpression')(expression) &&
  /\bdocument\.(?:getElementById|querySelector)$/.test(dotted(expression.callee))

/** Something before it in the function asks about the same thing, or about what holds it. */
function isGuarded(source: Source, node: Typed<'TSNonNullExpression'>): boolean {
  const around = [...above(source, node)].find((each) => isFunction(each)) ?? source.program
  const wanted = slice(source, node.expression)
  const call = is('CallExpression')(node.expression) ? node.expression.callee : null
  const held = is('MemberExpression')(call)
    ? call.object
    : is('MemberExpression')(node.expression) && node.expression.computed
      ? node.expression.object
      : null
  const owner = held === null ? null : slice(source, held)
  const asks = (text: string) =>
    text.includes(wanted) ||
    (owner !== null &&
      [`${owner}.length`, `${owner}.size`, `${owner}.has(`, `${owner}.set(`].some((each) =>
        text.includes(each),
      ))
  return [...below(around)].some((each) => {
    if (each.start >= node.start) return false
    const test = is('IfStatement', 'ConditionalExpression', 'WhileStatement', 'ForStatement')(each)
      ? each.test
      : is('LogicalExpression')(each)
        ? each.left
        : null
    const isSet = is('CallExpression')(each) && dotted(each.callee).endsWith('.set')
    const isLoop =
      is('ForOfStatement', 'ForInStatement')(each) &&
      owner !== null &&
      slice(source, each.right).includes(owner)
    return (
      isLoop ||
      (isSet && asks(slice(source, each))) ||
      (test !== null && test !== undefined && asks(slice(source, test)))
    )
  })
}

/** A property of what a router hands to its handler, which may be set before. */
const isOfHandler = (source: Source, node: Node): boolean =>
  [...above(source, node)].some((each) => {
    const call = isFunction(each) ? source.parentOf.get(each) : undefined
    const isRoute =
      is('CallExpression')(call) &&
      call.arguments.some(
        (given) =>
          is('Literal')(given) && typeof given.value === 'string' && given.value.startsWith('/'),
      )
    const [root = ''] = chainOf(is('TSNonNullExpression')(node) ? node.expression : node)
    return (
      isRoute &&
      isFunction(each) &&
      each.params.some((param) => is('Identifier')(param) && param.name === root)
    )
  })
