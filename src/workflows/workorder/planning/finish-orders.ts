import { aliasFor } from '../../../model/ids.ts'
import type { Draft } from './draft.ts'
import type { PlannedOrder } from './plan-output.ts'
import { contextTokens, riskOf } from './resize-drafts.ts'
import { cut, plain } from './read-words.ts'

/** What holds for all orders of a plan. */
export type Frame = {
  readonly title: string
  readonly constraints: readonly string[]
  readonly excluded: readonly string[]
}

const longestDescription = 40_000
const mostLines = 12

export function finishOrder(draft: Draft, id: string, frame: Frame): PlannedOrder {
  return {
    id,
    title: cut(draft.title, 200),
    description: descriptionOf(draft, frame),
    risk_level: riskOf(draft),
    acceptance_criteria: draft.criteria
      .map((line) => cut(line.trim(), 2_000))
      .filter((line) => line !== '')
      .slice(0, 100),
    files_in_scope: [...draft.files, ...draft.untouched.map((path) => `!${path}`)]
      .slice(0, 200)
      .filter((path) => path.length <= 500),
    expected_output_type: outputType(draft),
    context_budget_estimate: contextTokens(draft),
    depends_on: [],
    contracts: draft.contracts
      .slice(0, 100)
      .map((each) => ({ ...each, name: cut(each.name, 200) })),
  }
}

function descriptionOf(
  { title, body }: Draft,
  { title: whole, constraints, excluded }: Frame,
): string {
  const listed = (heading: string, lines: readonly string[]) =>
    lines.length === 0
      ? []
      : [
          `${heading}\n\n${lines
            .slice(0, mostLines)
            .map((line) => `- ${line}`)
            .join('\n')}`,
        ]
  return [
    cut(body.trim() === '' ? title : body.trim(), longestDescription),
    ...listed('Holds for all of the work:', constraints),
    ...listed('Not part of the work:', excluded),
    ...(whole === '' || whole === title ? [] : [`Part of: ${cut(whole, 200)}`]),
  ].join('\n\n')
}

const isTest = /(?:^|\/)(?:tests?|__tests__|e2e|spec)\/|\.(?:test|spec)\.\w+$/
const isDocument = /\.(?:md|mdx|txt|adoc|rst)$|^docs?\//i
const isSetting =
  /(?:^|\/)(?:\.github\/|\.?[\w.-]*\.(?:ya?ml|toml|ini|json|jsonc|conf|env)$|Dockerfile|Makefile|\.env|\.\w+rc$)/

/** What kind of thing comes out, by the files, or by the title where there are none. */
export function outputType({ title, files }: Draft): 'code' | 'test' | 'docs' | 'config' {
  const all = (pattern: RegExp) => files.length > 0 && files.every((path) => pattern.test(path))
  if (all(isTest)) return 'test'
  if (all(isDocument)) return 'docs'
  if (all(isSetting)) return 'config'
  if (files.length > 0) return 'code'
  const text = plain(title)
  if (
    /^(?:.*: )?(?:(?:automated|unit|integration|e2e|end-to-end) )?test(?:s|ing)?(?: plan| strategy| cases)?$|^(?:write|add|create) (?:\S+ ){0,3}tests?\b/i.test(
      text,
    )
  )
    return 'test'
  if (
    /^(?:user )?(?:documentation|docs)$|^(?:document|write (?:\S+ ){0,3}(?:docs|documentation|guide|readme)|update (?:the )?(?:readme|docs|documentation))\b/i.test(
      text,
    )
  )
    return 'docs'
  return /^(?:configure|set up|setup) (?:\S+ ){0,4}(?:ci|pipeline|linter|linting|workflow|docker|deployment)\b|^ci\b/i.test(
    text,
  )
    ? 'config'
    : 'code'
}

/** No two orders have the same title, and none has none. */
export function titledApart(drafts: readonly Draft[]): readonly Draft[] {
  const used = new Map<string, number>()
  return drafts.flatMap((draft) => {
    const title = cut((draft.title.trim() || plain(draft.body)).replace(/\s+/g, ' '), 180)
    if (title === '') return []
    const key = title.toLowerCase()
    const count = (used.get(key) ?? 0) + 1
    used.set(key, count)
    return [{ ...draft, title: count === 1 ? title : `${title} – ${count}` }]
  })
}

/** Ids come from titles alone, so that they stay when other parts of the text change. */
export function idsFor(titles: readonly string[]): readonly string[] {
  const used = new Map<string, number>()
  return titles.map((title) => {
    const [, whole = title, part] = /^(.*) \((\d+) of \d+\)$/.exec(title) ?? []
    const own = /[A-Za-z0-9]{3}/.test(whole.normalize('NFKD'))
      ? aliasFor(whole)
      : `order-${hash(whole)}`
    const base = part === undefined ? own : `${own}-part-${part}`
    const count = (used.get(base) ?? 0) + 1
    used.set(base, count)
    return count === 1 ? base : `${base}-${count}`
  })
}

/** FNV-1a, for titles without Latin letters. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (const letter of text) {
    value ^= letter.codePointAt(0) ?? 0
    value = Math.imul(value, 0x01000193) >>> 0
  }
  return value.toString(16).padStart(8, '0')
}
