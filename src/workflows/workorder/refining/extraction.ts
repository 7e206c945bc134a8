import { fencedBlocks } from '../../../checks/fenced-blocks.ts'
import { isScriptPath } from './script-path.ts'
import { scan } from '../sanitizer/scan.ts'

export type CleanedFile = {
  readonly text: string
  /** What was cleaned, and what still looks wrong. */
  readonly warnings: readonly string[]
}

/**
 * One file of an answer as it should be written: out of its fence, without words around the code. What
 * cannot be told from the file's own text stays as it is; documents keep their fences.
 */
export function cleanedFile(path: string, content: string): CleanedFile {
  if (/\.(?:md|mdx|markdown|txt|rst|adoc)$/i.test(path)) return { text: content, warnings: [] }
  const unwrapped = unwrapFence(path, content)
  const cleaned = isScriptPath(path) ? withoutProse(unwrapped.text) : unwrapped
  const { critical, warnings } = validateExtraction(path, cleaned.text)
  const done = [...unwrapped.warnings, ...(cleaned === unwrapped ? [] : cleaned.warnings)]
  // a text that had to be cleaned is tidied as well; any other keeps its blank lines
  const text = done.length > 0 ? withoutGaps(path, cleaned.text) : cleaned.text
  return { text, warnings: [...done, ...critical, ...warnings] }
}

const shells = new Set(['sh', 'bash', 'shell', 'console', 'zsh', 'diff', 'text', 'txt'])

/** Takes the code out of the fence around it, with or without words before and after. */
export function unwrapFence(path: string, content: string): CleanedFile {
  const same = { text: content, warnings: [] }
  if (!hasFence(path, content)) return same
  const all = fencedBlocks(content).filter((block) => block.content.trim() !== '')
  const files = all.filter(({ language }) => !shells.has(language))
  const blocks = files.length > 0 ? files : all
  const first = content.search(/^[ \t]*(?:`{3}|~{3})/m)
  const lead = content.slice(0, first)
  if (lead.trim() !== '' && !isProse(lead)) return cutTail(content, lead, first)
  const named = blocks.find(({ info }) => info.includes(baseName(path)))
  const longest = blocks.toSorted((one, other) => other.content.length - one.content.length)[0]
  const block = named ?? longest
  if (block === undefined) return same
  const among =
    blocks.length > 1
      ? `, the ${named === undefined ? 'longest' : 'one with its name'} of ${blocks.length} blocks`
      : ''
  return { text: block.content, warnings: [`taken out of its fence${among}`] }
}

/** Code first, then a lone fence: what follows goes only where it is prose. */
function cutTail(content: string, lead: string, first: number): CleanedFile {
  const fenceEnd = content.indexOf('\n', first)
  const rest = fenceEnd === -1 ? '' : content.slice(fenceEnd + 1)
  if (rest.trim() === '') return { text: lead, warnings: ['a fence at the end was cut off'] }
  return isProse(rest)
    ? { text: lead, warnings: ['words after the code were cut off'] }
    : { text: content, warnings: [] }
}

/** Fences inside of comments and templates are text. */
const hasFence = (path: string, content: string): boolean =>
  isScriptPath(path)
    ? scan(content).some(({ kind }) => kind === 'fence')
    : /^[ \t]*```[\w+-]*[ \t]*$/m.test(content)

/** Cuts lines of explanation off the top and the bottom. */
function withoutProse(text: string): CleanedFile {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => line.trim() !== '' && !isProse(line))
  const last = lines.findLastIndex((line) => line.trim() !== '' && !isProse(line))
  if (first === -1) return { text, warnings: [] }
  const head = lines.slice(0, first).some((line) => line.trim() !== '')
  const tail = lines.slice(last + 1).some((line) => line.trim() !== '')
  if (!head && !tail) return { text, warnings: [] }
  const inner = lines.slice(head ? first : 0, tail ? last + 1 : lines.length).join('\n')
  return { text: tail ? `${inner}\n` : inner, warnings: ['words around the code were cut off'] }
}

function withoutGaps(path: string, text: string): string {
  if (!isScriptPath(path)) return text
  let blank = 0
  return scan(text)
    .map(({ kind, start, end }) => {
      if (kind === 'newline') blank += 1
      else if (kind !== 'space') blank = 0
      return kind === 'newline' && blank > 3 ? '' : text.slice(start, end)
    })
    .join('')
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

type ExtractionProblems = {
  /** The text cannot be the file that was asked for. */
  readonly critical: readonly string[]
  readonly warnings: readonly string[]
}

/** What about a text shows that it was not cut out of its answer well. */
export function validateExtraction(path: string, text: string): ExtractionProblems {
  if (!isScriptPath(path)) return { critical: [], warnings: [] }
  const tokens = scan(text)
  const first = text.split('\n').find((line) => line.trim() !== '') ?? ''
  const outside = tokens
    .map(({ kind, start, end }) =>
      ['comment', 'string', 'template', 'regex', 'jsx-text'].includes(kind)
        ? 'x'
        : text.slice(start, end),
    )
    .join('')
  return {
    critical: [
      ...(tokens.some(({ kind }) => kind === 'fence') ? ['a fence stands in the code'] : []),
      ...(isProse(first) ? ['the first line explains instead of being code'] : []),
      ...(isInvalidStart(path, first) ? ['no code begins with the first character'] : []),
    ],
    warnings: [
      ...(/^[ \t]*> \S/m.test(outside) ? ['lines are quoted with >'] : []),
      ...(/\n[ \t]*\n[ \t]*\n[ \t]*\n/.test(outside)
        ? ['there are four and more line ends in a row']
        : []),
      ...(tokens.some(({ kind, closed }) => kind === 'template' && !closed)
        ? ['a backtick has no partner']
        : []),
    ],
  }
}

/** Quotation marks of other kinds, bullets, headings, closers and operators begin no file. */
function isInvalidStart(path: string, line: string): boolean {
  const text = line.trim().replace(/^\ufeff/, '')
  if (text === '' || text.startsWith('#!')) return false
  if (/^[-+] /.test(text)) return true
  if (text.startsWith('<')) return !/\.(?:[jt]sx|[cm]?js)$/.test(path) && !/^<\w/.test(text)
  return !/^[\p{ID_Start}$_\d"'`/([{@;!+~-]/u.test(text)
}

const openings =
  /^(?:here(?:'|’)?s?\b|here (?:is|are)\b|sure\b|certainly\b|of course\b|okay[,.!]|below (?:is|are)\b|the following\b|this (?:code|file|implementation|version|change)\b|i(?:'|’)(?:ve|ll|m)\b|i (?:have|will|added|changed|updated|fixed)\b|let me\b|note that\b|note:|as requested\b|explanation\b|key changes\b|changes(?: made)?:|to (?:fix|implement|use)\b|updated (?:code|file|version)\b|you can\b|this should\b|hope this\b)/i

/** Whether every line that says something is a sentence or a heading, not code. */
const isProse = (text: string): boolean => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.length > 0 && lines.every(isProseLine)
}

function isProseLine(line: string): boolean {
  const text = line.trim()
  if (/^(?:#{1,6} \S|\*\*[^*]+\*\*:?$|> \S|[-*] [A-Z`*]|\d+\. [A-Z`*])/.test(text)) return true
  if (openings.test(text)) return !isCode(text)
  if (/^[A-Z][A-Za-z,’' -]* [A-Za-z’' -]+:$/.test(text)) return true
  const words = text.match(/[A-Za-z’']+/g)?.length ?? 0
  return words >= 4 && /^[A-Z][^;{}=<>]*[.:!]$/.test(text) && !isCode(text)
}

/** Marks that sentences do not have. */
const isCode = (text: string): boolean =>
  /[;{}]$|=>|^\s*(?:import|export|const|let|var|function|class|interface|type|enum|return|if|for|declare|async|await|@\w)\b|^(?:\/\/|\/\*|\*)|\w\(.*\)[;,]?$|^[\w$.[\]'"]+\s*[-+*/|&?]?=[^=]/.test(
    text,
  )
