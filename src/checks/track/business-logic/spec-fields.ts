import { is, type Source } from '../../integrity/source.ts'
import { met, type Part, undecided, unmet } from '../evaluation.ts'
import type { Business } from './business.ts'
import { shorten } from './words.ts'

/** Fields that the spec lists under its data: they are written somewhere and read somewhere. */
export function specFields({ code, spec, project }: Business): readonly Part[] {
  const named = spec.flatMap(({ headings, path, line, text }) => {
    if (!/\b(?:data|flow|fields?|payload|contract|schema|model)\b/i.test(headings.at(-1) ?? ''))
      return []
    const raw = code.facts.spec.split(/\r?\n/)[line - 1] ?? ''
    return [...raw.matchAll(/`([a-z][A-Za-z0-9]*(?:_[a-z0-9]+)*)`/g)].map(([, name = '']) => ({
      name,
      path,
      line,
      text,
    }))
  })
  const wanted = [...new Map(named.map((each) => [each.name, each])).values()]
  if (wanted.length === 0) return []
  const about = 'the fields of the spec go where it says'
  const texts = [...code.facts.files]
    .filter(([path]) => !/\.mdx?$|(?:^|\/)conductor\//.test(path))
    .map(([, text]) => text)
  const isAt = (name: string) =>
    texts.some((text) =>
      new RegExp(
        `\\b(?:${name}|${name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()}|${name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())})\\b`,
      ).test(text),
    )
  const gone = wanted.filter(({ name }) => !isAt(name))
  if (gone.length > 0)
    return [
      unmet(
        'fields',
        about,
        gone.map(({ name, path, line, text }) => ({
          message: `"${shorten(text)}" names ${name}, which is nowhere in the code`,
          path,
          line,
          fix: `carry ${name} as the spec says`,
        })),
      ),
    ]
  const roles = wanted.map(({ name }) => ({ name, ...rolesOf(project.product, name) }))
  const open = roles.filter(({ isWritten, isRead }) => !isWritten || !isRead)
  return [
    open.length * 2 > roles.length
      ? undecided(
          'fields',
          about,
          `where ${open.map(({ name, isWritten }) => `${name} is ${isWritten ? 'read' : 'written'}`).join(', ')}`,
        )
      : met(
          'fields',
          about,
          `${roles.length - open.length} fields of the spec are written and read`,
        ),
  ]
}

function rolesOf(
  sources: readonly Source[],
  name: string,
): { readonly isWritten: boolean; readonly isRead: boolean } {
  const nodes = sources.flatMap((source) =>
    source.nodes
      .filter((node) => is('Identifier')(node) && node.name === name)
      .map((node) => source.parentOf.get(node)),
  )
  return {
    isWritten: nodes.some((up) => is('Property', 'AssignmentExpression', 'VariableDeclarator')(up)),
    isRead: nodes.some(
      (up) =>
        is(
          'MemberExpression',
          'CallExpression',
          'BinaryExpression',
          'TemplateLiteral',
          'LogicalExpression',
          'ConditionalExpression',
          'JSXExpressionContainer',
        )(up) ||
        (is('Property')(up) && up.shorthand),
    ),
  }
}
