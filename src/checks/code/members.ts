import { keyName } from '../integrity/names.ts'
import { all, type FunctionNode, is, lineAt, slice, type Node } from '../integrity/source.ts'
import type { Code } from './code.ts'
import { declarationsOf } from './declarations.ts'
import type { Parsed } from './syntax.ts'

/** Something that a file of code declares: a function, a class, a type, or a part of one. */
export type Member = {
  readonly name: string
  readonly owner: string | null
  /** Others can use it, or the file is a script that nobody imports. */
  readonly isPublic: boolean
  readonly line: number
  readonly body: FunctionNode | null
  /** A type has no behaviour: that it is there is all there is to it. */
  readonly isType?: boolean
  /** The most parameters it takes, where there is no node to count them in. */
  readonly takes?: number
  readonly type?: string
}

/** All that the code declares, in any of the languages that are read here. */
export async function membersOf(code: Code): Promise<readonly Member[]> {
  const scripts = code.sources.flatMap((source): readonly Member[] => {
    const declared = declarationsOf(source)
    const isScript = !declared.some(({ exported }) => exported)
    const values = declared.map(({ name, owner, exported, isPrivate, node, body }) => ({
      name,
      owner,
      isPublic: (exported || isScript) && !isPrivate,
      line: lineAt(source.text, node.start),
      body,
    }))
    return [...values, ...typesOf(source)]
  })
  const python = ((await code.python()) ?? []).flatMap(({ functions, classes, hidden }) => [
    ...functions.map(({ name, owner, line, most }) => ({
      name,
      owner,
      line,
      body: null,
      isPublic: !hidden.includes(name),
      ...(most === null ? {} : { takes: most }),
    })),
    ...classes.map(({ name, line }) => ({ name, owner: null, line, body: null, isPublic: true })),
  ])
  return [...scripts, ...python]
}

function typesOf(source: Parsed): readonly Member[] {
  const member = (name: string, node: Node, owner: string | null): Member => ({
    name,
    owner,
    isPublic: true,
    body: null,
    isType: true,
    line: lineAt(source.text, node.start),
  })
  const declared = [
    ...all(source, 'TSInterfaceDeclaration').map((node) => [node, node.body.body] as const),
    ...all(source, 'TSTypeAliasDeclaration').map((node) => {
      const { typeAnnotation: type } = node
      return [node, is('TSTypeLiteral')(type) ? type.members : []] as const
    }),
    ...all(source, 'TSEnumDeclaration').map((node) => [node, node.body.members] as const),
  ]
  return declared.flatMap(([node, parts]) => [
    member(node.id.name, node, null),
    ...parts.flatMap((part): readonly Member[] => {
      if (is('TSEnumMember')(part)) return [member(keyName(part.id), part, node.id.name)]
      if (!is('TSPropertySignature', 'TSMethodSignature')(part)) return []
      const type = is('TSPropertySignature')(part) ? part.typeAnnotation?.typeAnnotation : null
      const own = member(keyName(part.key), part, node.id.name)
      return [type == null ? own : { ...own, type: slice(source, type) }]
    }),
  ])
}
