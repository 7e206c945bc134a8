import { directiveIn, isReason } from '../../integrity/directives.ts'
import { introduced } from '../../integrity/introduced.ts'
import { lineAt, type Node, slice, type Source } from '../../integrity/source.ts'
import { kindOf, type TrackCode } from '../track-code.ts'

/** What the track brought into product code, but for what a comment gives a reason for. */
export const fresh = <N extends Node>(code: TrackCode, collect: (source: Source) => readonly N[]) =>
  introduced(code.change, (source) =>
    /^(?:source|script)$/.test(kindOf(source.path)) ? collect(source) : [],
  ).filter(({ source, node }) => !isReasoned(source, node))

function isReasoned({ comments, text }: Source, { start }: Node): boolean {
  const line = lineAt(text, start)
  return comments.some((comment) => {
    const last = lineAt(text, comment.end)
    const reason = directiveIn(comment)?.reason ?? comment.value
    return (last === line || last === line - 1) && comment.type === 'Line' && isReason(reason)
  })
}

export const shown = (source: Source, node: Node): string =>
  slice(source, node).replaceAll(/\s+/g, ' ').slice(0, 60)
