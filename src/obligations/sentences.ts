/** A sentence of a task, brief or requirement, as it stands there. */
export type Sentence = {
  /** From 1, in the order of the source. */
  readonly number: number
  readonly text: string
  readonly line: number
  /** The headings above it, outermost first. */
  readonly under: readonly string[]
  /** A heading names what stands below it; with nothing below, it is a sentence. The head of a table names its columns. */
  readonly role: Role
  /** The line that introduces a list or table, before each of its items. */
  readonly lead?: string | undefined
}

type Role = 'text' | 'heading' | 'head'
/** A row of a table: what each column is called, and what it says here. */
export type Row = readonly { readonly head: string; readonly text: string }[]
type Piece = {
  readonly text: string
  readonly line: number
  readonly role: Role
  readonly row?: Row | undefined
  readonly lead?: string | undefined
}

const listMark = /^\s*(?:[-*+•]|\d{1,3}[.)]|[a-z][.)]|\[[ xX]\])\s+(?:\[[ xX]\]\s+)?/
/** A line that is shorter was not wrapped: what comes below an item is a sentence of its own. */
const shortLine = 50
const tableRule = /^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?\s*$/
/** A line that begins with its own label: "Loan: from, until". */
const labelled = /^(?:`[\w./-]+`|[A-Z][\w-]*):\s+\S/
const heading = /^(#{1,6})\s+(.*)$/

const code = String.raw`\p{Lu}{1,6}-?\d+(?:[.-]\d+)*[a-z]?`
/** "H1: Welcome" and "S3: private buckets" say what is meant. */
const thing =
  '(?:H[1-6]|S3|EC2|Q[1-4]|A[3-5]|MP[34]|MD5|(?:SHA|UTF|ISO|RFC|HTTP|CVE)-?\\d+|ES\\d+)(?![\\w.])'
const numberOfRequirement = new RegExp(
  [
    String.raw`^(?![^\p{L}\d]*${thing})(?:[[(]${code}[\])]:?`,
    String.raw`(\*\*|__)${code}:?\1:?`,
    String.raw`${code}(?:\s?[:|]|[.)]|\s[-–—](?=\s))`,
    String.raw`(?:[Rr]equirement|[Cc]riterion|[Rr]ule|N?FR|AC|REQ|US)\s\d+(?:\.\d+)*\s?:`,
    String.raw`\d+(?:\.\d+)+[.):]?(?=\s+(?:[${'`'}"“]|\p{Lu}(?:\p{Ll}|\s))))(?:\s?[|–—-])?\s+(?![\d€$£])`,
  ].join('|'),
  'u',
)

/** How much of a sentence is the number of a requirement, which demands nothing: `R1:`, `**FR-2:**`, `AC3 -`, `[REQ-4]`, `1.2.3`. */
export const lengthOfNumber = (sentence: string): number =>
  numberOfRequirement.exec(sentence)?.[0].length ?? 0

/** The sentences of a text in plain words or Markdown: paragraphs, list items, table rows, code lines. `said` tells what a row says. */
export function sentencesOf(
  text: string,
  said?: (row: Row) => readonly string[] | null,
): readonly Sentence[] {
  const under: { level: number; title: string }[] = []
  const sentences: Omit<Sentence, 'number'>[] = []
  const pieces = piecesOf(text.replace(/\r\n?/g, '\n'))
  for (const [index, { text: piece, line, role, row, lead }] of pieces.entries()) {
    const [, hashes, title] = role === 'heading' ? (heading.exec(piece) ?? []) : []
    const isAlone = hashes !== undefined && !hasText(pieces.slice(index + 1), hashes)
    if (hashes !== undefined && title !== undefined) {
      while ((under.at(-1)?.level ?? 0) >= hashes.length) under.pop()
      under.push({ level: hashes.length, title })
    }
    const statements = row === undefined ? null : (said?.(row) ?? null)
    const plain =
      statements !== null
        ? statements
        : role === 'text'
          ? stepsOf(piece).flatMap((step) => splitSentences(step))
          : [piece.replace(/^#+\s*/, '')]
    for (const each of plain)
      if (/[\p{L}\p{N}]/u.test(each))
        sentences.push({
          text: each,
          line,
          under: under.map((one) => one.title).filter((one) => one !== each),
          role: isAlone ? 'text' : role,
          lead,
        })
  }
  return sentences.map((sentence, index) => ({ number: index + 1, ...sentence }))
}

/** Whether anything but headings comes before the next heading of this level. The lowest level only introduces. */
function hasText(after: readonly Piece[], hashes: string): boolean {
  if (hashes.length === 6) return true
  const end = after.findIndex(
    ({ text, role }) =>
      role === 'heading' && (heading.exec(text)?.[1]?.length ?? Infinity) <= hashes.length,
  )
  return after.slice(0, end === -1 ? undefined : end).some(({ role }) => role !== 'heading')
}

/** Blocks that hold together: a list item with its continuation, a table row, a paragraph. */
function piecesOf(source: string): readonly Piece[] {
  const pieces: Piece[] = []
  let open: { text: string; line: number; lead?: string | undefined; role?: Role } | null = null
  const items: { readonly indent: number; readonly text: string }[] = []
  let fence: string | null = null
  let heads: readonly string[] = []
  let lead: string | undefined
  const close = () => {
    if (open !== null) pieces.push({ role: 'text', ...open })
    open = null
  }
  const lines = source.split('\n').map((line) => line.replace(/^\s*(?:>\s?)+/, ''))
  for (const [index, raw] of lines.entries()) {
    const line = index + 1
    const mark = /^\s*(`{3,}|~{3,})/.exec(raw)?.[1]
    if (mark !== undefined || fence !== null) {
      close()
      if (fence === null) fence = mark ?? null
      else if (mark !== undefined && mark.startsWith(fence)) fence = null
      // a line of code is a demand in the words of the machine
      else if (raw.trim() !== '') pieces.push({ text: `\`${raw.trim()}\``, line, role: 'text' })
      continue
    }
    if (!/^\s*\|/.test(raw)) heads = []
    if (raw.trim() === '' || tableRule.test(raw)) close()
    else if (heading.test(raw)) {
      close()
      lead = undefined
      pieces.push({ text: raw.trim(), line, role: 'heading' })
    } else if (/^\s*\|/.test(raw)) {
      close()
      const cells = cellsOf(raw)
      const isHead = tableRule.test(lines[index + 1] ?? '')
      if (isHead) heads = cells
      const row = isHead || heads.length === 0 ? undefined : rowOf(cells, heads)
      const text = cells.filter((cell) => cell !== '').join(' | ')
      pieces.push({ text, line, role: isHead ? 'head' : 'text', row, lead })
    } else if (listMark.test(raw)) {
      const indent = raw.search(/\S/)
      while ((items.at(-1)?.indent ?? -1) >= indent) items.pop()
      const parent: string | undefined = items.at(-1)?.text
      // an item that is but a name introduces the items below it
      if (open !== null && open.text === parent && /^`?[\w-]+`?:?$/.test(parent))
        open.role = 'heading'
      close()
      const text = raw.replace(listMark, '').trim()
      open = { text, line, lead: parent ?? lead }
      items.push({ indent, text })
    } else if (open === null || beginsAnew(raw) || isOwnLine(raw, open.text, items.length)) {
      close()
      items.length = 0
      open = { text: raw.trim(), line }
      lead = raw.trim()
    } else {
      open.text += ` ${raw.trim()}`
      if (open.lead === undefined) lead = open.text
    }
  }
  close()
  return pieces
}

const beginsAnew = (line: string): boolean => labelled.test(line) || lengthOfNumber(line) > 0

/** Below short items of a list, a line that begins like a sentence is one of its own. */
const isOwnLine = (line: string, before: string, items: number): boolean =>
  items > 0 && before.length < shortLine && /^\p{Lu}/u.test(line)

const rowOf = (cells: readonly string[], heads: readonly string[]): Row =>
  cells.flatMap((cell, at) => (cell === '' ? [] : [{ head: heads[at] ?? '', text: cell }]))

const cellsOf = (row: string): readonly string[] =>
  row
    .replace(/^\s*\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

const abbreviation =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|incl|excl|no|nr|fig|sec|min|max|resp|z\.b|dr|mr|mrs|st)|\b\p{Lu})\.$/iu

/** "Steps: 1. get a key, 2. send it": steps that are numbered inside of a line. */
function stepsOf(piece: string): readonly string[] {
  const masked = maskQuoted(piece)
  if (!/(?:^|\s)1[.)] .*[\s,;]2[.)] /s.test(masked)) return [piece]
  const starts = [...masked.matchAll(/(?:^|[\s,;]+)\d{1,2}[.)]\s+/g)]
  const stops = [...starts.map(({ index }) => index), piece.length]
  return [
    piece.slice(0, stops[0]).replace(/(?<=^|[.!?]\s)\W*\w+(?: \w+)?:$|:$/, ''),
    ...starts.map(({ index, 0: mark }, at) => piece.slice(index + mark.length, stops[at + 1])),
  ]
}

/** Cuts at full stops, semicolons and question marks, but not inside of code, quotes or numbers. */
function splitSentences(piece: string): readonly string[] {
  const masked = maskQuoted(piece)
  const parts: string[] = []
  const number = lengthOfNumber(piece)
  let start = 0
  for (const end of masked.matchAll(/[.!?]+(?=\s|$)|;(?=\s)/g)) {
    const stop = end.index + end[0].length
    const after = masked.slice(stop).trimStart()
    if (stop < number || /\b(?:dr|mr|mrs|ms|prof|st)\.$/i.test(masked.slice(start, stop))) continue
    if (end[0] !== ';' && abbreviation.test(masked.slice(start, stop)) && !/^\p{Lu}/u.test(after))
      continue
    parts.push(piece.slice(start, stop))
    start = stop
  }
  parts.push(piece.slice(start))
  return parts
    .flatMap((part) => part.split(beforeWish))
    .map((part) => part.trim().replace(/[;.]$/, '').trim())
    .filter((part) => part !== '')
}

/** What is wished for beside a demand is a sentence of its own. */
const beforeWish =
  /(?<=\S\s+\S+\s+\S+)(?:,\s+(?:and |but )?|\s+(?:and|but)\s+)(?=(?:ideally|preferably|optionally|if possible|as a bonus)\b)/i

/** The same length, with code and quoted text blanked out, so that their marks end no sentence. */
export const maskQuoted = (text: string): string =>
  text.replace(
    /`[^`]*`|"[^"\n]*"|“[^”\n]*”|«[^»\n]*»|(?<=\s|^)'[^'\n]{1,80}'(?=[\s,.;:)]|$)/g,
    (quoted) => 'x'.repeat(quoted.length),
  )
