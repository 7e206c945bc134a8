import { folderOf } from '../../integrity/modules.ts'
import type { Source } from '../../integrity/source.ts'
import { holdsUnless, type Issue, notApplicable, type Part } from '../evaluation.ts'
import type { TrackCode } from '../track-code.ts'
import { isFrameworkFile, type Role, roleOf } from './file-kinds.ts'

const about = 'files and folders are named and placed as the project does it'

const cases = {
  kebab: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  camel: /^[a-z][a-zA-Z0-9]*$/,
  pascal: /^[A-Z][a-zA-Z0-9]*$/,
  snake: /^[a-z0-9]+(?:_[a-z0-9]+)*$/,
} as const
type Case = keyof typeof cases
const caseNames: readonly Case[] = ['kebab', 'camel', 'pascal', 'snake']

const fewestOthers = 3
const usual = 0.8
const unusual = 0.2

type Habit = { readonly name: Case; readonly examples: readonly string[] }

/** The way in which nearly all of some names are written, where a new one is written as hardly any of them. */
function brokenHabit(name: string, others: readonly string[]): Habit | null {
  const fits = caseNames.filter((each) => cases[each].test(name))
  if (others.length < fewestOthers) return null
  const share = (each: Case) =>
    others.filter((other) => cases[each].test(other)).length / others.length
  if (fits.some((each) => share(each) > unusual)) return null
  const [best] = caseNames.toSorted((one, other) => share(other) - share(one))
  return best === undefined || share(best) < usual
    ? null
    : { name: best, examples: others.filter((other) => cases[best].test(other)).slice(0, 3) }
}

/** Written in the same way, and not in a way that fits everything. */
const isAlike = (name: string, other: string): boolean =>
  caseNames.some((each) => cases[each].test(name) && cases[each].test(other)) &&
  /[A-Z_-]/.test(other)

/** `order-list` of `src/order-list.test.tsx`. */
const stemOf = (path: string): string => (path.split('/').at(-1) ?? '').replace(/\..*$/, '')

export function fileNames(code: TrackCode): Part {
  const isNamed = ({ path }: Source) => !isFrameworkFile(code, path) && stemOf(path) !== 'index'
  const all = code.sources('source').filter(isNamed)
  const fresh = all.filter(({ path }) => code.isNew(path))
  const before = all.filter(({ path }) => !code.isNew(path))
  // of a project that the track began, the other files tell
  const old = before.length >= fewestOthers ? before : all
  if (fresh.length === 0) return notApplicable('names', about, 'the track adds no source files')
  return holdsUnless('names', about, {
    issues: [
      ...fresh.flatMap((source) => [...badName(source, old, all), ...badPlace(source, old)]),
      ...badFolders(code),
      ...badTests(code),
    ],
    reason: `${fresh.length} new files are named and placed like the others`,
  })
}

const familyOf = (role: Role): Role => (role === 'route' ? 'module' : role)

function badName(source: Source, old: readonly Source[], all: readonly Source[]): readonly Issue[] {
  const role = familyOf(roleOf(source))
  const name = stemOf(source.path)
  const others = old.filter((other) => other !== source)
  const neighbours = others.filter(({ path }) => folderOf(path) === folderOf(source.path))
  // a folder may have a habit of its own
  if (neighbours.some(({ path }) => isAlike(name, stemOf(path)))) return []
  const isAlikeRole = (other: Source) => other !== source && familyOf(roleOf(other)) === role
  const known = old.filter(isAlikeRole)
  const alike = known.length >= fewestOthers ? known : all.filter(isAlikeRole)
  // where there are few of its kind, all files tell; but components, classes and hooks often have names of their own
  const habit =
    brokenHabit(
      name,
      alike.map(({ path }) => stemOf(path)),
    ) ??
    (role === 'module'
      ? brokenHabit(
          name,
          others.map(({ path }) => stemOf(path)),
        )
      : null)
  return habit === null
    ? []
    : [
        {
          message: `${source.path} is not named like ${habit.examples.join(', ')} (${habit.name} case)`,
          path: source.path,
          line: 1,
          fix: `rename it to ${habit.name} case`,
        },
      ]
}

/** A component among modules, or a module among components, where the project keeps them apart. */
function badPlace(source: Source, old: readonly Source[]): readonly Issue[] {
  const isComponent = (each: Source) => roleOf(each) === 'component'
  const folder = folderOf(source.path)
  const neighbours = old.filter(({ path }) => folderOf(path) === folder)
  const alike = old.filter((each) => isComponent(each) === isComponent(source))
  if (!isComponent(source) || neighbours.length < fewestOthers || alike.length < fewestOthers)
    return []
  if (neighbours.some(isComponent)) return []
  const folders = [...new Set(alike.map(({ path }) => folderOf(path)))]
  return [
    {
      message: `${source.path} is a component among files that are none; the others are in ${folders.slice(0, 3).join(', ')}`,
      path: source.path,
      line: 1,
      fix: `move it to ${folders[0] ?? 'the folder of the components'}`,
    },
  ]
}

function badFolders(code: TrackCode): readonly Issue[] {
  const before = foldersOf([...code.change.before.keys()].filter(isCode))
  const fresh = [
    ...foldersOf([...code.facts.files.keys()].filter((path) => isCode(path) && code.isNew(path))),
  ].filter((folder) => !before.has(folder))
  const names = [...before].map((folder) => folder.split('/').at(-1) ?? '').filter(isPlainName)
  return fresh.flatMap((folder): readonly Issue[] => {
    const name = folder.split('/').at(-1) ?? ''
    const habit = isPlainName(name) ? brokenHabit(name, [...new Set(names)]) : null
    return habit === null
      ? []
      : [
          {
            message: `the folder ${folder} is not named like ${habit.examples.join(', ')} (${habit.name} case)`,
            path: folder,
            fix: `rename it to ${habit.name} case`,
          },
        ]
  })
}

const isCode = (path: string): boolean =>
  /\.[cm]?[jt]sx?$/.test(path) && !/(?:^|\/)(?:node_modules|dist|build)\//.test(path)
/** `[id]`, `(group)`, `__tests__` and `.github` mean something to a tool. */
const isPlainName = (name: string): boolean => /^[a-z][\w-]*$/i.test(name)

function foldersOf(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const path of paths)
    for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) folders.add(folder)
  return folders
}

/** `.spec` where all others say `.test`: a runner may not even see it. */
function badTests(code: TrackCode): readonly Issue[] {
  const ending = (path: string) => /\.(test|spec)\.[cm]?[jt]sx?$/.exec(path)?.[1]
  const old = [...code.change.before.keys()].flatMap((path) => ending(path) ?? [])
  return [...code.facts.files.keys()].flatMap((path): readonly Issue[] => {
    const own = code.isNew(path) ? ending(path) : undefined
    if (own === undefined || old.length < fewestOthers || old.includes(own)) return []
    return [
      {
        message: `${path} ends in .${own}, all other tests in .${old[0] ?? ''}`,
        path,
        line: 1,
        fix: `rename it to .${old[0] ?? ''}`,
      },
    ]
  })
}
