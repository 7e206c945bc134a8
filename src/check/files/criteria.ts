import { extname } from 'node:path'
import { formatOfName, kindOfName } from '../../checks/configuration/kind.ts'
import { codeNames, configNames, documentNames, isOpenapi } from '../../checks/file-kinds.ts'
import { type AsyncResult, ok, usageError } from '../../model/result.ts'
import { type Criteria, Criteria as CriteriaSchema } from '../../model/rule.ts'
import { TaskType } from '../../workflows/reflex/events.ts'
import { detectTaskType } from '../../workflows/reflex/setup/detect-task-type.ts'
import { templateFor } from '../../workflows/reflex/templates/templates.ts'
import type { ReadFile } from './read.ts'
import { readCriteria } from '../../workflows/reflex/setup/change-setup.ts'

export const checkKinds = [
  'artifact',
  'openapi',
  'docs',
  'config',
  'code',
  'design',
  'text',
] as const
export type CheckKind = (typeof checkKinds)[number]

export type CheckOptions = {
  readonly kind: CheckKind
  readonly type?: TaskType
  /** What the file was made for: endpoints, sections, names and keys are read from it. */
  readonly task: string
  readonly level: 'A' | 'B'
  /** Rules of a person's own, in a YAML or JSON file. */
  readonly criteriaFile?: string
  /** Criteria in a person's own words, read like a task. */
  readonly criteriaText?: string
  /** Rules or families of rules that are asked for; all of them if none is named. */
  readonly only?: readonly string[]
  /** What a person says about obligations that nothing here could decide, by id or "all". */
  readonly decided?: {
    readonly met: readonly string[]
    readonly unmet: readonly string[]
    readonly by: string
  }
  /** What a design is made for, whole. */
  readonly requirements?: string
  /** The score a design must reach, 0 to 100. */
  readonly threshold?: number
}

export const taskTypes = TaskType.options

const typeOfKind: Record<Exclude<CheckKind, 'artifact' | 'design' | 'text'>, TaskType> = {
  openapi: 'api-spec',
  docs: 'docs',
  config: 'config',
  code: 'code',
}

type Judging = { readonly type: TaskType; readonly criteria: Criteria }

/** By which rules a file is judged: the user's own, or those of the kind of artifact it is. */
export async function criteriaForFile(options: CheckOptions, file: ReadFile): AsyncResult<Judging> {
  const type =
    options.kind === 'artifact' || options.kind === 'design' || options.kind === 'text'
      ? (options.type ?? typeOf(file, options.task))
      : typeOfKind[options.kind]
  if (options.criteriaFile !== undefined) {
    const own = await readCriteria(options.criteriaFile)
    return own.ok ? ok({ type: type ?? 'other', criteria: own.value }) : own
  }
  const template = type === null ? null : templateFor(type)
  if (type === null || template === null)
    return usageError(
      'what kind of artifact this is cannot be told from its name, its content or the task',
      'say it with --type api-spec|code|docs|config, or bring your own rules with --criteria FILE',
      file.path,
    )
  return ok({ type, criteria: options.kind === 'openapi' ? withValidity(template) : template })
}

/** A description that does not follow the standard cannot be saved by what else is right in it. */
const withValidity = (template: Criteria): Criteria =>
  CriteriaSchema.parse({
    ...template,
    name: 'openapi_v1',
    rules: [
      {
        id: 'a.correctness.valid',
        description: 'The document follows the OpenAPI standard and does not contradict itself',
        severity: 'fail',
        phase: 'A',
        check: 'builtin:openapi/sound',
      },
      {
        id: 'b.quality.practice',
        description: 'Methods, statuses and parameters mean what HTTP means',
        severity: 'warn',
        phase: 'B',
        check: 'builtin:openapi/valid',
      },
      ...template.rules,
    ],
  })

/** What a file is: an OpenAPI description says so itself; then its name speaks, then the task. */
export function typeOf({ path, text }: Pick<ReadFile, 'path' | 'text'>, task: string) {
  if (isOpenapi(path, text)) return 'api-spec'
  if (codeNames.test(path)) return 'code'
  if (configNames.test(path) || kindOfName(path) !== null) return 'config'
  const asked = detectTaskType(task)
  return asked ?? (documentNames.test(path) ? 'docs' : null)
}

/** Which gate a file is held against where nobody names one; notes and data files are nobody's business. */
export function gateFor(
  path: string,
  text: string,
): Exclude<CheckKind, 'artifact' | 'design' | 'text'> | null {
  const type = typeOf({ path, text }, '')
  if (type === 'api-spec') return 'openapi'
  if (type === 'code') return 'code'
  if (type === 'config') return kindOfName(path) === null ? null : 'config'
  return /(?:^|\/)readme\.md$/i.test(path) ? 'docs' : null
}

const fenceTags: Readonly<Record<string, string>> = {
  json5: 'jsonc',
  cc: 'cpp',
}

/** How a fence would name this file's language; null where its name says nothing. */
export function fenceTag(path: string): string | null {
  const format = codeNames.test(path) ? null : formatOfName(path)
  if (format !== null) return format
  const extension = extname(path).slice(1).toLowerCase()
  if (!codeNames.test(path) && !configNames.test(path)) return null
  return fenceTags[extension] ?? (extension || 'rc')
}
