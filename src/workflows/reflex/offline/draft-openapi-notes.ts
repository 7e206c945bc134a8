import type { Resource } from '../../../checks/openapi/brief.ts'
import { pascal } from '../../../checks/openapi/words.ts'

/** Domain notes in the words of domain-driven design, derived from the resources and nothing else. */
export function domainNotes(resources: readonly Resource[]): string {
  const roots = resources.filter(({ parent }) => parent === null)
  const aggregates = roots.map((root) => {
    const parts = resources
      .filter(({ parent }) => parent === root.name)
      .map(({ name }) => pascal(name))
    return `- **${pascal(root.name)}**: aggregate root${parts.length === 0 ? '' : ` with ${parts.join(', ')}`}; changes go through it.`
  })
  const entities = resources.map(
    (resource) =>
      `- **${pascal(resource.name)}**: identified by \`id\`${resource.parent === null ? '' : `, belongs to ${pascal(resource.parent)}`}.`,
  )
  const values = resources.flatMap((resource) =>
    resource.fields
      .filter((field) =>
        /price|amount|cost|address|email|date|duration|location|status|level/.test(field),
      )
      .map(
        (field) =>
          `- **${pascal(field)}** of ${pascal(resource.name)}: has no identity, replaced as a whole.`,
      ),
  )
  return [
    '\n## Domain notes\n',
    '### Aggregates\n',
    ...aggregates,
    '\n### Entities\n',
    ...entities,
    '\n### Value objects\n',
    ...(values.length === 0 ? ['- Identifiers: opaque text, compared by value.'] : values),
    '',
  ].join('\n')
}
