import type { SectionName, Variant } from './copy.ts'
import { pointerOf } from './json-input.ts'
import type { ParsedCopy } from './parse-copy.ts'

/** One text that a page must show, where it stands in copy.json, and what it is there for. */
export type CopyBlock = {
  readonly pointer: string
  readonly section: SectionName
  /** The field without its place in a list: `headline`, `items.title`, `plans.highlights`. */
  readonly field: string
  readonly text: string
}

/** Fields that lead somewhere or name something; nobody reads them. */
const unread = /^(?:href|url|link|src|icon|id|image|target)$/

/** The texts of a page in the order in which it must show them. A section without the variant shows its primary. */
export function copyBlocks(
  { copy, order }: ParsedCopy,
  variant: Variant = 'primary',
): readonly CopyBlock[] {
  return order.flatMap((section) => {
    const forms = copy.sections[section]
    if (forms === undefined) return []
    const chosen = forms[variant] === undefined ? 'primary' : variant
    return blocksIn(forms[chosen], section, ['sections', section, chosen])
  })
}

export function sectionBlocks(
  { copy }: ParsedCopy,
  section: SectionName,
  variant: Variant,
): readonly CopyBlock[] {
  const form = copy.sections[section]?.[variant]
  return form === undefined ? [] : blocksIn(form, section, ['sections', section, variant])
}

function blocksIn(
  value: unknown,
  section: SectionName,
  keys: readonly string[],
): readonly CopyBlock[] {
  if (typeof value === 'string') {
    const names = keys.slice(3).filter((key) => !/^\d+$/.test(key))
    return [{ pointer: pointerOf(keys), section, field: names.join('.'), text: value }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([key]) => !unread.test(key))
    .flatMap(([key, item]) => blocksIn(item, section, [...keys, key]))
}
