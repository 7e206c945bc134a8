import { chainOf, keyName } from '../../../integrity/names.ts'
import { all, is, type Source } from '../../../integrity/source.ts'
import { holdsUnless, notApplicable, type Part } from '../../evaluation.ts'
import { issueAt, type Project } from '../project.ts'

/** Clients that give errors back as a value: `const { data, error } = await supabase.from('books').select()`. */
export function returnedErrorsPart(project: Project): Part {
  const about = 'errors that come back as a value are looked at'
  const uses = project.touched.flatMap((source) => resultsIn(project, source))
  if (uses.length === 0)
    return notApplicable(
      'returned-errors',
      about,
      'touched code uses no client that gives errors back',
    )
  return holdsUnless('returned-errors', about, {
    issues: uses
      .filter(({ isLookedAt }) => !isLookedAt)
      .map(({ source, node }) =>
        issueAt(
          source,
          node,
          'the error that comes back beside the data is not looked at',
          'Take error from the result as well and handle it before data is used',
        ),
      ),
    reason: `${uses.length} results are asked for their error`,
  })
}

const givingBack = /^@supabase\/|^postgrest/

function resultsIn(project: Project, source: Source) {
  if (![...project.packages.keys()].some((name) => givingBack.test(name))) return []
  return all(source, 'AwaitExpression').flatMap((node) => {
    const chain = chainOf(node.argument)
    const isAsked =
      (chain.includes('from') &&
        chain.some((name) => /^(?:select|insert|update|delete|upsert|rpc)$/.test(name))) ||
      (chain.includes('auth') && chain.length > 2 && /supabase/i.test(chain[0] ?? ''))
    const up = source.parentOf.get(node)
    if (!isAsked || !is('VariableDeclarator')(up) || up.id.type !== 'ObjectPattern')
      return isAsked && is('ExpressionStatement')(up) ? [{ source, node, isLookedAt: false }] : []
    const taken = up.id.properties.flatMap((each) => (is('Property')(each) ? [each] : []))
    const error = taken.find((each) => keyName(each.key) === 'error')
    const name = is('Identifier')(error?.value) ? error.value.name : ''
    const isLookedAt =
      up.id.properties.length > taken.length ||
      (error !== undefined &&
        all(source, 'Identifier').filter(
          (each) => each.name === name && each !== error.value && each !== error.key,
        ).length > 0)
    return [{ source, node, isLookedAt }]
  })
}
