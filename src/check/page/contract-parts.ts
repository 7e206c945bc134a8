import { z } from 'zod'
import type { BrandVoice, VisualIdentity } from '../../workflows/gan/inputs/brand.ts'
import type { Brief } from '../../workflows/gan/inputs/brief.ts'
import type { PageContract } from '../../checks/page/page-rule.ts'
import { type AsyncResult, err, ok, type Result } from '../../model/result.ts'
import { copyBlocks } from '../../workflows/gan/inputs/copy-blocks.ts'
import { type InputError, inputErrorText } from '../../workflows/gan/inputs/input-error.ts'
import { parseBrief } from '../../workflows/gan/inputs/parse-brief.ts'
import { parseCopy } from '../../workflows/gan/inputs/parse-copy.ts'
import { parseTokens } from '../../workflows/gan/inputs/parse-tokens.ts'
import { parseBrandVoice, parseVisualIdentity } from '../../workflows/gan/inputs/parse-brand.ts'
import { jsonOf } from '../../kit/parse.ts'

export type ContractPart = 'copy' | 'tokens' | 'brief' | 'brand'

/** What one file says about the page. */
export type PartRead = {
  readonly copy?: NonNullable<PageContract['copy']>
  readonly sections?: readonly string[]
  readonly tokens?: NonNullable<PageContract['tokens']>
  readonly palette?: readonly string[]
  readonly fonts?: readonly string[]
  readonly note?: string
  readonly brief?: Brief
  /** Sections whose words are given. */
  readonly written?: readonly string[]
  readonly visual?: VisualIdentity
  readonly voice?: BrandVoice
}

const failureOf = (errors: readonly InputError[]): Result<never, string> =>
  err(errors.slice(0, 5).map(inputErrorText).join('\n'))

const Loose = z.looseObject({ sections: z.record(z.string(), z.unknown()) })

/** copy.json; one with sections of its own is taken as it is, in the order of the file. */
export function readCopyPart(text: string, path: string): Result<PartRead, string> {
  const parsed = parseCopy(text, path)
  if (parsed.ok)
    return ok({
      copy: copyBlocks(parsed.value).map(({ pointer, text: words }) => ({ pointer, text: words })),
      sections: parsed.value.order,
      written: parsed.value.order,
    })
  const loose = Loose.safeParse(jsonOf(text))
  if (!loose.success) return failureOf(parsed.error)
  const { sections } = loose.data
  const copy = Object.entries(sections).flatMap(([name, forms]) =>
    textsIn(primaryOf(forms), `/sections/${name}`),
  )
  if (copy.length === 0) return failureOf(parsed.error)
  const first = parsed.error[0]?.what ?? 'its shape is another'
  return ok({
    copy,
    sections: Object.keys(sections),
    written: Object.keys(sections),
    note: `${path} does not keep the shape of copy.json (${first}); its texts are taken as they stand`,
  })
}

const primaryOf = (forms: unknown): unknown =>
  typeof forms === 'object' && forms !== null && 'primary' in forms ? forms.primary : forms

function textsIn(value: unknown, pointer: string): NonNullable<PageContract['copy']> {
  if (typeof value === 'string') return [{ pointer, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([key]) => !/^(?:href|url|link|src|icon|id|image|target)$/.test(key))
    .flatMap(([key, inner]) => textsIn(inner, `${pointer}/${key}`))
}

const Tree = z.record(z.string(), z.unknown())

export function readTokensPart(text: string, path: string): Result<PartRead, string> {
  const parsed = parseTokens(text, { path })
  if (!parsed.ok) return failureOf(parsed.error)
  const { colors, typography } = parsed.value.tokens
  const tree = Tree.safeParse(jsonOf(text))
  return ok({
    tokens: tree.success ? tree.data : {},
    palette: Object.values(colors),
    fonts: Object.values(typography.fontFamily),
  })
}

const frontPage = /^$|home|front|landing|index|main|start/i

/** The sections that the brief calls a must on the front page. */
export async function readBriefPart(text: string, path: string): AsyncResult<PartRead, string> {
  const parsed = await parseBrief(text, { path, lenient: true })
  if (!parsed.ok) return failureOf(parsed.error)
  const { brief } = parsed.value
  const { requirements } = brief
  const pages = new Set(requirements.map(({ page }) => page))
  const sections = requirements
    .filter(({ page, need }) => need === 'must' && (pages.size === 1 || frontPage.test(page)))
    .map(({ section }) => section)
  return ok({ sections, brief })
}

export async function readBrandPart(text: string, path: string): AsyncResult<PartRead, string> {
  const parsed = await parseVisualIdentity(text, path)
  if (!parsed.ok) return failureOf(parsed.error)
  const { colours, neutralScale, fonts } = parsed.value
  return ok({
    palette: [...Object.values(colours), ...Object.values(neutralScale)],
    fonts: Object.values(fonts),
    visual: parsed.value,
  })
}

export async function readVoicePart(text: string): AsyncResult<PartRead, string> {
  const parsed = await parseBrandVoice(text)
  return parsed.ok ? ok({ voice: parsed.value }) : failureOf(parsed.error)
}
