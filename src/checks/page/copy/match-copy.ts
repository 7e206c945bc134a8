import { endsSentence, isSpoken, likeness, normalise, sameWord, wordsIn } from './words.ts'

export type CopyItem = { readonly pointer: string; readonly text: string }

/** A stretch of words of the page, by position in the stream of all its words. */
export type Stretch = { readonly start: number; readonly end: number }

export type StreamWord = {
  readonly text: string
  readonly joined: boolean
  /** Index of the block it stands in. */
  readonly block: number
}

export type CopyMatch = {
  readonly stream: readonly StreamWord[]
  /** Where each item stands word for word, by index of the item; null if it doesn't. */
  readonly placed: readonly (Stretch | null)[]
  /** The stretch that took the place of an item, by index of the item. */
  readonly changed: ReadonlyMap<number, Stretch>
  /** Stretches that belong to no item. */
  readonly left: readonly Stretch[]
  /** Items that stand out of order: not part of the longest run in order. */
  readonly moved: ReadonlySet<number>
}

/** Lays the contracted texts over the words of a page, each on words of its own. */
export function matchCopy(
  items: readonly CopyItem[],
  blocks: readonly string[],
  said: ReadonlySet<string>,
): CopyMatch {
  const stream = blocks.flatMap((text, block) => wordsIn(text).map((word) => ({ ...word, block })))
  const wanted = items.map(({ text }) => wordsIn(text).map((word) => word.text))
  const owner: (number | null)[] = stream.map(() => null)
  const placed = place(wanted, stream, owner)
  giveBackScraps(placed, stream, owner)
  const isSaid = (index: number): boolean => said.has(normalise(items[index]?.text ?? ''))
  const open = placed.flatMap((at, index) => {
    return at === null && (wanted[index]?.length ?? 0) > 0 && !isSaid(index) ? [index] : []
  })
  const free = freeStretches(stream, owner)
  const changed = pairUp(open, { wanted, placed, free, stream })
  const taken = new Set(changed.values())
  return {
    stream,
    placed,
    changed,
    left: free.filter((stretch) => !taken.has(stretch)),
    moved: outOfOrder(placed),
  }
}

/** Long texts choose first, so that no short one takes a word out of their middle. */
function place(
  wanted: readonly (readonly string[])[],
  stream: readonly StreamWord[],
  owner: (number | null)[],
): (Stretch | null)[] {
  const placed: (Stretch | null)[] = wanted.map(() => null)
  const order = [...wanted.keys()].toSorted(
    (a, b) => (wanted[b]?.length ?? 0) - (wanted[a]?.length ?? 0) || a - b,
  )
  for (const index of order) {
    const words = wanted[index] ?? []
    if (words.length === 0) continue
    const [low, high] = neighbours(placed, index)
    const best = occurrences(words, stream)
      .filter(({ start, end }) => owner.slice(start, end).every((each) => each === null))
      .map((stretch) => ({
        stretch,
        fits: stretch.start >= low && stretch.end <= high ? 1 : 0,
        borders: borders(stretch, stream),
        // one block that says it comes before two that say it together
        breaks: (stream[stretch.end - 1]?.block ?? 0) - (stream[stretch.start]?.block ?? 0),
      }))
      .toSorted(
        (a, b) =>
          b.borders - a.borders ||
          a.breaks - b.breaks ||
          b.fits - a.fits ||
          a.stretch.start - b.stretch.start,
      )[0]
    if (best === undefined) continue
    placed[index] = best.stretch
    for (let at = best.stretch.start; at < best.stretch.end; at++) owner[at] = index
  }
  return placed
}

function occurrences(words: readonly string[], stream: readonly StreamWord[]): readonly Stretch[] {
  const stretches: Stretch[] = []
  for (let start = 0; start + words.length <= stream.length; start++)
    if (words.every((word, offset) => sameWord(word, stream[start + offset]?.text ?? '')))
      stretches.push({ start, end: start + words.length })
  return stretches
}

/** How many ends of the stretch are ends of a block, or next to a mark that parts texts. */
function borders({ start, end }: Stretch, stream: readonly StreamWord[]): number {
  const [before, first] = [stream[start - 1], stream[start]]
  const [last, after] = [stream[end - 1], stream[end]]
  const opens = before === undefined || before.block !== first?.block
  const closes = after === undefined || after.block !== last?.block
  return Number(opens) + Number(closes)
}

function neighbours(placed: readonly (Stretch | null)[], index: number): readonly [number, number] {
  const before = placed.slice(0, index).findLast((each) => each !== null)
  const after = placed.slice(index + 1).find((each) => each !== null)
  return [before?.end ?? 0, after?.start ?? Number.MAX_SAFE_INTEGER]
}

/** A text that was found in the middle of many other words was not found. */
function giveBackScraps(
  placed: (Stretch | null)[],
  stream: readonly StreamWord[],
  owner: (number | null)[],
): void {
  const loose = new Map<number, number>()
  const held = new Map<number, number>()
  for (const [at, { block, text }] of stream.entries()) {
    if (!isSpoken(text)) continue
    const tally = owner[at] === null ? loose : held
    tally.set(block, (tally.get(block) ?? 0) + 1)
  }
  for (const [index, stretch] of placed.entries()) {
    const block = stream[stretch?.start ?? -1]?.block
    if (stretch === null || block === undefined) continue
    if ((loose.get(block) ?? 0) <= (held.get(block) ?? 0)) continue
    placed[index] = null
    for (let at = stretch.start; at < stretch.end; at++) owner[at] = null
  }
}

/** Words without an owner, block by block. Marks between texts belong to nobody; a full stop does. */
function freeStretches(
  stream: readonly StreamWord[],
  owner: readonly (number | null)[],
): readonly Stretch[] {
  const stretches: Stretch[] = []
  let start = 0
  while (start < stream.length) {
    const block = stream[start]?.block
    let end = start
    while (end < stream.length && owner[end] === null && stream[end]?.block === block) end++
    const words = stream.slice(start, end)
    const tail = words[0]
    const spoken = words.some(({ text }) => isSpoken(text))
    const altersEnd = tail !== undefined && tail.joined && endsSentence(tail.text)
    if (spoken || altersEnd) stretches.push({ start, end })
    start = Math.max(end, start + 1)
  }
  return stretches
}

type Pairing = {
  readonly wanted: readonly (readonly string[])[]
  readonly placed: readonly (Stretch | null)[]
  readonly free: readonly Stretch[]
  readonly stream: readonly StreamWord[]
}

/** Finds for each text that is not there the words that took its place. */
function pairUp(
  open: readonly number[],
  { wanted, placed, free, stream }: Pairing,
): ReadonlyMap<number, Stretch> {
  const lower = (words: readonly string[]) => words.map((word) => word.toLowerCase())
  const pairs = open.flatMap((index) => {
    const [low, high] = neighbours(placed, index)
    const inWindow = free.filter(({ start, end }) => start >= low && end <= high)
    const rivals = open.filter((other) => {
      const [otherLow, otherHigh] = neighbours(placed, other)
      return otherLow === low && otherHigh === high
    })
    const alone = inWindow.length === rivals.length
    return free.map((stretch) => {
      const words = stream.slice(stretch.start, stretch.end).map(({ text }) => text)
      const like = likeness(lower(wanted[index] ?? []), lower(words))
      const near = inWindow.includes(stretch)
      const sizes = [wanted[index]?.length ?? 0, words.length]
      const alikeInSize = Math.min(...sizes) * 3 >= Math.max(...sizes)
      const sameTurn =
        alone && near && alikeInSize && inWindow.indexOf(stretch) === rivals.indexOf(index)
      return { index, stretch, score: like + (near ? 0.25 : 0) + (sameTurn ? 0.3 : 0) }
    })
  })
  const chosen = new Map<number, Stretch>()
  const used = new Set<Stretch>()
  for (const { index, stretch, score } of pairs.toSorted((a, b) => b.score - a.score)) {
    if (score < 0.5 || chosen.has(index) || used.has(stretch)) continue
    chosen.set(index, stretch)
    used.add(stretch)
  }
  return chosen
}

/** The items outside the longest increasing subsequence of positions. */
export function outOfOrder(placed: readonly (Stretch | null)[]): ReadonlySet<number> {
  const items = placed.flatMap((at, index) => (at === null ? [] : [{ index, start: at.start }]))
  const tails: number[] = []
  const before: number[] = []
  for (const [at, { start }] of items.entries()) {
    const slot = tails.findIndex((tail) => (items[tail]?.start ?? 0) >= start)
    const length = slot === -1 ? tails.length : slot
    before[at] = tails[length - 1] ?? -1
    tails[length] = at
  }
  const retained = new Set<number>()
  for (let at = tails.at(-1) ?? -1; at !== -1; at = before[at] ?? -1)
    retained.add(items[at]?.index ?? -1)
  return new Set(items.map(({ index }) => index).filter((index) => !retained.has(index)))
}
