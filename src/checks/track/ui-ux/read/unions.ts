import { chainOf, keyName, literalOf } from '../../../integrity/names.ts'
import { all, lineAt, type Node, type Source } from '../../../integrity/source.ts'
import type { Place, Ui } from './ui.ts'

/** A closed set of texts that has a name: a union, an enum, a list or an object of constants. */
export type Union = Place & { readonly name: string; readonly members: readonly string[] }

const known = new WeakMap<Ui, ReadonlyMap<string, Union>>()

export function unionsOf(ui: Ui): ReadonlyMap<string, Union> {
  const seen = known.get(ui)
  if (seen !== undefined) return seen
  const found = new Map(
    ui.scripts.flatMap((source) => unionsIn(source).map((each) => [each.name, each] as const)),
  )
  known.set(ui, found)
  return found
}

function unionsIn(source: Source): readonly Union[] {
  const made = (name: string, node: Node, members: readonly string[]): readonly Union[] =>
    members.length < 2
      ? []
      : [{ name, members, path: source.path, line: lineAt(source.text, node.start) }]
  const constants = all(source, 'VariableDeclarator').flatMap((node) =>
    node.id.type === 'Identifier' ? made(node.id.name, node, constantsOf(node.init)) : [],
  )
  const lists = new Map(constants.map(({ name, members }) => [name, members]))
  return [
    ...constants,
    ...all(source, 'TSTypeAliasDeclaration').flatMap((node) =>
      made(
        node.id.name,
        node,
        membersOf(node.typeAnnotation) ?? lists.get(listName(source, node)) ?? [],
      ),
    ),
    ...all(source, 'TSEnumDeclaration').flatMap((node) =>
      made(
        node.id.name,
        node,
        node.body.members.map(({ id, initializer }) => literalOf(initializer) ?? keyName(id)),
      ),
    ),
  ]
}

/** `(typeof LIST)[number]` names a list. */
const listName = (source: Source, { start, end }: Node): string =>
  /typeof\s+(\w+)/.exec(source.text.slice(start, end))?.[1] ?? ''

/** The texts of a list or of an object whose values are all texts. */
function constantsOf(node: Node | null): readonly string[] {
  if (node?.type === 'TSAsExpression') return constantsOf(node.expression)
  if (node?.type === 'CallExpression' && chainOf(node.callee).at(-1) === 'freeze')
    return constantsOf(node.arguments[0] ?? null)
  if (node?.type === 'ArrayExpression') return texts(node.elements)
  if (node?.type !== 'ObjectExpression') return []
  const isConstant = node.properties.every(
    (each) =>
      each.type === 'Property' && bare(keyName(each.key)) === bare(literalOf(each.value) ?? ''),
  )
  return isConstant
    ? texts(node.properties.map((each) => (each.type === 'Property' ? each.value : null)))
    : []
}

const bare = (text: string): string => text.toLowerCase().replaceAll(/[-_ ]/g, '')

function texts(nodes: readonly (Node | null)[]): readonly string[] {
  const found = nodes.map((each) => literalOf(each))
  return found.every((each) => each !== null) ? found : []
}

/** The texts of a union of texts; null for any other type. */
function membersOf(type: Node): readonly string[] | null {
  if (type.type !== 'TSUnionType') return null
  const members = type.types.map((each) =>
    each.type === 'TSLiteralType'
      ? literalOf(each.literal)
      : each.type === 'TSNullKeyword' || each.type === 'TSUndefinedKeyword'
        ? ''
        : null,
  )
  return members.every((each) => each !== null) ? members.filter((each) => each !== '') : null
}

/** What may stand in a name: these texts, any text, or something that the files do not say. */
export type Domain = readonly string[] | 'any text' | null

/** What a variable or property may hold, by the types that are written for its name. */
export function domainOf(
  ui: Ui,
  source: Source,
  name: string,
  asked: readonly string[] = [],
): Domain {
  const own = annotationsFor(source, name)
  const annotations =
    own.length > 0
      ? own
      : ui.scripts.filter((each) => each !== source).flatMap((each) => annotationsFor(each, name))
  const domains = annotations.map((type) => domainOfType(ui, type)).filter((each) => each !== null)
  const lists = [
    ...domains.filter((each) => each !== 'any text'),
    ...ui.scripts.flatMap((each) => taggedUnions(each, name)),
  ]
  // of several types with such a name, the one that knows all that is asked for
  const fitting = lists.find((list) => asked.every((each) => list.includes(each)))
  if (lists.length > 0) return asked.length > 0 ? (fitting ?? null) : [...new Set(lists.flat())]
  return domains[0] ?? documented(source, name)
}

/** `{ kind: 'a' } | { kind: 'b' }`: the texts that tell the members apart. */
const taggedUnions = (source: Source, name: string): readonly (readonly string[])[] =>
  all(source, 'TSUnionType').flatMap(({ types }) => {
    const tags = types.map((each) => {
      if (each.type !== 'TSTypeLiteral') return null
      const tag = each.members.find(
        (member) => member.type === 'TSPropertySignature' && keyName(member.key) === name,
      )
      const type = tag?.type === 'TSPropertySignature' ? tag.typeAnnotation?.typeAnnotation : null
      return type?.type === 'TSLiteralType' ? literalOf(type.literal) : null
    })
    return tags.every((text) => text !== null) ? [tags] : []
  })

function domainOfType(ui: Ui, type: Node): Domain {
  if (type.type === 'TSStringKeyword') return 'any text'
  const members = membersOf(type)
  if (members !== null) return members
  const name =
    type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : ''
  return unionsOf(ui).get(name)?.members ?? null
}

function annotationsFor(source: Source, name: string): readonly Node[] {
  const properties = all(source, 'TSPropertySignature').flatMap(({ key, typeAnnotation }) =>
    keyName(key) === name && typeAnnotation !== null ? [typeAnnotation.typeAnnotation] : [],
  )
  const variables = all(source, 'Identifier').flatMap((node) => {
    const annotation = node.name === name && 'typeAnnotation' in node ? node.typeAnnotation : null
    return annotation === null || annotation === undefined ? [] : [annotation.typeAnnotation]
  })
  const states = all(source, 'VariableDeclarator').flatMap(({ id, init }) => {
    const isState =
      id.type === 'ArrayPattern' &&
      id.elements[0]?.type === 'Identifier' &&
      id.elements[0].name === name
    return isState && init?.type === 'CallExpression' ? (init.typeArguments?.params ?? []) : []
  })
  return [...properties, ...variables, ...states]
}

/** `@param {'open'|'closed'} status` of JSDoc. */
function documented(source: Source, name: string): Domain {
  for (const { value } of source.comments) {
    const types = [
      ...value.matchAll(/@(?:param|property|prop|type|typedef)\s*\{([^@]*?)\}\s*\[?([\w.]*)/g),
    ]
    const type = types.find(
      ([, , called]) => called === '' || called?.split('.').at(-1) === name,
    )?.[1]
    const inline = new RegExp(`\\b${name}\\??\\s*:\\s*((?:\\s*\\|?\\s*['"][\\w-]+['"])+)`).exec(
      value,
    )?.[1]
    const members = [...(inline ?? type ?? '').matchAll(/['"]([\w -]+)['"]/g)].map(
      (match) => match[1] ?? '',
    )
    if (members.length > 1) return members
  }
  return null
}
