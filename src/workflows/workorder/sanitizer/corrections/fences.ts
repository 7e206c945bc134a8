import { counted } from '../../../../model/counted.ts'
import { type Corrected, corrected } from '../correction.ts'
import { scan } from '../scan.ts'

/** Fence lines around or between code; those inside of comments and templates stay. */
export function removeBacktickFences(code: string): Corrected {
  const edits = scan(code)
    .filter(({ kind }) => kind === 'fence')
    .map(({ start, end }) => {
      const lineStart = code.lastIndexOf('\n', start - 1) + 1
      const alone = code.slice(lineStart, start).trim() === ''
      const newline = /^\r?\n/.exec(code.slice(end))?.[0].length ?? 0
      return alone ? { start: lineStart, end: end + newline, text: '' } : { start, end, text: '' }
    })
  return corrected(code, edits, (count) => `${counted(count, 'fence line')} removed`)
}
