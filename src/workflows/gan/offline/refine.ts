import type { SiteFiles } from '../site.ts'
import type { Finding } from './ask-input.ts'
import { type Layout, layouts, type Look, lookOf, lookOn, rankedLayouts } from './look.ts'
import type { Inputs } from './read-inputs.ts'

export type Asked = {
  readonly files: SiteFiles | null
  readonly findings: readonly Finding[]
  readonly guidance: readonly string[]
  readonly approach: number
}

export type Refined = { readonly look: Look; readonly notes: readonly string[] }

const isContrast = ({ ruleId, message }: Finding): boolean =>
  ruleId.startsWith('contrast') || /color-contrast/.test(message)
const isCrowded = ({ ruleId }: Finding): boolean => ruleId.startsWith('layout/')
const isDull = ({ ruleId }: Finding): boolean =>
  /^slop\/(?:stock-cards|glass-cards|same-structure|one-radius|default-look|generic-icons|emoji-icons)$/.test(
    ruleId,
  )

/** Findings that come from what a page is made of, not from how its files are written. */
export const comesFromData = (finding: Finding): boolean =>
  isContrast(finding) || isCrowded(finding) || isDull(finding)

/** The look of the next version: what findings and people say against the last one, changed. */
export function refinedLook(inputs: Inputs, asked: Asked): Refined {
  const { files, findings, guidance, approach } = asked
  const ranked = rankedLayouts(inputs)
  const at = (step: number): Layout => ranked[step % ranked.length] ?? 'ledger'
  const before = lookOn(files?.find(({ path }) => path === 'index.html')?.content ?? '')
  const current = before?.layout ?? at(approach)
  const options = guidance.filter((words) => wantsAnother.test(words)).length
  const named = guidance.flatMap((words) => layoutNamed(words) ?? []).at(-1)
  const dull = findings.some(isDull)
  const moved = options > 0 && current === at(approach)
  const layout =
    named ?? (dull ? at(ranked.indexOf(current) + 1) : moved ? at(approach + options) : current)
  const unread = findings.some(isContrast) || guidance.some((words) => wantsContrast.test(words))
  const palette = before?.palette === 'readable' || unread ? 'readable' : 'as-given'
  const crowded = findings.some(isCrowded)
  const type = before?.type === 'modest' || crowded ? 'modest' : 'large'
  return {
    look: { ...lookOf(inputs), layout, palette, type },
    notes: [
      ...(before !== null && palette !== before.palette
        ? ['Colours that could not be read were exchanged for the nearest token that can be read.']
        : []),
      ...(before !== null && layout !== before.layout
        ? [`The layout changed from ${before.layout} to ${layout}.`]
        : []),
      ...(before !== null && type !== before.type ? ['Large type was set one step smaller.'] : []),
    ],
  }
}

const wantsAnother =
  /\b(?:another|different|other|new)\s+(?:layout|approach|look|design|composition|direction)\b/i
const wantsContrast = /\b(?:contrast|readable|legible|too (?:pale|light|faint))\b/i

const words: Readonly<Record<Layout, RegExp>> = {
  ledger: /\b(?:ledger|ruled|tabular)\b/i,
  editorial: /\b(?:editorial|magazine|journal)\b/i,
  poster: /\b(?:poster|bolder|louder)\b/i,
  calm: /\b(?:calm|calmer|quieter|centred|centered)\b/i,
  product: /\b(?:product|bento|side by side)\b/i,
}

const layoutNamed = (said: string): Layout | null =>
  layouts.find((layout) => words[layout].test(said)) ?? null
