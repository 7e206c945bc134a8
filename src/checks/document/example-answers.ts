import { type Answer, met, undecided, unmet } from '../../obligations/examine.ts'
import type { MarkdownDocument } from './document.ts'

const tags: Readonly<Record<string, readonly string[]>> = {
  typescript: ['ts', 'typescript', 'tsx', 'mts'],
  javascript: ['js', 'javascript', 'mjs', 'cjs', 'jsx'],
  python: ['py', 'python', 'python3'],
  rust: ['rs', 'rust'],
  ruby: ['rb', 'ruby'],
  go: ['go', 'golang'],
  yaml: ['yaml', 'yml'],
  bash: ['sh', 'bash', 'shell', 'console', 'zsh'],
  shell: ['sh', 'bash', 'shell', 'console', 'zsh'],
}

export function exampleAnswer(name: string, document: MarkdownDocument): Answer {
  const wanted = name.toLowerCase()
  if (wanted === 'call with output') return runAnswer(document)
  const shown = document.codes.filter(({ content }) => content.trim() !== '')
  const any = wanted === 'code' || wanted === 'usage'
  const fits = shown.find(({ language, content }) =>
    any
      ? wanted === 'code' ||
        !/^\s*(?:\$ )?(?:npm|yarn|pnpm|pip) (?:i|install|add)\b[^\n]*\s*$/.test(content)
      : wanted === 'curl'
        ? /\bcurl\b/.test(content)
        : (tags[wanted] ?? [wanted]).includes(language),
  )
  if (fits !== undefined) return met(`an example stands there`, `line ${fits.line}`)
  const untagged = shown.some(({ language }) => language === '')
  if (wanted === 'code' && shown.length === 0)
    return undecided('no block of code is shown; an example may be something else')
  return untagged && !any
    ? undecided(`no block is tagged as ${name}, and some have no tag`)
    : unmet(`no ${name} example is shown`)
}

/** Code that uses the name; its mention alone is no example. */
export function useAnswer(name: string, { codes, inlineCodes, text }: MarkdownDocument): Answer {
  const used = new RegExp(`(?<![\\w$.-])${name.replace(/[^\w]/g, '\\$&')}(?![\\w$-])`)
  const block = codes.find(({ content }) => used.test(content))
  if (block !== undefined) return met(`an example uses ${name}`, `line ${block.line}`)
  const call = inlineCodes.find(({ start, end }) =>
    new RegExp(`${used.source}\\s*\\([^)]|^\\S*${used.source} \\S`).test(
      text.slice(start, end).replace(/^`+|`+$/g, ''),
    ),
  )
  return call === undefined
    ? unmet(`no example uses ${name}`)
    : met(`\`${text.slice(call.start, call.end).replace(/`/g, '')}\` uses ${name}`)
}

/** A block, and its output in the same block or in one that follows it in the same section. */
function runAnswer({ codes, headings }: MarkdownDocument): Answer {
  const pair = codes.find(({ content, start, end }, at) => {
    const next = codes[at + 1]
    const isNext =
      next !== undefined && !headings.some((head) => head.start > end && head.start < next.start)
    const isBoth = /^\s*[$>] .*\n(?!\s*[$>] )\s*\S/m.test(content)
    return content.trim() !== '' && start < end && (isBoth || isNext)
  })
  return pair === undefined
    ? undecided('no block of code is followed by its output')
    : met('an example stands there with its output', `line ${pair.line}`)
}
