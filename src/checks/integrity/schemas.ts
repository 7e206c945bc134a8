import type { Change, FileChange } from './change.ts'
import type { IntegrityFinding } from './finding.ts'
import { chainOf, keyName } from './names.ts'
import { findingIn, rulesOf, type Family } from './rule.ts'
import { all, type Source, type Typed } from './source.ts'

const rules = rulesOf('completeness', {
  'schema-loosened': [
    'warn',
    'A schema lets more through',
    'Bad data goes on into the program.',
    'Put the demand back, or have it taken away on purpose.',
  ],
})

export const schemas: Family = { family: 'errors', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  return change.files.flatMap((file) => (file.kind === 'source' ? loosened(file) : []))
}

const builders = /^(?:z|v|yup|Joi|joi)$/
const demands =
  /^(?:int|integer|positive|nonnegative|negative|finite|safe|min|max|length|minLength|maxLength|regex|pattern|email|url|uuid|nonempty|refine|superRefine|check|gt|gte|lt|lte|multipleOf|required|startsWith|endsWith|datetime|strict|strictObject)$/

/** One schema with the name it has: that of its property or of its constant, if any. */
type Schema = {
  readonly name: string
  readonly kind: string
  readonly demands: readonly string[]
  readonly node: Typed<'CallExpression'>
}

function schemasOf(source: Source): readonly Schema[] {
  return all(source, 'CallExpression').flatMap((node): readonly Schema[] => {
    const chain = chainOf(node.callee)
    const up = source.parentOf.get(node)
    // only the whole of a chain such as z.string().min(1) is a schema
    if (!builders.test(chain[0] ?? '') || up?.type === 'MemberExpression') return []
    const name =
      up?.type === 'Property'
        ? keyName(up.key)
        : up?.type === 'VariableDeclarator' && up.id.type === 'Identifier'
          ? up.id.name
          : ''
    const asked = chain.filter((each) => demands.test(each)).toSorted()
    return [{ name, kind: chain[1] ?? '', demands: asked, node }]
  })
}

const keyOf = ({ name, kind, demands: asked }: Schema): string =>
  `${name}:${kind}:${asked.join(',')}`

/** What is left of one list when everything of the other is taken out of it, each once. */
function without(list: readonly Schema[], other: readonly Schema[]): readonly Schema[] {
  const left = new Map<string, number>()
  for (const each of other) left.set(keyOf(each), (left.get(keyOf(each)) ?? 0) + 1)
  return list.filter((each) => {
    const count = left.get(keyOf(each)) ?? 0
    left.set(keyOf(each), count - 1)
    return count <= 0
  })
}

/** Schemas of the same name that ask for less than they did. */
function loosened({ before, after }: FileChange): readonly IntegrityFinding[] {
  if (before === null || after === null) return []
  const [was, now] = [schemasOf(before), schemasOf(after)]
  const gone = without(was, now)
  return without(now, was).flatMap((schema) => {
    const old = gone.find(
      ({ name, demands: asked }) =>
        name === schema.name &&
        asked.length > schema.demands.length &&
        schema.demands.every((each) => asked.includes(each)),
    )
    if (old === undefined) return []
    const lost = old.demands.filter((each) => !schema.demands.includes(each))
    return [
      findingIn(rules['schema-loosened'], after, schema.node.start, {
        message: `the schema${schema.name === '' ? '' : ` of ${schema.name}`} no longer asks for ${lost.join(' and ')}`,
      }),
    ]
  })
}
