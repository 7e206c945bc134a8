import { counted } from '../../../../model/counted.ts'
import { type Corrected, corrected, type Edit } from '../correction.ts'
import { isKeyword } from '../keywords.ts'
import { scan } from '../scan.ts'
import type { Token } from '../token.ts'

// zero-width and direction marks, soft hyphen, byte order mark, control characters except tab and line ends
const invisible =
  // oxlint-disable-next-line no-control-regex -- these characters are what it looks for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu

/** Characters that nobody sees, outside of strings, comments and templates. */
export function stripZeroWidthChars(code: string): Corrected {
  const tokens = scan(code)
  const words = new Set(
    tokens.filter(({ kind }) => kind === 'word').map(({ start, end }) => code.slice(start, end)),
  )
  const edits = tokens.flatMap((token, index): readonly Edit[] => {
    const { kind, start, end } = token
    const text = code.slice(start, end)
    const visible = text.replace(invisible, '')
    if (visible === text) return []
    if (kind === 'word') {
      // joiners may belong to a name of another script; they do not where the plain name is known
      return isKeyword(visible) || words.has(visible) ? [{ start, end, text: visible }] : []
    }
    if (kind !== 'stray' && kind !== 'space') return []
    const gap = visible === '' && needsGap(code, tokens, index, words) ? ' ' : visible
    return [{ start, end, text: gap }]
  })
  const what = (count: number) =>
    `${counted(count, 'invisible character', 'invisible characters')} removed`
  return corrected(code, edits, what)
}

/** Whether two words would grow together that are two. */
function needsGap(
  code: string,
  tokens: readonly Token[],
  index: number,
  words: ReadonlySet<string>,
): boolean {
  const before = tokens[index - 1]
  const after = tokens[index + 1]
  if (before === undefined || after === undefined) return false
  const grows = ({ kind }: Token) => kind === 'word' || kind === 'number'
  if (!grows(before) || !grows(after)) return false
  if (tokens[index]!.kind === 'space') return true
  const left = code.slice(before.start, before.end)
  const joined = left + code.slice(after.start, after.end)
  return !isKeyword(joined) && !words.has(joined) && isKeyword(left)
}
