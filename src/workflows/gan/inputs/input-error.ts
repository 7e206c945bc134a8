import { z } from 'zod'

/** Every code an input of the workflow can be refused or doubted with. */
export const InputCode = z.enum([
  'HRN_PASS_THRESHOLD_FLOOR',
  'DESIGN_SETTINGS_INVALID',
  'BRIEF_SECTION_INCOMPLETE',
  'BRIEF_INVALID',
  'COPY_INVALID',
  'BRAND_VOICE_INCOMPLETE',
  'BRAND_AUDIENCE_INCOMPLETE',
  'BRAND_DESIGN_MISSING_IDENTITY',
  'BRAND_FILE_INVALID',
  'BRAND_DESIGN_CONFLICT',
  'DESIGN_TOKENS_INVALID',
  'DESIGN_IMPORT_NOT_FOUND',
  'DESIGN_IMPORT_UNSUPPORTED_FORMAT',
  'DESIGN_IMPORT_UNSUPPORTED_VERSION',
  'DESIGN_IMPORT_SECURITY_REJECT',
  'DESIGN_IMPORT_MISSING_MANIFEST',
])
export type InputCode = z.infer<typeof InputCode>

/** Why an input is refused or doubted: where, what is wrong, and what was expected instead. */
export const InputError = z.object({
  code: InputCode,
  /** The file, as its reader named it. */
  path: z.string(),
  line: z.number().int().positive().optional(),
  /** A JSON pointer, or a dotted key, inside the file. */
  at: z.string().optional(),
  what: z.string().min(1),
  expected: z.string().min(1),
})
export type InputError = z.infer<typeof InputError>

/** One line for people: `CODE path:line at: what; expected …`. */
export function inputErrorText({ code, path, line, at, what, expected }: InputError): string {
  const where = line === undefined ? path : `${path}:${line}`
  const inside = at === undefined || at === '' ? '' : ` ${at}`
  return `${code} ${where}${inside}: ${what}; expected ${expected}`
}

/** A value of the outside in a message: short, on one line, without control characters. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text)
