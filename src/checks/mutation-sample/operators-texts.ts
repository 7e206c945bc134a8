import { child, flag, valueOf, word, type Node } from '../code/syntax.ts'
import { type Idea, replaced, sourceOf, type Spot } from './idea.ts'

/** Where a text names a module or is a directive. */
const namesModules = new Set([
  'ExpressionStatement',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportAttribute',
  'TSExternalModuleReference',
])

export function literal({ node, above, source }: Spot): readonly Idea[] {
  const parent = above[0]
  const value = valueOf(node)
  const isKey = parent !== undefined && child(parent, 'key') === node && !flag(parent, 'computed')
  if (isKey || (parent !== undefined && namesModules.has(parent.type))) return []
  // a fallback often only tells the compiler what cannot happen
  if (word(parent ?? null, 'operator') === '??' && child(parent ?? null, 'right') === node)
    return []
  if (value instanceof RegExp || sourceOf(source, node).startsWith('/'))
    return patterns(node, sourceOf(source, node))
  if (typeof value === 'boolean') return [replaced('boolean', node, String(!value))]
  if (typeof value === 'number' && /^\d[\d_]*(\.\d+)?$/.test(sourceOf(source, node)))
    return [
      replaced('number', node, String(value + 1)),
      ...(value > 1 ? [replaced('number', node, String(value - 1))] : []),
    ]
  if (typeof value === 'string' && parent?.type !== 'JSXAttribute')
    return [replaced('string', node, value === '' ? "'mutated'" : "''")]
  return []
}

/** Anchors that are gone, and repetitions that are one more or one less. */
function patterns(node: Node, text: string): readonly Idea[] {
  const edits: readonly (readonly [RegExp, (found: RegExpExecArray) => string])[] = [
    [/^\/\^/, () => '/'],
    [/(?<!\\)\$(?=\/[a-z]*$)/, () => ''],
    [/(?<=\{\d*,?)(\d+)\}/, ([, most]) => `${Number(most) + 1}}`],
    [/(?<=[\w\])])\+(?![?+*])/, () => '*'],
    [/(?<=[\w\])])\*(?![?+*])/, () => '+'],
  ]
  return edits.flatMap(([find, put]) => {
    const found = find.exec(text)
    if (found === null) return []
    const start = node.start + found.index
    return [{ operator: 'pattern', start, end: start + found[0].length, text: put(found) }]
  })
}

export function template({ node, above }: Spot): readonly Idea[] {
  return above[0]?.type === 'TaggedTemplateExpression' ? [] : [replaced('string', node, '``')]
}
