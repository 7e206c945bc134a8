import { type AsyncResult, err, ok, type Result } from '../../../model/result.ts'
import { brandFiles, type BrandVoice, type TargetAudience, type VisualIdentity } from './brand.ts'
import { hexOf, parseColour } from './colour.ts'
import { type InputCode, type InputError, quoted } from './input-error.ts'
import { type Field, fieldsOf, valuesAt, valuesBelow } from './markdown-fields.ts'
import { isPlaceholder } from './markdown-outline.ts'

type Read<Value> = AsyncResult<Value, readonly InputError[]>
type BrandFile = {
  readonly path: string
  /** null where there is no such file. */
  readonly text: string | null
  /** The code for a file that is missing or still has blanks. */
  readonly code: InputCode
}

const longest = 200_000
// a bare TBD counts as a blank only where nothing stands beside it
const blank = /_TBD_|^\s*TBD\W*$/

/** The fields of a brand file, or why the work stops: no file, or blanks that nobody has filled. */
async function readBrandFile({ path, text, code }: BrandFile): Read<readonly Field[]> {
  const stop = (what: string, line?: number): InputError => ({
    code,
    path,
    ...(line === undefined ? {} : { line }),
    what,
    expected: 'a file whose fields are all filled in',
  })
  if (text === null) return err([stop('the file is missing')])
  if (text.length > longest) return err([stop(`the file has ${text.length} characters`)])
  const fields = await fieldsOf(text)
  const blanks = fields.filter(({ value }) => blank.test(value))
  if (blanks.length > 0)
    return err(
      blanks.slice(0, 20).map(({ path: labels, line }) => ({
        ...stop(`${labels.at(-1) ?? 'a field'} is still _TBD_`, line),
        at: labels.join('.'),
      })),
    )
  return fields.length === 0 ? err([stop('the file says nothing')]) : ok(fields)
}

/** The first filled value of a field. */
const oneOf = (fields: readonly Field[], keys: readonly string[]): Field | undefined =>
  valuesAt(fields, keys).find(({ value }) => !isPlaceholder(value))

/** All values of a field. Items stand in a list, or on one line between commas. */
const listOf = (fields: readonly Field[], keys: readonly string[]): readonly string[] =>
  valuesAt(fields, keys)
    .filter(({ value }) => !isPlaceholder(value))
    .flatMap(({ value }) => value.replace(/^\[(.*)\]$/, '$1').split(/[,;]/))
    .map((item) => item.trim().replaceAll(/^["'“]|["'”]$/g, ''))
    .filter((item) => item !== '')

/** A field that may hold only certain words; null where it is not there. */
function choiceOf<Choice extends string>(
  fields: readonly Field[],
  {
    key,
    choices,
    path,
  }: { readonly key: string; readonly choices: readonly Choice[]; readonly path: string },
): Result<Choice | null, readonly InputError[]> {
  const field = oneOf(fields, [key])
  if (field === undefined) return ok(null)
  const choice = choices.find((each) => each === field.value.toLowerCase().trim())
  if (choice !== undefined) return ok(choice)
  const what = `${key} is ${quoted(field.value)}`
  return err([
    {
      code: 'BRAND_FILE_INVALID',
      path,
      line: field.line,
      at: key,
      what,
      expected: choices.join(', '),
    },
  ])
}

/** brand-voice.md. Without a voice no copy can be judged, so a missing or blank one stops the work. */
export async function parseBrandVoice(
  text: string | null,
  path: string = brandFiles.voice,
): Read<BrandVoice> {
  const code = 'BRAND_VOICE_INCOMPLETE'
  const read = await readBrandFile({ path, text, code })
  if (!read.ok) return read
  const tone = listOf(read.value, ['tone', 'tone_of_voice', 'voice'])
  if (tone.length === 0)
    return err([
      { code, path, at: 'tone', what: 'there is no tone', expected: 'at least one word' },
    ])
  return ok({
    name: oneOf(read.value, ['name', 'brand', 'brand_name'])?.value,
    tone,
    avoidedTerms: listOf(read.value, ['avoided_terms', 'avoided', 'avoid']),
  })
}

const personas = ['persona', 'primary_persona']

/** target-audience.md. It names who reads; a kind of reader is a field, never a guess. */
export async function parseTargetAudience(
  text: string | null,
  path: string = brandFiles.audience,
): Read<TargetAudience> {
  const code = 'BRAND_AUDIENCE_INCOMPLETE'
  const read = await readBrandFile({ path, text, code })
  if (!read.ok) return read
  if (!read.value.some(({ path: labels }) => labels.some((label) => personas.includes(label))))
    return err([
      { code, path, at: 'persona', what: 'there is no persona', expected: 'who the reader is' },
    ])
  const choices = ['b2b_developers', 'smb', 'consumers'] as const
  const kind = choiceOf(read.value, { key: 'audience_kind', choices, path })
  return kind.ok ? ok({ kind: kind.value }) : kind
}

/** visual-identity.md. Without a primary colour and a font there is no identity to hold a page to. */
export async function parseVisualIdentity(
  text: string | null,
  path: string = brandFiles.visual,
): Read<VisualIdentity> {
  const code = 'BRAND_DESIGN_MISSING_IDENTITY'
  const read = await readBrandFile({ path, text, code })
  if (!read.ok) return read
  const fields = read.value
  const colours = coloursFrom(namedColours(fields), path)
  if (!colours.ok) return colours
  const neutralScale = coloursFrom(neutralsIn(fields), path)
  if (!neutralScale.ok) return neutralScale
  const radius = choiceOf(fields, {
    key: 'border_radius_style',
    choices: ['sharp', 'rounded', 'pill'] as const,
    path,
  })
  if (!radius.ok) return radius
  const fonts = fontsOf(fields)
  const missing = [
    ...(colours.value['primary'] === undefined ? ['primary'] : []),
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
    colours: colours.value,
    neutralScale: neutralScale.value,
    fonts,
    borderRadiusStyle: radius.value ?? 'rounded',
    darkModeSupport: /^(?:yes|true)$/i.test(
      oneOf(fields, ['dark_mode_support', 'dark_mode'])?.value ?? '',
    ),
  })
}

type Named = readonly (readonly [name: string, field: Field])[]

/** A colour may have its name behind it, as in `#1A5F7A (harbour blue)`. */
function coloursFrom(
  heading: Named,
  path: string,
): Result<Record<string, string>, readonly InputError[]> {
  const colours: Record<string, string> = {}
  const errors: InputError[] = []
  for (const [name, { value, line }] of heading) {
    const colour = parseColour(
      /#[0-9a-fA-F]{3,8}\b|(?:rgb|hsl)a?\([^)]*\)/.exec(value)?.[0] ?? value,
    )
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
  return errors.length > 0 ? err(errors) : ok(colours)
}

const namedColours = (fields: readonly Field[]): Named =>
  ['primary', 'secondary', 'accent', 'background', 'surface'].flatMap((name) => {
    const field = oneOf(fields, [name, `${name}_color`, `${name}_colour`])
    return field === undefined ? [] : [[name, field] as const]
  })

function neutralsIn(fields: readonly Field[]): Named {
  const below = valuesBelow(fields, ['neutral_scale', 'neutral', 'neutrals'])
  const inline = valuesAt(fields, ['neutral_scale', 'neutral']).flatMap((field) =>
    [...field.value.matchAll(/\b(\d{2,3})\s*[:=]?\s*(#[0-9a-fA-F]{3,8})\b/g)].map(
      ([, step = '', value = '']) => [step, { ...field, value }] as const,
    ),
  )
  return [...below.map((field) => [field.path.at(-1) ?? '', field] as const), ...inline].filter(
    ([step]) => /^(?:50|[1-9]00|950)$/.test(step),
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
