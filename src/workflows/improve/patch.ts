import type { Block } from '../../views/blocks.ts'
import type { FileEdit } from './events.ts'

/** An edit as whoever approves it reads it: each line that goes, each that comes, and up to two of those around them. */
export function patchOf({ path, before, after }: FileEdit): Block {
  const runs = Object.values(
    Object.groupBy(
      changesOf(before?.split('\n') ?? [], after?.split('\n') ?? []),
      ({ run }) => run,
    ),
  ).flatMap((run) => (run === undefined ? [] : [run.map(({ text }) => text)]))
  return {
    type: 'diff',
    title: `\`${path}\`${before === null ? ' (new)' : after === null ? ' (removed)' : ''}`,
    lines: runs.flatMap((lines, index) =>
      lines[0]?.startsWith(' ') === true
        ? around(lines, index === 0, index === runs.length - 1)
        : lines,
    ),
  }
}

/** What stays, as far as it shows where the change is. */
function around(lines: readonly string[], isFirst: boolean, isLast: boolean): readonly string[] {
  const [head, tail] = [isFirst ? [] : lines.slice(0, 2), isLast ? [] : lines.slice(-2)]
  if (isFirst || isLast) return [...head, ...tail]
  return lines.length <= 4 ? lines : [...head, ' …', ...tail]
}

type Line = { readonly text: string; readonly run: number }

/** The fewest lines that go and come. Lines that stay and lines that change take turns as runs. */
function changesOf(old: readonly string[], young: readonly string[]): readonly Line[] {
  // how many lines can stay from here on
  const stay = Array.from({ length: old.length + 1 }, () => new Uint32Array(young.length + 1))
  const at = (one: number, other: number) => stay[one]?.[other] ?? 0
  for (let one = old.length - 1; one >= 0; one -= 1)
    for (let other = young.length - 1; other >= 0; other -= 1)
      stay[one]![other] =
        old[one] === young[other]
          ? at(one + 1, other + 1) + 1
          : Math.max(at(one + 1, other), at(one, other + 1))
  const lines: Line[] = []
  const push = (text: string) => {
    const last = lines.at(-1)
    const isSame = last !== undefined && (last.text[0] === ' ') === (text[0] === ' ')
    lines.push({ text, run: last === undefined ? 0 : last.run + (isSame ? 0 : 1) })
  }
  let [one, other] = [0, 0]
  while (one < old.length || other < young.length)
    if (one < old.length && other < young.length && old[one] === young[other]) {
      push(` ${old[one]}`)
      one += 1
      other += 1
    } else if (
      other >= young.length ||
      (one < old.length && at(one + 1, other) >= at(one, other + 1))
    ) {
      push(`-${old[one]}`)
      one += 1
    } else {
      push(`+${young[other]}`)
      other += 1
    }
  return lines
}
