import { keyName } from '../../integrity/names.ts'
import { all, is, type Node, slice, type Source } from '../../integrity/source.ts'

export type DeclaredType = {
  readonly source: Source
  readonly node: Node
  readonly name: string
  readonly fields: ReadonlyMap<string, DeclaredField>
}

export type DeclaredField = { readonly type: string; readonly isOptional: boolean }

/** The interfaces and object types that a file declares, with their fields. */
export const typesIn = (source: Source): readonly DeclaredType[] => [
  // one that extends another has fields that do not stand here
  ...all(source, 'TSInterfaceDeclaration')
    .filter((node) => node.extends.length === 0)
    .map((node) => ({
      source,
      node,
      name: node.id.name,
      fields: fieldsOf(source, node.body.body),
    })),
  ...all(source, 'TSTypeAliasDeclaration').flatMap((node) =>
    is('TSTypeLiteral')(node.typeAnnotation)
      ? [
          {
            source,
            node,
            name: node.id.name,
            fields: fieldsOf(source, node.typeAnnotation.members),
          },
        ]
      : [],
  ),
]

const fieldsOf = (source: Source, members: readonly Node[]): ReadonlyMap<string, DeclaredField> =>
  new Map(
    members.flatMap((member) =>
      is('TSPropertySignature')(member)
        ? [
            [
              keyName(member.key),
              {
                type:
                  member.typeAnnotation == null
                    ? 'any'
                    : slice(source, member.typeAnnotation.typeAnnotation).replaceAll(/\s+/g, ''),
                isOptional: member.optional,
              },
            ] as const,
          ]
        : [],
    ),
  )
