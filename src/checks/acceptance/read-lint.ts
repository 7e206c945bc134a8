import { z } from 'zod'
import type { Diagnostic } from './measurement.ts'
import { pathOf, type Places } from './read-diagnostics.ts'

const EslintReport = z.array(
  z.object({
    filePath: z.string(),
    messages: z.array(
      z.object({
        ruleId: z.string().nullish(),
        severity: z.number(),
        message: z.string(),
        line: z.number().nullish(),
        column: z.number().nullish(),
      }),
    ),
  }),
)

export function readEslint(value: unknown, places: Places): readonly Diagnostic[] | null {
  const parsed = EslintReport.safeParse(value)
  if (!parsed.success) return null
  return parsed.data.flatMap(({ filePath, messages }) =>
    messages.flatMap(({ ruleId, severity, message, line, column }) =>
      placed(places, filePath, {
        line,
        column,
        severity: severity >= 2 ? 'error' : 'warning',
        code: ruleId ?? null,
        message,
      }),
    ),
  )
}

type Said = {
  readonly line: number | null | undefined
  readonly column: number | null | undefined
  readonly severity: Diagnostic['severity']
  readonly code: string | null
  readonly message: string
}

/** What a linter says about installed packages or output is nobody's work here. */
function placed(places: Places, file: string, said: Said): readonly Diagnostic[] {
  const path = pathOf(places, file)
  if (path === null) return []
  const natural = (value: number | null | undefined) =>
    value !== null && value !== undefined && Number.isInteger(value) && value > 0 ? value : null
  return [{ ...said, path, line: natural(said.line), column: natural(said.column) }]
}

const OxlintReport = z.object({
  diagnostics: z.array(
    z.object({
      message: z.string(),
      code: z.string().nullish(),
      severity: z.string(),
      filename: z.string().nullish(),
      labels: z
        .array(
          z.object({
            span: z.object({ line: z.number().nullish(), column: z.number().nullish() }).nullish(),
          }),
        )
        .default([]),
    }),
  ),
})

export function readOxlint(value: unknown, places: Places): readonly Diagnostic[] | null {
  const parsed = OxlintReport.safeParse(value)
  if (!parsed.success) return null
  return parsed.data.diagnostics.flatMap(({ message, code, severity, filename, labels }) =>
    placed(places, filename ?? '', {
      line: labels[0]?.span?.line,
      column: labels[0]?.span?.column,
      severity: severity === 'error' ? 'error' : 'warning',
      code: code ?? null,
      message,
    }),
  )
}

const BiomePlace = z.object({
  path: z.union([z.string(), z.object({ file: z.string().nullish() })]).nullish(),
  start: z.object({ line: z.number(), column: z.number() }).nullish(),
})
const BiomeReport = z.object({
  diagnostics: z.array(
    z.object({
      category: z.string().nullish(),
      severity: z.string(),
      description: z.string().nullish(),
      message: z.unknown().optional(),
      location: BiomePlace.nullish(),
    }),
  ),
})

export function readBiome(value: unknown, places: Places): readonly Diagnostic[] | null {
  const parsed = BiomeReport.safeParse(value)
  if (!parsed.success) return null
  return parsed.data.diagnostics.flatMap(
    ({ category, severity, description, message, location }) => {
      if (severity === 'information' || severity === 'hint') return []
      const path = location?.path
      return placed(places, (typeof path === 'object' ? path?.file : path) ?? '', {
        line: location?.start?.line,
        column: location?.start?.column,
        severity: severity === 'error' || severity === 'fatal' ? 'error' : 'warning',
        code: category ?? null,
        message: description ?? (typeof message === 'string' ? message : 'see biome'),
      })
    },
  )
}

/** `✖ 5 problems (3 errors, 2 warnings)`, or `Found 2 warnings and 1 error.` */
export function readLintText(output: string): { errors: number; warnings: number } | null {
  const stylish = /\((\d+) errors?, (\d+) warnings?\)/.exec(output)
  if (stylish !== null) return { errors: Number(stylish[1]), warnings: Number(stylish[2]) }
  const match = /Found (\d+) warnings? and (\d+) errors?/.exec(output)
  return match === null ? null : { errors: Number(match[2]), warnings: Number(match[1]) }
}
