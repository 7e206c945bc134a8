import { byCodeUnit } from '../../../model/by-code-unit.ts'
import { hardStopsIn } from '../complexity/hard-stops.ts'
import { scopeScore, scopeVerdict, type ScopeVerdict } from '../complexity/scope-score.ts'
import { joined, unique, type Draft } from './draft.ts'
import { codeNames } from './find-paths.ts'
import { likenessAmong, termsOf } from './likeness.ts'
import { cut, plain } from './read-words.ts'

const danger =
  /\b(?:irreversib\w+|data loss|lose data|delet\w+ (?:all|every|existing|user)|drop (?:the )?(?:table|column)|production data|legal|compliance|gdpr|money|billing|security)\b/i
const care =
  /\b(?:refactor\w*|migrat\w+|performance|concurren\w+|race condition|database|cache|caching|third[- ]party|external (?:api|service)|webhook|breaking|backwards?[- ]compatib\w+|public api|rate limit\w*|permission\w*|upload\w*|schema)\b/i

export function riskOf(draft: Draft): 'low' | 'medium' | 'high' {
  if (draft.risk !== null) return draft.risk
  const text = plain([draft.title, draft.body, ...draft.criteria, ...draft.files].join('\n'))
  const { security, architecture } = hardStopsIn(text)
  if (security.length + architecture.length > 0 || danger.test(text)) return 'high'
  return care.test(text) ? 'medium' : 'low'
}

/** Tokens one must read to make the change: what the order says, and about 400 a file. */
export function contextTokens(draft: Draft): number {
  const said = [draft.title, draft.body, ...draft.criteria].join('\n').length / 4
  return Math.max(500, Math.ceil((400 + said + 400 * draft.files.length) / 100) * 100)
}

export function sizeOf(
  draft: Draft,
  dependencies: number,
): { readonly score: number; readonly verdict: ScopeVerdict } {
  const score = scopeScore({
    files: draft.files.length,
    criteria: draft.criteria.length,
    dependencies,
    tokens: contextTokens(draft),
    risk: riskOf(draft),
  })
  return { score, verdict: scopeVerdict(score) }
}

const size = (draft: Draft) => sizeOf(draft, draft.needs.filter(({ sure }) => sure).length)

/** Joins points too small for an order of their own, then splits what is too large for one. */
export const resizeDrafts = (drafts: readonly Draft[]): readonly Draft[] =>
  // the risk is looked for once; parts have the risk of the whole
  mergeSmall(drafts.map((draft) => ({ ...draft, risk: riskOf(draft) }))).flatMap(splitLarge)

const mostTogether = 3

function mergeSmall(drafts: readonly Draft[]): readonly Draft[] {
  const likeness = likenessAmong(drafts.map((draft) => termsOf(draft.title)))
  const groups: Draft[][] = []
  for (const draft of drafts) {
    const group = groups.at(-1)
    const fits =
      group !== undefined &&
      group.length < mostTogether &&
      group.every((other) => mayJoin(other, draft, likeness)) &&
      scopeVerdict(size([...group, draft].reduce(joined)).score) === 'healthy'
    if (fits) group.push(draft)
    else groups.push([draft])
  }
  return groups.map((group) => (group.length === 1 ? (group[0] ?? []) : asOne(group))).flat()
}

type Alike = ReturnType<typeof likenessAmong>

/** Neighbours of one list that are small and have something in common. One that waits for the other stays apart. */
function mayJoin(one: Draft, other: Draft, likeness: Alike): boolean {
  const small = [one, other].every(
    (draft) =>
      draft.from === 'point' &&
      draft.criteria.length <= 1 &&
      draft.files.length <= 1 &&
      draft.body.length <= 200 &&
      draft.needs.every(({ sure }) => !sure) &&
      !draft.labels.some((label) => /^[a-z]/.test(label)),
  )
  if (!small || one.group !== other.group || one.kind !== other.kind) return false
  if (JSON.stringify(one.stages) !== JSON.stringify(other.stages)) return false
  const [a, b] = [one.files[0], other.files[0]]
  if (a !== undefined && b !== undefined) return a === b
  const names = codeNames(one.body)
  if (codeNames(other.body).some((name) => names.includes(name))) return true
  const [first, second] = [termsOf(one.title), termsOf(other.title)]
  return Math.max(likeness(first, second), likeness(second, first)) >= 0.5
}

function asOne(group: readonly Draft[]): Draft {
  const [first, ...others] = group
  if (first === undefined) throw new Error('a group has members')
  const titles = group.map(({ title }) => title)
  const all = others.reduce(joined, first)
  return {
    ...all,
    title: cut(titles.join('; '), 120),
    body: group.map(({ body }) => `- ${body.replaceAll('\n', '\n  ')}`).join('\n'),
    criteria: unique(
      group.flatMap(({ title, criteria }) => (criteria.length > 0 ? criteria : [title])),
    ),
    labels: unique([...all.labels, ...titles.map((title) => title.toLowerCase())]),
  }
}

const mostParts = 8

function splitLarge(draft: Draft): readonly Draft[] {
  if (size(draft).verdict !== 'likely_oversized') return [draft]
  const units = Math.max(draft.criteria.length, draft.files.length)
  for (let parts = 2; parts <= Math.min(mostParts, units); parts += 1) {
    const split = splitInto(draft, parts)
    const last = parts === Math.min(mostParts, units)
    if (last || split.every((part) => size(part).verdict !== 'likely_oversized')) return split
  }
  return [draft]
}

/** Files stay with their folder, criteria with the files they name; parts come one after the other. */
function splitInto(draft: Draft, count: number): readonly Draft[] {
  const files = chunks(draft.files.toSorted(byFolder), count)
  const criteria = placedCriteria(draft.criteria, files, count)
  const titles = files.map((_, at) => `${draft.title} (${at + 1} of ${count})`)
  return titles.map((title, at) => {
    const [own = [], lines = []] = [files[at], criteria[at]]
    const covers = [...own.map((path) => `\`${path}\``), ...lines].map((line) => `- ${line}`)
    return {
      ...draft,
      title,
      body: `${draft.body}\n\nThis order is part ${at + 1} of ${count}. It covers only:\n\n${covers.join('\n')}`,
      files: own,
      criteria: lines,
      // others that wait for the whole wait for its last part
      labels: at === count - 1 ? [...draft.labels, draft.title.toLowerCase()] : [],
      needs: at === 0 ? draft.needs : [{ words: titles[at - 1] ?? '', sure: true }],
    }
  })
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const byFolder = (a: string, b: string): number => byCodeUnit(folderOf(a), folderOf(b))

function chunks<Value>(values: readonly Value[], count: number): readonly (readonly Value[])[] {
  return Array.from({ length: count }, (_, at) =>
    values.slice(
      Math.round((at * values.length) / count),
      Math.round(((at + 1) * values.length) / count),
    ),
  )
}

/** How much a line speaks of a file: by its path, or by words of its name. */
function namedIn(path: string, line: string, words: ReturnType<typeof termsOf>): number {
  if (line.includes(path)) return 10
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '')
  return [...termsOf(name.replace(/[._-]/g, ' ')).keys()].filter((term) => words.has(term)).length
}

function placedCriteria(
  criteria: readonly string[],
  files: readonly (readonly string[])[],
  count: number,
): readonly (readonly string[])[] {
  const placed = Array.from({ length: count }, () => new Array<string>())
  const loose: string[] = []
  for (const line of criteria) {
    const words = termsOf(line)
    const likes = files.map((paths) =>
      Math.max(0, ...paths.map((path) => namedIn(path, line, words))),
    )
    const best = Math.max(...likes)
    const at = best > 0 ? likes.indexOf(best) : -1
    if (at >= 0) placed[at]?.push(line)
    else loose.push(line)
  }
  // parts of about the same size
  const each = Math.ceil(criteria.length / count)
  for (const lines of placed) lines.push(...loose.splice(0, Math.max(0, each - lines.length)))
  placed.at(-1)?.push(...loose)
  return placed
}
