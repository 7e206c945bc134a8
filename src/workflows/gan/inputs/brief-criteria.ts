import { err, ok, type Result } from '../../../model/result.ts'
import {
  type Brief,
  type BriefMetadata,
  BriefStatus,
  niceToHaveWeights,
  standardMustPass,
} from './brief.ts'
import { type InputError, quoted } from './input-error.ts'
import { tablesOf, valuesAt } from './markdown-fields.ts'
import { isPlaceholder, keyOf, type Outlined, plainText } from './markdown-outline.ts'
import type { Part } from './brief-parts.ts'

/** The Metadata section, and the profile that the front matter asks for. */
export function readMetadata(
  part: Part | undefined,
  front: unknown,
  path: string,
): Result<BriefMetadata, readonly InputError[]> {
  const fields = part?.fields ?? []
  const value = (...keys: readonly string[]): string | undefined =>
    valuesAt(fields, keys).find((field) => !isPlaceholder(field.value))?.value
  const line = (key: string): number => valuesAt(fields, [key])[0]?.line ?? part?.line ?? 1
  const errors: InputError[] = []
  const id = value('id', 'brief_id')
  if (part !== undefined && !/^BRIEF-\d{8}-\d{3}$/.test(id ?? ''))
    errors.push({
      code: 'BRIEF_INVALID',
      path,
      line: line('id'),
      at: 'Metadata.ID',
      what: id === undefined ? 'there is no ID' : `the ID is ${quoted(id)}`,
      expected: 'BRIEF-YYYYMMDD-NNN',
    })
  const word = value('status')
    ?.toLowerCase()
    .replaceAll(/[\s_]+/g, '-')
  const status = BriefStatus.safeParse(word)
  if (word !== undefined && !status.success)
    errors.push({
      code: 'BRIEF_INVALID',
      path,
      line: line('status'),
      at: 'Metadata.Status',
      what: `the status is ${quoted(word)}`,
      expected: BriefStatus.options.join(', '),
    })
  if (errors.length > 0) return err(errors)
  return ok(
    defined({
      id,
      status: status.data,
      type: value('type', 'project_type'),
      priority: value('priority'),
      pipelineMode: value('pipeline_mode', 'pipeline', 'mode'),
      framework: value('framework'),
      evaluatorProfile: profileIn(front) ?? value('evaluator_profile'),
    }),
  )
}

function profileIn(front: unknown): string | undefined {
  if (typeof front !== 'object' || front === null) return undefined
  const found: unknown = Reflect.get(front, 'evaluator_profile')
  return typeof found === 'string' ? found : undefined
}

type Given<Shape> = { [Key in keyof Shape]?: Exclude<Shape[Key], undefined> }

/** The object without the keys that hold nothing. */
function defined<Shape extends object>(shape: Shape): Given<Shape> {
  const entries = Object.entries(shape).filter(([, value]) => value !== undefined)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only undefined values were taken away
  return Object.fromEntries(entries) as Given<Shape>
}

type Criteria = Pick<Brief, 'mustPass' | 'niceToHave'>

/** What must pass and what is nice to have; the standard six where a BRIEF names none. */
export function readCriteria(
  part: Part | undefined,
  path: string,
): { readonly value: Criteria; readonly warnings: readonly InputError[] } {
  const sections = part?.sections ?? []
  const mustPass = sections.filter(({ key }) => /must/.test(key)).flatMap(itemsOf)
  const own = sections.flatMap(niceItems)
  const sum = own.reduce((all, { weight }) => all + weight, 0)
  const warnings: InputError[] =
    own.length === 0 || Math.abs(sum - 1) < 1e-6
      ? []
      : [
          {
            code: 'BRIEF_INVALID',
            path,
            line: part?.line ?? 1,
            at: 'Evaluation Criteria',
            what: `the weights of the nice-to-have criteria add up to ${Number(sum.toFixed(4))}`,
            expected: '1',
          },
        ]
  return {
    value: {
      mustPass: mustPass.length > 0 ? mustPass : [...standardMustPass],
      niceToHave: own,
    },
    warnings,
  }
}

function itemsOf({ lines }: Outlined): readonly string[] {
  const rows = tablesOf(lines).flatMap(({ header, rows: all }) => {
    const at = Math.max(
      0,
      header.findIndex((cell) => /criteri/i.test(cell)),
    )
    return all.map(({ cells }) => plainText(cells[at] ?? ''))
  })
  const items = lines.map(({ text }) =>
    plainText(/^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(text)?.[1] ?? ''),
  )
  return [...rows, ...items].filter((each) => each !== '' && !isPlaceholder(each))
}

function niceItems(section: Outlined): Brief['niceToHave'] {
  if (!/nice/.test(section.key)) return []
  const tabled = tablesOf(section.lines).flatMap(({ header, rows }) => {
    const keys = header.map(keyOf)
    const weight = keys.findIndex((key) => /weight/.test(key))
    const criterion = Math.max(
      0,
      keys.findIndex((key) => /criteri/.test(key)),
    )
    return rows.map(({ cells }) => ({
      criterion: plainText(cells[criterion] ?? ''),
      weight: weightIn(cells[weight] ?? ''),
    }))
  })
  const listed = itemsOf({
    ...section,
    lines: section.lines.filter(({ text }) => !text.includes('|')),
  }).map((text) => ({
    criterion: text.replace(/\s*[([]?(?:weight)?\s*:?\s*(?:0?\.\d+|\d{1,3}\s*%)[)\]]?\s*$/, ''),
    weight: weightIn(text),
  }))
  const all = [...tabled, ...listed].filter(({ criterion }) => criterion !== '')
  // a list without any weight gets those of the template, where it has seven items as the template has
  if (all.every(({ weight }) => weight === 0))
    return all.map(({ criterion }, index) => ({
      criterion,
      weight:
        all.length === niceToHaveWeights.length
          ? (niceToHaveWeights[index] ?? 0)
          : Number((1 / all.length).toFixed(6)),
    }))
  return all
}

/** `0.15`, `.15` and `15 %` at the end of a cell or an item. */
function weightIn(text: string): number {
  const match = /(?:(0?\.\d+|1(?:\.0+)?)|(\d{1,3}(?:\.\d+)?)\s*%)\s*[)\]]?\s*$/.exec(text)
  if (!match) return 0
  return match[1] === undefined ? Number(match[2]) / 100 : Number(match[1])
}
