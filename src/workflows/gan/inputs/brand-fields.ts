import type { z } from 'zod'
import { type AsyncResult, err, ok, type Result } from '../../../model/result.ts'
import { type InputCode, type InputError, quoted } from './input-error.ts'
import { type Field, fieldsOf, valuesAt } from './markdown-fields.ts'
import { isPlaceholder } from './markdown-outline.ts'

export type BrandFile = {
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
export async function readBrandFile(
  file: BrandFile,
): AsyncResult<readonly Field[], readonly InputError[]> {
  const { path, text, code } = file
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
export const oneOf = (fields: readonly Field[], keys: readonly string[]): Field | undefined =>
  valuesAt(fields, keys).find(({ value }) => !isPlaceholder(value))

/** All values of a field. Items stand in a list, or on one line between commas. */
export const listOf = (fields: readonly Field[], keys: readonly string[]): readonly string[] =>
  valuesAt(fields, keys)
    .filter(({ value }) => !isPlaceholder(value))
    .flatMap(({ value }) => itemsOf(value))

/** Whole sentences: commas in them part nothing. */
export const sentencesOf = (fields: readonly Field[], keys: readonly string[]): readonly string[] =>
  valuesAt(fields, keys)
    .map(({ value }) => value.replaceAll(/^["“]|["”]$/g, '').trim())
    .filter((value) => !isPlaceholder(value))

const itemsOf = (value: string): readonly string[] =>
  value
    .replace(/^\[(.*)\]$/, '$1')
    .split(/[,;]/)
    .map((item) => item.trim().replaceAll(/^["'“]|["'”]$/g, ''))
    .filter((item) => item !== '')

/** A field that may hold only certain words; null where it is not there. */
export function choiceOf<Choice extends string>(
  fields: readonly Field[],
  keys: readonly string[],
  { schema, path }: { readonly schema: z.ZodEnum<{ [Key in Choice]: Key }>; readonly path: string },
): Result<Choice | null, InputError> {
  const field = oneOf(fields, keys)
  if (field === undefined) return ok(null)
  const parsed = schema.safeParse(field.value.toLowerCase().trim())
  if (parsed.success) return ok(parsed.data)
  return err({
    code: 'BRAND_FILE_INVALID',
    path,
    line: field.line,
    at: keys[0] ?? '',
    what: `${keys[0]} is ${quoted(field.value)}`,
    expected: schema.options.join(', '),
  })
}
