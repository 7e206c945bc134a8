import { z } from 'zod'
import { type AsyncResult, err, ok } from '../../../model/result.ts'
import { brandFiles, type VisualIdentity } from './brand.ts'
import { choiceOf, oneOf, readBrandFile, sentencesOf } from './brand-fields.ts'
import { hexOf, parseColour } from './colour.ts'
import type { InputError } from './input-error.ts'
import { type Field, valuesAt, valuesBelow } from './markdown-fields.ts'

const layouts = z.enum(['centered', 'split-left', 'split-right'])
const radii = z.enum(['sharp', 'rounded', 'pill'])
const yesOrNo = z.enum(['yes', 'no', 'true', 'false'])
const colourNames = ['primary', 'secondary', 'accent', 'background', 'surface'] as const

/** visual-identity.md. Without a primary colour and a font there is no identity to hold a page to. */
export async function parseVisualIdentity(
  text: string | null,
  path: string = brandFiles.visual,
): AsyncResult<VisualIdentity, readonly InputError[]> {
  const code = 'BRAND_DESIGN_MISSING_IDENTITY'
  const read = await readBrandFile({ path, text, code })
  if (!read.ok) return read
  const fields = read.value
  const named = coloursOf(fields, path)
  const neutral = neutralsOf(fields, path)
  const choices = choicesOf(fields, path)
  const errors = [...named.errors, ...neutral.errors, ...choices.errors]
  if (errors.length > 0) return err(errors)
  const fonts = fontsOf(fields)
  const missing = [
    ...(named.colours['primary'] === undefined ? ['primary'] : []),
    ...(Object.keys(fonts).length === 0 ? ['fonts'] : []),
  ]
  if (missing.length > 0)
    return err(
      missing.map((at) => ({
        code,
        path,
        at,
        what: `there is no ${at}`,
        expected: at === 'primary' ? 'a colour such as #1A5F7A' : 'a heading and a body font',
      })),
    )
  return ok({
    colours: named.colours,
    neutralScale: neutral.colours,
    fonts,
    ...choices.value,
    dos: [...sentencesOf(fields, ['dos', 'do'])],
    donts: [...sentencesOf(fields, ['donts', 'don_ts', 'dont', 'don_t'])],
  })
}

type Colours = { readonly colours: Record<string, string>; readonly errors: readonly InputError[] }

/** A colour may have its name behind it, as in `#1A5F7A (harbour blue)`. */
const colourIn = (value: string): string =>
  /#[0-9a-fA-F]{3,8}\b|(?:rgb|hsl)a?\([^)]*\)/.exec(value)?.[0] ?? value

function coloursFrom(found: readonly (readonly [string, Field])[], path: string): Colours {
  const colours: Record<string, string> = {}
  const errors: InputError[] = []
  for (const [name, { value, line }] of found) {
    const colour = parseColour(colourIn(value))
    if (colour.ok) colours[name] ??= hexOf(colour.value)
    else
      errors.push({
        code: 'BRAND_FILE_INVALID',
        path,
        line,
        at: name,
        what: `${name} is no colour`,
        expected: colour.error.replace(/^expected /, ''),
      })
  }
  return { colours, errors }
}

function coloursOf(fields: readonly Field[], path: string): Colours {
  const found = colourNames.flatMap((name) => {
    const field = oneOf(fields, [name, `${name}_color`, `${name}_colour`])
    return field === undefined ? [] : [[name, field] as const]
  })
  return coloursFrom(found, path)
}

const steps = ['50', '100', '200', '300', '400', '500', '600', '700', '800', '900', '950']

function neutralsOf(fields: readonly Field[], path: string): Colours {
  const below = valuesBelow(fields, ['neutral_scale', 'neutral', 'neutrals'])
  const inline = valuesAt(fields, ['neutral_scale', 'neutral']).flatMap((field) =>
    [...field.value.matchAll(/\b(\d{2,3})\s*[:=]?\s*(#[0-9a-fA-F]{3,8})\b/g)].map(
      ([, step = '', value = '']) => [step, { ...field, value }] as const,
    ),
  )
  const found = [...below.map((field) => [field.path.at(-1) ?? '', field] as const), ...inline]
  return coloursFrom(
    found.filter(([step]) => steps.includes(step)),
    path,
  )
}

const fontRoles = {
  heading: ['heading', 'headings', 'heading_font', 'display'],
  body: ['body', 'body_font', 'text'],
  mono: ['mono', 'code', 'mono_font'],
} as const

function fontsOf(fields: readonly Field[]): Record<string, string> {
  const inFonts = fields.filter(({ path }) =>
    path.some((label) => /^(?:fonts?|typography|type|.*_font)$/.test(label)),
  )
  const fonts: Record<string, string> = {}
  for (const [role, keys] of Object.entries(fontRoles)) {
    const field = oneOf(inFonts, keys)
    if (field) fonts[role] = field.value.replaceAll(/["']/g, '')
  }
  const single = oneOf(fields, ['font', 'fonts', 'font_family'])
  if (Object.keys(fonts).length === 0 && single) fonts['body'] = single.value
  return fonts
}

type Choices = Pick<
  VisualIdentity,
  'logo' | 'heroLayout' | 'sectionRhythm' | 'borderRadiusStyle' | 'darkModeSupport'
>

function choicesOf(
  fields: readonly Field[],
  path: string,
): { readonly value: Choices; readonly errors: readonly InputError[] } {
  const layout = choiceOf(fields, ['hero_layout'], { schema: layouts, path })
  const radius = choiceOf(fields, ['border_radius_style'], { schema: radii, path })
  const dark = choiceOf(fields, ['dark_mode_support', 'dark_mode'], { schema: yesOrNo, path })
  if (!layout.ok || !radius.ok || !dark.ok)
    return {
      value: {},
      errors: [layout, radius, dark].flatMap((each) => (each.ok ? [] : [each.error])),
    }
  const logo = oneOf(fields, ['logo'])?.value
  const rhythm = oneOf(fields, ['section_rhythm'])?.value
  return {
    value: {
      ...(logo === undefined ? {} : { logo }),
      ...(layout.value === null ? {} : { heroLayout: layout.value }),
      ...(rhythm === undefined ? {} : { sectionRhythm: rhythm }),
      ...(radius.value === null ? {} : { borderRadiusStyle: radius.value }),
      ...(dark.value === null
        ? {}
        : { darkModeSupport: dark.value === 'yes' || dark.value === 'true' }),
    },
    errors: [],
  }
}
