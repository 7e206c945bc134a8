import { pathsIn, taskOf } from '../../checks/track/plan-task.ts'
import type { Requirement } from '../../checks/track/spec-requirements.ts'

export type Wish = { readonly requirement: Requirement; readonly criteria: readonly Requirement[] }

export type Draft = {
  readonly id: string
  readonly title: string
  readonly type: string
  readonly acceptance: readonly string[]
  readonly files: readonly string[]
  readonly dependsOn: readonly string[]
  readonly group: string | null
  readonly phase: number
  readonly line: number
  readonly isLarge: boolean
}

/** A task whose place in the plan is not known yet. */
export type Plain = Omit<Draft, 'dependsOn' | 'group' | 'phase'>

const mostFiles = 12

export function taskFor(
  { requirement, criteria }: Wish,
  id: string,
  project: readonly string[],
): Plain {
  const acceptance = [requirement.text, ...requirement.details, ...criteria.map(({ text }) => text)]
    .map(oneLine)
    .filter((each) => each !== '')
  const text = [requirement.text, ...acceptance].join('\n')
  const files = filesFor(text, project)
  const lists = files.length === 0 && requirement.text.split(listing).length > mostParts
  return {
    id,
    title: `${requirement.id === null ? '' : `${requirement.id}: `}${titleOf(requirement.text, lists)}`,
    type: typeFor(text, files),
    acceptance,
    files: files.slice(0, mostFiles),
    line: requirement.line,
    isLarge: lists || files.length > mostFiles,
  }
}

/** One line that is no task and no comment. */
export const oneLine = (text: string): string =>
  text
    .replaceAll(/<!--|-->|`{3,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(?:(?:[-*+•|]|\[.{0,2}\]|[✅✓✔☑⬜☐🔲⛔❌🚫🔄🚧⏳]\uFE0F?)\s*)+/u, '')

const longest = 90
const mostParts = 4
const listing = /,\s*|\s+and\s+|\s+&\s+|;\s*/

/** The first sentence, or as much of it as fits. */
function titleOf(text: string, lists: boolean): string {
  const plain = oneLine(text)
    .replaceAll(/[`*]/g, '')
    .replace(/(?<=\w{3})[.!?]\s+\p{Lu}.*$/u, '')
    .replace(/[.:;,]+$/, '')
  const { title } = taskOf(plain, 'todo', { line: 0, phase: '', indent: 0 })
  const cut = lists
    ? (title.split(listing)[0] ?? '')
    : title.length > longest
      ? title.slice(0, longest).replace(/\s+\S*$/, '')
      : title
  return cut === title && title !== '' ? title : `${cut} …`.trim()
}

const sources =
  /\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|swift|rb|php|cs|c|h|cpp|s?css|html|vue|svelte|astro|json|ya?ml|toml|md|sql|prisma|graphql|sh|svg|proto|xml|txt|ini)$/

/** Files that the text names, and files of the project that are called like something it names. */
function filesFor(text: string, project: readonly string[]): readonly string[] {
  const base = (path: string) => path.slice(path.lastIndexOf('/') + 1)
  const plain = (name: string) =>
    name
      .replace(/\.[^.]*$/, '')
      .replaceAll(/[-_]/g, '')
      .toLowerCase()
  const only = (isIt: (path: string) => boolean) => {
    const [one, ...others] = project.filter(isIt)
    return one === undefined || others.length > 0 ? [] : [one]
  }
  const named = pathsIn(text)
    .filter((path) => sources.test(path) && !path.includes('*'))
    .flatMap((path) => {
      if (project.includes(path)) return [path]
      const known = only((each) => each.endsWith(`/${path}`))
      return known.length > 0 || !path.includes('/') ? known : [path]
    })
  const identifiers = [...text.matchAll(/`(\w{4,})(?:\([^`]*\))?`/g)].map(([, name = '']) => name)
  const alike = identifiers.flatMap((name) =>
    only(
      (each) =>
        sources.test(each) && !/\b(?:test|spec)\b/.test(each) && plain(base(each)) === plain(name),
    ),
  )
  return [...new Set([...named, ...alike])]
}

const types: readonly (readonly [string, RegExp, RegExp])[] = [
  [
    'ui',
    /\.(?:[jt]sx|vue|svelte|astro|s?css|html)$/,
    /\b(?:page|screen|button|layout|form|modal|dashboard|sidebar|UI)s?\b/i,
  ],
  [
    'integration',
    /\b(?:api|routes?|webhooks?|migrations?)\b/,
    /\b(?:API|endpoint|webhook|database|OAuth|third[- ]party|GET|POST|PUT|DELETE)s?\b/,
  ],
]

const typeFor = (text: string, files: readonly string[]): string =>
  types.find(([, path]) => files.some((file) => path.test(file)))?.[0] ??
  (files.length > 0 ? undefined : types.find(([, , words]) => words.test(text))?.[0]) ??
  'code'
