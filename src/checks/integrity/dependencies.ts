import { isAsked, type Change } from './change.ts'
import type { IntegrityFinding } from './finding.ts'
import { moduleGraph } from './module-graph.ts'
import { isRecord, jsonObject, stringsIn } from './package-json.ts'
import { findingGone, findingIn, rulesOf, type Family } from './rule.ts'
import { offsetOf } from './settings-read.ts'

const rules = rulesOf('architecture', {
  'dependency-added': [
    'info',
    'A package was added',
    'Each package is code of others that has to be trusted and kept up to date.',
    'Do without it where a few lines do.',
  ],
  'dependency-unused': [
    'warn',
    'A package was added that nothing uses',
    'It costs trust and time and gives nothing.',
    'Take it out.',
  ],
  'dependency-loose': [
    'warn',
    'A package may come in any version or from anywhere',
    'What is built tomorrow is not what was tested today.',
    'Name a version of the registry.',
  ],
  'dependency-lowered': [
    'warn',
    'A package went back to an older version',
    'Mended faults come back.',
    'Keep the version, or have the change asked for.',
  ],
  'dependency-missing': [
    'fail',
    'A package that is used was taken out',
    'The next install breaks.',
    'Put it back.',
  ],
  'versions-forced': [
    'warn',
    'Versions of packages are forced from outside',
    'Packages run with versions they were not made for.',
    'Solve the conflict where it arises.',
  ],
  'lock-edited': [
    'warn',
    'The lock file changed and the package file did not',
    'Versions or sources came in that nobody asked for.',
    'Make the lock file anew from the package file.',
  ],
})

export const dependencies: Family = { family: 'dependencies', rules: Object.values(rules), look }

const fields = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

function look(change: Change): readonly IntegrityFinding[] {
  const packages = change.texts.filter(
    ({ path, after }) => /(?:^|\/)package\.json$/.test(path) && after !== null,
  )
  return [
    ...packages.flatMap(({ path, before, after }) =>
      compare(
        change,
        { path, text: after ?? '' },
        { was: jsonObject(before), now: jsonObject(after), isNew: before === null },
      ),
    ),
    ...locks(change),
  ]
}

type File = { readonly path: string; readonly text: string }
type Versions = {
  readonly was: Readonly<Record<string, unknown>>
  readonly now: Readonly<Record<string, unknown>>
  readonly isNew: boolean
}

const versionsIn = (own: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> =>
  new Map(fields.flatMap((field) => Object.entries(stringsIn(own[field]))))

function compare(
  change: Change,
  file: File,
  { was, now, isNew }: Versions,
): readonly IntegrityFinding[] {
  const [old, fresh] = [versionsIn(was), versionsIn(now)]
  const found: IntegrityFinding[] = []
  const report = (rule: keyof typeof rules, name: string, message: string) =>
    found.push(findingIn(rules[rule], file, offsetOf(file.text, `"${name}"`), { message }))
  for (const [name, version] of fresh) {
    const before = old.get(name)
    if (before === version || isAsked(change.asked.dependencies, name)) continue
    if (
      isLoose(version) &&
      !(before !== undefined && isLoose(before)) &&
      stringsIn(now['peerDependencies'])[name] === undefined
    )
      report('dependency-loose', name, `${name} may be ${version === '' ? 'anything' : version}`)
    else if (before === undefined && !isNew) {
      if (isUnused(change, name, now) && stringsIn(now['devDependencies'])[name] === undefined)
        report('dependency-unused', name, `nothing uses ${name}`)
      else report('dependency-added', name, `${name} ${version} was added`)
    } else if (before !== undefined && isOlder(before, version))
      report('dependency-lowered', name, `${name} went from ${before} to ${version}`)
  }
  for (const name of old.keys())
    if (!fresh.has(name) && !isAsked(change.asked.dependencies, name)) {
      const user = moduleGraph(change, 'after').usersOf(name)[0]
      if (user !== undefined)
        report('dependency-missing', 'dependencies', `${name} is still used by ${user}`)
    }
  for (const field of ['overrides', 'resolutions'])
    if (
      now[field] !== undefined &&
      JSON.stringify(now[field]) !== JSON.stringify(was[field]) &&
      !isNew &&
      !isAsked(change.asked.dependencies, field)
    )
      report('versions-forced', field, `${field} changed`)
  return found
}

/** Any version, a moving tag, or a place that is not the registry. */
const isLoose = (version: string): boolean =>
  /^(?:\*|x|latest|next|canary|)$/i.test(version.trim()) ||
  /^>=?\s*[\d.]+$/.test(version.trim()) ||
  (/^(?:git|https?|file:|link:|github|[\w-]+\/[\w-]+)/.test(version) &&
    !/#[0-9a-f]{40}$/.test(version) &&
    !version.startsWith('workspace'))

const numbersIn = (version: string): readonly number[] =>
  (/(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(version)?.slice(1) ?? []).map((each) => Number(each ?? 0))

function isOlder(before: string, now: string): boolean {
  const [old, fresh] = [numbersIn(before), numbersIn(now)]
  for (const [index, value] of old.entries()) {
    const other = fresh[index] ?? 0
    if (other !== value) return other < value
  }
  return false
}

function isUnused(change: Change, name: string, own: Readonly<Record<string, unknown>>): boolean {
  if (name.startsWith('@types/') || moduleGraph(change, 'after').usersOf(name).length > 0)
    return false
  const bare = name.split('/').at(-1) ?? name
  // tools are named in scripts and settings, under their own name or that of their program
  const scripts = Object.values(stringsIn(own['scripts'])).join(' ')
  if (scripts.includes(bare)) return false
  const isField = Object.entries(own).some(
    ([key, value]) =>
      !fields.includes(key) &&
      key !== 'scripts' &&
      JSON.stringify(isRecord(value) ? value : [value]).includes(name),
  )
  if (isField) return false
  return ![...change.after].some(
    ([path, text]) =>
      /\.(?:json|ya?ml|toml|[cm]?[jt]s)$|rc$/.test(path) &&
      !/package(?:-lock)?\.json$|lock\.ya?ml$/.test(path) &&
      (text.includes(`"${name}`) ||
        text.includes(`'${name}`) ||
        new RegExp(`\\b${bare.replace(/[^\w-]/g, '')}\\b`).test(/ya?ml$/.test(path) ? text : '')),
  )
}

const isLock = (path: string): boolean =>
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/.test(
    path,
  )

function locks(change: Change): readonly IntegrityFinding[] {
  return change.texts
    .filter(
      ({ path, before }) =>
        isLock(path) && before !== null && !isAsked(change.asked.dependencies, path),
    )
    .flatMap(({ path, after }) => {
      const folder = path.slice(0, path.lastIndexOf('/') + 1)
      const owners = change.texts.some(
        (each) =>
          /(?:^|\/)(?:package\.json|pnpm-workspace\.yaml|\.npmrc)$/.test(each.path) &&
          each.path.startsWith(folder),
      )
      if (owners) return []
      const message = after === null ? `${path} is gone` : `${path} changed and no package file did`
      return [findingGone(rules['lock-edited'], { path }, { message, evidence: '' })]
    })
}
