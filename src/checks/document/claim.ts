import type { MarkdownDocument } from './document.ts'
import type { Facts } from './facts.ts'

/** A statement of the document that can be held against the project. `problem` is null where it agrees. */
export type Claim = {
  /** Which kind of statement it is; kinds earn their power one by one. */
  readonly rule?: string
  readonly at: number
  readonly problem: string | null
  /** Not found, and there may be reasons for that: somebody has to look. */
  readonly doubtful?: boolean
}

export type Claims = (document: MarkdownDocument, facts: Facts) => readonly Claim[]

/** What the code does not have. Where some of the code could not be read, somebody has to look. */
export const missing = ({ isWhole }: Facts, at: number, problem: string): Claim => ({
  at,
  problem,
  doubtful: !isWhole,
})

/** What its own code does not have, a package may lean on. */
export const hasDependencies = ({ manifest }: Facts): boolean =>
  Object.keys({ ...manifest?.dependencies, ...manifest?.peerDependencies }).length > 0

/** A name without capitals and marks. */
export const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Claims of one kind, each by the name of the kind. */
export const named = (rule: string, claims: readonly Claim[]): readonly Claim[] =>
  claims.map((claim) => ({ ...claim, rule: `document/${rule}` }))

export const agreed = (at: number): Claim => ({ at, problem: null })

/** One line of a shell block or an inline command, with the offset of its text. */
export type Command = { readonly text: string; readonly at: number; readonly inline: boolean }

const shells = new Set([
  '',
  'sh',
  'bash',
  'shell',
  'zsh',
  'console',
  'terminal',
  'shell-session',
  'powershell',
  'cmd',
])

/** Every command the document shows, prompts stripped. */
export function commandsIn(document: MarkdownDocument): readonly Command[] {
  const inBlocks = document.codes
    .filter(({ language }) => shells.has(language))
    .flatMap((code) => {
      const commands: Command[] = []
      let offset = code.contentStart
      const inside = document.text.slice(code.contentStart, code.end)
      for (const line of inside.split('\n')) {
        const lead = /^[\s>]*(?:[$#%] (?=\S))?/.exec(line)?.[0].length ?? 0
        const text = line.slice(lead).trimEnd()
        if (text !== '' && !/^[`~#]/.test(text))
          commands.push({ text, at: offset + lead, inline: false })
        offset += line.length + 1
      }
      return commands
    })
  const inline = document.inlineCodes
    .filter(({ text }) => /^(?:\$ )?[a-z@][\w@/.-]*(?: |$)/.test(text))
    .map(({ text, start, end }) => {
      const at = start + Math.max(0, document.text.slice(start, end).indexOf(text))
      return {
        text: text.replace(/^\$ /, ''),
        at: text.startsWith('$ ') ? at + 2 : at,
        inline: true,
      }
    })
  return [...inBlocks, ...inline]
}

/** The sentence of prose around an offset, code included. */
export function sentenceAround({ lines, text: whole }: MarkdownDocument, offset: number): string {
  const line = lines.lineAt(offset)
  // a window, since a line may be as long as the whole text
  const start = Math.max(lines.startOf(line), offset - 400)
  const text = whole.slice(start, Math.min(lines.startOf(line + 1), offset + 400))
  const before = text.slice(0, offset - start).search(/[.!?] (?!.*[.!?] )/)
  const after = text.slice(offset - start).search(/[.!?](?:\s|$)/)
  return text
    .slice(before === -1 ? 0 : before + 1, after === -1 ? undefined : offset - start + after)
    .trim()
}

/** Whether a passage tells of another release, or of how it was before. */
export const isHistory = (document: MarkdownDocument, offset: number): boolean =>
  /change ?log|history|releases?\b|migrat|upgrad|breaking|legacy|deprecat/.test(
    topicAt(document, offset),
  ) ||
  document.lists.some(({ items }) =>
    items.some(
      ({ text, start, end }) =>
        offset >= start && offset < end && /^[\W_]*v?\d+(?:\.\d+)*\b/i.test(text),
    ),
  )

export const isInCode = ({ codes }: MarkdownDocument, offset: number): boolean =>
  codes.some(({ start, end }) => offset >= start && offset < end)

/** The headings above an offset, joined: what the passage is about. */
export function topicAt(document: MarkdownDocument, offset: number): string {
  const trail: string[] = []
  let depth = 7
  for (const heading of document.headings.filter(({ start }) => start <= offset).toReversed()) {
    if (heading.depth >= depth) continue
    trail.push(heading.text)
    depth = heading.depth
  }
  return trail.join(' / ').toLowerCase()
}
