import { err, ok, type Result } from '../../../model/result.ts'
import { Copy, mostVariants, SectionName, sectionSets } from './copy.ts'
import type { InputError } from './input-error.ts'
import { parseJsonWith, readJson } from './json-input.ts'

export type ParsedCopy = {
  readonly copy: Copy
  /** The sections in the order of the file, which is their order on the page. */
  readonly order: readonly SectionName[]
}

/** Reads copy.json. Only its shape is judged here; the words are judged by `reviewCopy`. */
export function parseCopy(
  text: string,
  path = 'copy.json',
): Result<ParsedCopy, readonly InputError[]> {
  const source = { path, code: 'COPY_INVALID' } as const
  const read = readJson(text, source)
  if (!read.ok) return read
  const crowded = crowdedSections(read.value, path)
  if (crowded.length > 0) return err(crowded)
  const parsed = parseJsonWith(text, Copy, source)
  if (!parsed.ok) return parsed
  const order = namesIn(sectionsOf(read.value)).flatMap(
    (name) => SectionName.safeParse(name).data ?? [],
  )
  const missing = missingSections(parsed.value, order, path)
  return missing === null ? ok({ copy: parsed.value, order }) : err([missing])
}

const sectionsOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, 'sections') : undefined

const namesIn = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : []

/** More than two variants is a rule of its own, so it gets words of its own. */
function crowdedSections(value: unknown, path: string): readonly InputError[] {
  const sections = sectionsOf(value)
  return namesIn(sections).flatMap((name): readonly InputError[] => {
    const inside: unknown = Reflect.get(Object(sections), name)
    const count = namesIn(inside).filter((key) => key !== 'primary').length
    if (count <= mostVariants) return []
    return [
      {
        code: 'COPY_INVALID',
        path,
        at: `/sections/${name}`,
        what: `the section ${name} has ${count} variants`,
        expected: `a primary and at most ${mostVariants} variants`,
      },
    ]
  })
}

/** A landing page has one of the two sets whole; every page opens with a hero. */
function missingSections(
  { page_type: type }: Copy,
  order: readonly SectionName[],
  path: string,
): InputError | null {
  const gaps = (type === 'landing' ? Object.values(sectionSets) : [['hero'] as const]).map((set) =>
    set.filter((name) => !order.includes(name)),
  )
  if (gaps.some((gap) => gap.length === 0)) return null
  const nearest = gaps.toSorted((one, other) => one.length - other.length)[0] ?? []
  return {
    code: 'COPY_INVALID',
    path,
    at: '/sections',
    what: `there is no ${nearest.join(', no ')}`,
    expected:
      type === 'landing'
        ? Object.values(sectionSets)
            .map((set) => set.join(', '))
            .join('; or ')
        : 'a hero',
  }
}
