import { all, is, isFunction, lineAt, type Node, type Source } from '../../integrity/source.ts'
import { met, notApplicable, type Part, undecided, unmet } from '../evaluation.ts'
import { resolveModule } from '../../integrity/modules.ts'
import { issueAt, packageFolder, type TrackCode } from '../track-code.ts'
import { type DeclaredType, typesIn } from './declared-types.ts'

const about = 'a type that several files use is declared once'
const fewestFields = 2

/** A type that the track declares and that another file of the same package has already. */
export function sharedTypes(code: TrackCode): Part {
  const own = code
    .touched('source', 'script')
    .flatMap(typesIn)
    .filter(({ source, node, fields }) => code.isOwn(source, node) && fields.size >= fewestFields)
  if (own.length === 0) return notApplicable('shared-types', about, 'the track declares no types')
  const others = code.sources('source', 'types').flatMap(typesIn)
  const twins = own.flatMap((type) =>
    others
      .filter(
        (other) =>
          other.source.path !== type.source.path &&
          other.name === type.name &&
          !(isSignature(type) && isSignature(other)) &&
          packageFolder(code, other.source.path) === packageFolder(code, type.source.path),
      )
      .map((other) => ({ type, other, shared: sharedOf(type, other) })),
  )
  const same = twins.find(({ type, other, shared }) => shared === 1 || isPartOf(code, type, other))
  if (same !== undefined)
    return unmet('shared-types', about, [
      issueAt(
        same.type.source,
        same.type.node,
        `${same.type.name} is declared here and, ${same.shared === 1 ? 'the same' : 'with all that it has'}, in ${placeOf(same.other)}`,
        `import it from ${same.other.source.path}`,
      ),
    ])
  const alike = twins.find(({ shared }) => shared >= 0.6)
  return alike === undefined
    ? met('shared-types', about, 'no type of the track repeats another')
    : undecided(
        'shared-types',
        about,
        `${alike.type.name} is declared in ${placeOf(alike.type)} and, a little different, in ${placeOf(alike.other)}: are they one type?`,
      )
}

/** What only says what one function takes, such as the props of a component, is part of that function. */
function isSignature({ source, name, node }: DeclaredType): boolean {
  if (is('ExportNamedDeclaration')(source.parentOf.get(node))) return false
  const uses = all(source, 'TSTypeReference').filter(
    ({ typeName }) => is('Identifier')(typeName) && typeName.name === name,
  )
  return uses.length <= 1 && uses.every((use) => isFunction(parameterOwner(source, use)))
}

function parameterOwner(source: Source, use: Node): Node | undefined {
  const annotation = source.parentOf.get(use)
  const pattern = annotation && source.parentOf.get(annotation)
  return is('Identifier', 'ObjectPattern')(pattern) ? source.parentOf.get(pattern) : undefined
}

const placeOf = ({ source, node }: DeclaredType): string =>
  `${source.path}:${lineAt(source.text, node.start)}`

/** How much of the fields of two types is the same, from 0 to 1. */
function sharedOf(one: DeclaredType, other: DeclaredType): number {
  const same = [...one.fields].filter(([name, { type, isOptional }]) => {
    const twin = other.fields.get(name)
    return twin?.type === type && twin.isOptional === isOptional
  })
  return same.length / Math.max(one.fields.size, other.fields.size)
}

const fewestShared = 3

/** A type that is only a part of one that files around it import. */
function isPartOf(code: TrackCode, own: DeclaredType, other: DeclaredType): boolean {
  const isInside = [...own.fields].every(([name, { type }]) => {
    const twin = other.fields.get(name)
    return twin !== undefined && meaning(code, twin.type) === meaning(code, type)
  })
  const isImported = code
    .sources('source')
    .some(
      ({ path, module }) =>
        path !== own.source.path &&
        topOf(path) === topOf(own.source.path) &&
        module.staticImports.some(
          ({ moduleRequest, entries }) =>
            entries.some(({ importName }) => importName.name === own.name) &&
            resolveModule(code.facts.files, path, moduleRequest.value) === other.source.path,
        ),
    )
  return isInside && isImported && own.fields.size >= fewestShared
}

const topOf = (path: string): string => path.split('/').slice(0, -1)[0] ?? ''

/** What an alias stands for; the order of a union says nothing. */
function meaning(code: TrackCode, type: string): string {
  const alias = code
    .sources('source', 'types')
    .flatMap((source) =>
      all(source, 'TSTypeAliasDeclaration').flatMap(({ id, typeAnnotation }) =>
        id.name === type ? [source.text.slice(typeAnnotation.start, typeAnnotation.end)] : [],
      ),
    )
  return (alias[0] ?? type)
    .replaceAll(/\s+/g, '')
    .replaceAll('"', "'")
    .split('|')
    .filter((each) => each !== '')
    .toSorted()
    .join('|')
}
