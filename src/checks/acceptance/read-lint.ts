import { z } from 'zod'
import type { Diagnostic } from './measurement.ts'
import { pathOf, type Places } from './read-diagnostics.ts'

type Said = {
  readonly file: string | null | undefined
  readonly line?: number | null | undefined
  readonly column?: number | null | undefined
  readonly isError: boolean
  readonly code: string | null | undefined
  readonly message: string
}

type Reader = (value: unknown, places: Places) => readonly Diagnostic[] | null

/** A report of a known shape; what a linter says about installed packages or output is nobody's work here. */
const reader =
  <Report>(schema: z.ZodType<Report>, said: (report: Report) => readonly Said[]): Reader =>
  (value, places) => {
    const parsed = schema.safeParse(value)
    if (!parsed.success) return null
    return said(parsed.data).flatMap(({ file, isError, code, line, column, message }) => {
      const path = pathOf(places, file ?? '')
      const severity = isError ? 'error' : 'warning'
      return path === null
        ? []
        : [
            {
              path,
              line: natural(line),
              column: natural(column),
              severity,
              code: code ?? null,
              message,
            },
          ]
    })
  }

const natural = (value: number | null | undefined): number | null =>
  value != null && Number.isInteger(value) && value > 0 ? value : null

const text = z.string().nullish()
const count = z.number().nullish()
const place = z.object({ line: count, column: count }).nullish()

export const readEslint = reader(
  z.array(
    z.object({
      filePath: z.string(),
      messages: z.array(
        z.object({
          ruleId: text,
          severity: z.number(),
          message: z.string(),
          line: count,
          column: count,
        }),
      ),
    }),
  ),
  (report) =>
    report.flatMap(({ filePath: file, messages }) =>
      messages.map(({ ruleId: code, severity, ...rest }) => ({
        ...rest,
        file,
        code,
        isError: severity >= 2,
      })),
    ),
)

export const readOxlint = reader(
  z.object({
    diagnostics: z.array(
      z.object({
        message: z.string(),
        code: text,
        severity: z.string(),
        filename: text,
        labels: z.array(z.object({ span: place })).default([]),
      }),
    ),
  }),
  ({ diagnostics }) =>
    diagnostics.map(({ message, code, severity, filename: file, labels: [label] }) => {
      const { line = null, column = null } = label?.span ?? {}
      return { message, code, file, line, column, isError: severity === 'error' }
    }),
)

export const readBiome = reader(
  z.object({
    diagnostics: z.array(
      z.object({
        category: text,
        severity: z.string(),
        description: text,
        message: z.unknown().optional(),
        location: z
          .object({ path: z.union([z.string(), z.object({ file: text })]).nullish(), start: place })
          .nullish(),
      }),
    ),
  }),
  ({ diagnostics }) =>
    diagnostics
      .filter(({ severity }) => severity !== 'information' && severity !== 'hint')
      .map(({ category: code, severity, description, message, location }) => {
        const path = location?.path
        const { line = null, column = null } = location?.start ?? {}
        return {
          file: typeof path === 'object' ? path?.file : path,
          message: description ?? (typeof message === 'string' ? message : 'see biome'),
          isError: severity === 'error' || severity === 'fatal',
          code,
          line,
          column,
        }
      }),
)

/** `✖ 5 problems (3 errors, 2 warnings)`, or `Found 2 warnings and 1 error.` */
export function readLintText(output: string): { errors: number; warnings: number } | null {
  const stylish = /\((\d+) errors?, (\d+) warnings?\)/.exec(output)
  if (stylish !== null) return { errors: Number(stylish[1]), warnings: Number(stylish[2]) }
  const match = /Found (\d+) warnings? and (\d+) errors?/.exec(output)
  return match === null ? null : { errors: Number(match[2]), warnings: Number(match[1]) }
}
