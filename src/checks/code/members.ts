import { lineAt } from '../content/exam.ts'
import type { Code } from './code.ts'
import { declarationsOf } from './declarations.ts'
import { child, children, textOf, walk, word, type Node } from './syntax.ts'

/** Something that a file of code declares: a function, a class, a type, or a part of one. */
export type Member = {
  readonly name: string
  readonly owner: string | null
  /** Others can use it, or the file is a script that nobody imports. */
  readonly isPublic: boolean
  readonly line: number
  readonly body: Node | null
  /** A type has no behaviour: that it is there is all there is to it. */
  readonly isType?: boolean
  /** The most parameters it takes, where there is no node to count them in. */
  readonly takes?: number
  readonly type?: string
}

/** All that the code declares, in any of the languages that are read here. */
export async function membersOf(code: Code): Promise<readonly Member[]> {
  const scripts = code.sources.flatMap((parsed): readonly Member[] => {
    const { content } = parsed.unit
    const declared = declarationsOf(parsed)
    const isScript = !declared.some(({ exported }) => exported)
    const values = declared.map(({ name, owner, exported, private: hidden, node, body }) => ({
      name,
      owner,
      isPublic: (exported || isScript) && !hidden,
      line: lineAt(content, node.start),
      body,
    }))
    const types: Member[] = []
    for (const { node } of walk(parsed.program)) {
      if (!/^TS(?:Interface|TypeAlias|Enum)Declaration$/.test(node.type)) continue
      const name = word(child(node, 'id'), 'name')
      const base = { isPublic: true, body: null, isType: true }
      types.push({ ...base, name, owner: null, line: lineAt(content, node.start) })
      const inside = child(node, 'body') ?? child(node, 'typeAnnotation')
      for (const part of [...children(inside, 'body'), ...children(inside, 'members')]) {
        const type = child(child(part, 'typeAnnotation'), 'typeAnnotation')
        types.push({
          ...base,
          name: word(child(part, 'key') ?? child(part, 'id'), 'name'),
          owner: name,
          line: lineAt(content, part.start),
          ...(type === null ? {} : { type: textOf(parsed, type) }),
        })
      }
    }
    return [...values, ...types]
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
