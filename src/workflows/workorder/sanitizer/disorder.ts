import { unmatched } from './brackets.ts'
import { scan } from './scan.ts'

/** How little a text looks like code: open text, brackets without partner, characters that no code has. */
export function disorder(code: string): number {
  const tokens = scan(code)
  const open = tokens.filter(({ closed }) => !closed).length
  const strays = tokens.filter(({ kind }) => kind === 'stray').length
  return open * 20 + strays * 4 + unmatched(code, tokens) * 6
}
