import { type Segment, segmentsOf } from '../integrity/shell.ts'

export const joined = (segments: readonly Segment[]): string =>
  segments.map(({ text, sign }) => text + sign).join('')

const starters = new Set(['npx', 'bunx', 'pnpx', 'cross-env', 'env', 'time', 'exec', 'command'])

/** The words of a segment from its program on, without variables, `npx` and the like before it. */
export function programOf({ text }: Segment): readonly string[] {
  const words = text.trim().split(/\s+/)
  let at = 0
  while (at < words.length) {
    const word = words[at] ?? ''
    const next = words[at + 1] ?? ''
    if (/^[A-Za-z_]\w*=/.test(word) || starters.has(word) || word === '--no-install') at++
    else if (/^(?:pnpm|yarn|npm)$/.test(word) && /^(?:exec|dlx|x)$/.test(next)) at += 2
    else break
  }
  const [program = '', ...rest] = words.slice(at)
  return [program.replace(/^.*\//, '').replace(/\.(?:[cm]?js|cmd)$/, ''), ...rest]
}

/** A segment whose program is followed by more arguments, before any redirection. */
export function withArguments(segment: Segment, more: readonly string[]): Segment {
  const [, body = '', redirection = ''] =
    /^([\s\S]*?)((?:\s+\d?>>?\s*\S+|\s+\d>&\d)*\s*)$/.exec(segment.text) ?? []
  return { ...segment, text: `${body} ${more.join(' ')}${redirection}` }
}

const idle = /^(?:true|:|exit(?: 0)?|echo\b[^>]*|printf\b[^>]*|sleep \d{1,2}|node -e (["'])\s*\1)$/

/** Whether a script ends well without having looked at anything. */
export const doesNothing = (script: string): boolean =>
  segmentsOf(script).every(({ text }) => text.trim() === '' || idle.test(text.trim()))

/** A script without the end that hides its failure: `tsc || true` and `tsc; exit 0` can only say that all is well. */
export function unmasked(script: string): string {
  const segments = segmentsOf(script)
  const [last, before] = [segments.at(-1), segments.at(-2)]
  if (last === undefined || before === undefined || !/^(?:\|\||;)$/.test(before.sign)) return script
  if (last.text.trim() !== '' && !idle.test(last.text.trim())) return script
  return unmasked(joined([...segments.slice(0, -2), { ...before, sign: '' }]).trim())
}
