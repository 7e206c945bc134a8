import type { ErrorObject, ValidateFunction } from 'ajv'
import type { Finding } from '../../model/finding.ts'
import { nearest } from '../../kit/near.ts'
import { type Entry, pointerOf, type Unit, type FileKind } from './configuration.ts'
import { titleOf } from './kind.ts'
import { schemaOf } from './schemas.ts'
import { pointerParts } from '../../kit/parse.ts'

const compiled = new Map<FileKind, ValidateFunction>()

/** What the reader of a file of this kind would refuse, beyond the grammar of its format. */
export async function schemaFindings(unit: Unit): Promise<readonly Finding[]> {
  if (unit.kind === null || unit.problems.length > 0 || isTemplate(unit.text)) return []
  const validate = await validatorFor(unit.kind)
  if (validate === null) return []
  const documents = await documentsOf(unit)
  return documents.flatMap((document, index) => {
    if (validate(document)) return []
    const base = documents.length > 1 ? [String(index)] : []
    return telling(validate.errors ?? []).map((error) => findingOf(error, unit, base))
  })
}

/** Whether a template engine fills the file in first, so that its reader never sees this text. */
export const isTemplate = (text: string): boolean =>
  /\{\{-|-\}\}|\{\{\s*(?:\.\w|if|range|include|with|define|end|else|toYaml)\b|\{%/.test(text) ||
  new Set(text.match(/(?<!\$)\{\{\s*[\w.]+\s*\}\}/g)).size > 1

async function validatorFor(kind: FileKind): Promise<ValidateFunction | null> {
  const schema = schemaOf(kind)
  if (schema === null) return null
  const known = compiled.get(kind)
  if (known !== undefined) return known
  const { Ajv } = await import('ajv')
  const validate = new Ajv({ allErrors: true, strict: false, verbose: true }).compile({ ...schema })
  compiled.set(kind, validate)
  return validate
}

async function documentsOf({ format, text }: Unit): Promise<readonly unknown[]> {
  if (format === 'yaml') {
    const { yamlDocuments } = await import('../../kit/yaml.ts')
    return yamlDocuments(text, { merge: true })
      .flatMap((document): readonly unknown[] => {
        // a document without settings is skipped by every reader
        const value: unknown = document.toJS({ maxAliasCount: 1_000 })
        return [value]
      })
      .filter((value) => value !== null)
  }
  if (format === 'toml') return [(await import('smol-toml')).parse(text)]
  if (format !== 'json' && format !== 'jsonc') return []
  const { parse } = await import('jsonc-parser')
  const value: unknown = parse(text, [], { allowTrailingComma: true })
  return [value]
}

/** The causes: of a choice that failed, only what its nearest branch lacks; no echo of what encloses it. */
function telling(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const causes = errors.filter(({ keyword }) => keyword !== 'if')
  const choices = causes.filter(({ keyword }) => keyword === 'anyOf')
  const inChoice = (error: ErrorObject) =>
    error.keyword !== 'anyOf' &&
    choices.some(({ schemaPath }) => error.schemaPath.startsWith(`${schemaPath}/`))
  return causes.filter((error) => !inChoice(error)).slice(0, 20)
}

function findingOf(error: ErrorObject, unit: Unit, base: readonly string[]): Finding {
  const path = [...base, ...pointerParts(error.instancePath)]
  const extra: unknown = error.params['additionalProperty'] ?? error.params['propertyName']
  const at = typeof extra === 'string' ? [...path, extra] : path
  const entry = nearestEntry(unit, at)
  return {
    message: messageOf(error, unit, path),
    place: { line: entry?.line ?? 1, pointer: pointerOf(at) },
  }
}

function nearestEntry({ entries }: Unit, path: readonly string[]): Entry | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const wanted = path.slice(0, length).join('\u0000')
    const match = entries.find((entry) => entry.path.join('\u0000') === wanted)
    if (match !== undefined) return match
  }
  return undefined
}

function messageOf(error: ErrorObject, unit: Unit, path: readonly string[]): string {
  const { keyword, params, parentSchema } = error
  const where = path.length === 0 ? titleOf(unit.kind ?? 'env') : path.join('.')
  if (keyword === 'additionalProperties') {
    const key = String(params['additionalProperty'])
    const near = nearest(key, keysOf(parentSchema?.['properties']))
    return `${key} is no key of ${where}${near === null ? '' : `; ${near} is`}`
  }
  if (keyword === 'required') return `${where} lacks ${String(params['missingProperty'])}`
  if (keyword === 'anyOf') {
    const choices: unknown = parentSchema?.['anyOf']
    const keys = listOf(choices).flatMap((choice) => {
      const lacking = listOf(isRecord(choice) ? choice['required'] : undefined)
      return lacking.length === 0 ? [] : [lacking.join(' and ')]
    })
    return keys.length === 0
      ? `${where} has a value that its reader refuses`
      : `${where} lacks ${keys.join(' or ')}`
  }
  if (keyword === 'type') return `${where} must be ${[params['type']].flat().join(' or ')}`
  if (keyword === 'enum')
    return `${where} must be one of ${listOf(params['allowedValues']).slice(0, 8).join(', ')}`
  if (keyword === 'const') return `${where} must be ${String(params['allowedValue'])}`
  return `${where} ${error.message ?? 'is refused by its reader'}`
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const keysOf = (value: unknown): readonly string[] => (isRecord(value) ? Object.keys(value) : [])
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Whether a finding is about something that is missing, not about something that is wrong. */
export const isLack = ({ message }: Finding): boolean => / lacks /.test(message)
