import type { FileTree } from '../../../../model/file-tree.ts'
import { readColour } from '../../../../kit/colour.ts'
import type { StyleLiteral } from '../../../../model/page-static.ts'

/** A class of Tailwind, taken apart: `md:hover:p-[13px]`. */
export type Utility = {
  readonly variants: readonly string[]
  /** Without variants, `!` and `-`. */
  readonly name: string
  /** What stands in brackets; null where there are none. */
  readonly arbitrary: string | null
}

export function utilityOf(className: string): Utility {
  const parts = className.split(/:(?![^[]*\])(?![^(]*\))/)
  const name = (parts.at(-1) ?? '').replace(/^!?-?/, '').replace(/!$/, '')
  return {
    variants: parts.slice(0, -1),
    name,
    arbitrary: /\[([^\]]+)\]/.exec(name)?.[1]?.replaceAll('_', ' ') ?? null,
  }
}

const words =
  /^(?:flex|grid|block|inline|hidden|table|contents|static|relative|absolute|fixed|sticky|visible|invisible|isolate|container|group|peer|truncate|uppercase|lowercase|capitalize|italic|underline|antialiased|border|rounded|shadow|outline|ring|transition|transform|blur|filter|resize|prose|grow|shrink|ordinal)$/

/** Whether a class has the form of one of Tailwind's: `p-4`, `md:hidden`, `flex`. */
export const isUtility = (className: string): boolean =>
  /[-:[]/.test(className) || words.test(utilityOf(className).name)

type Kind = StyleLiteral['kind']

const spacing = /^(?:p[xytrbles]?|m[xytrbles]?|gap(?:-[xy])?|space-[xy])-/
const painted =
  /^(?:text|bg|border(?:-[xytrbles])?|ring|ring-offset|fill|stroke|outline|from|via|to|divide|placeholder|accent|caret|decoration)-/
const length = /^-?[\d.]+(?:px|rem|em)$/

/** What a class decides that design tokens are made for; null for everything else. */
export function kindOfUtility({ name, arbitrary }: Utility): Kind | null {
  if (spacing.test(name) && !name.endsWith('-auto')) return 'spacing'
  if (name.startsWith('rounded')) return 'radius'
  if (name.startsWith('shadow')) return 'shadow'
  if (/^font-(?:sans|serif|mono|\[)/.test(name)) return 'font-family'
  if (/^text-(?:xs|sm|base|lg|\d?xl)(?:\/|$)/.test(name)) return 'font-size'
  if (name.startsWith('text-') && arbitrary !== null && length.test(arbitrary)) return 'font-size'
  if (!painted.test(name)) return null
  if (arbitrary !== null) return readColour(arbitrary) !== null ? 'colour' : null
  return /-(?:[a-z]+-\d{2,3}|white|black|primary|secondary|accent|muted|foreground|background|destructive|brand)/.test(
    name,
  )
    ? 'colour'
    : null
}

/** Its value where it is written out; null for a step of the scale and for a reference. */
export function literalOfUtility(
  utility: Utility,
): { readonly kind: Kind; readonly value: string } | null {
  const { arbitrary } = utility
  const kind = kindOfUtility(utility)
  if (kind === null || arbitrary === null || /var\(|^--|theme\(|calc|%/.test(arbitrary)) return null
  return { kind, value: arbitrary.replace(/^(?:length|color):/, '') }
}

export function usesTailwind(files: FileTree): boolean {
  for (const [path, text] of files) {
    if (/(?:^|\/)tailwind\.config\.[cm]?[jt]s$/.test(path)) return true
    if (path.endsWith('package.json') && /"(?:@tailwindcss\/\w+|tailwindcss)"\s*:/.test(text))
      return true
    if (/\.(?:css|scss|pcss)$/.test(path) && /@tailwind\s|@import\s+["']tailwindcss/.test(text))
      return true
    if (/\.html?$/.test(path) && /cdn\.tailwindcss|@tailwindcss\/browser/.test(text)) return true
  }
  return false
}

/** Steps of the scales that come with Tailwind, in pixels. */
export const tailwindScale = {
  fontSizes: [12, 14, 16, 18, 20, 24, 30, 36, 48, 60, 72, 96, 128],
  radii: [2, 4, 6, 8, 12, 16, 24, 32],
} as const
