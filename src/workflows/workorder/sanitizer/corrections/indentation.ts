import { counted } from '../../../../model/counted.ts'
import { type Corrected, corrected } from '../correction.ts'
import { scan } from '../scan.ts'

/** Tabs between tokens become two spaces; tabs in text stay. */
export function normalizeIndentation(code: string): Corrected {
  const edits = scan(code)
    .filter(({ kind, start, end }) => kind === 'space' && code.slice(start, end).includes('\t'))
    .map(({ start, end }) => ({ start, end, text: code.slice(start, end).replaceAll('\t', '  ') }))
  return corrected(code, edits, (count) => `two spaces for tabs in ${counted(count, 'place')}`)
}
