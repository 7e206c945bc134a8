import { isAsked, type Change } from './change.ts'
import { type Family, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { moduleGraph } from './module-graph.ts'
import { jsonObject, stringsIn } from './package-json.ts'
import { offsetOf } from './settings-read.ts'

const rules = rulesOf('architecture', {
  'dependency-added': [
    'info',
    'A package was added',
    'Each package is code of others that has to be trusted and kept up to date.',
    'Do without it where a few lines do.',
  ],
  'dependency-missing': [
    'fail',
    'A package that is used was taken out',
    'The next install breaks.',
    'Put it back.',
  ],
})

export const dependencies: Family = { family: 'dependencies', rules: Object.values(rules), look }

const fields = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

function look(change: Change): readonly IntegrityFinding[] {
  return change.texts.flatMap(({ path, before, after }) =>
    /(?:^|\/)package\.json$/.test(path) && before !== null && after !== null
      ? compare(change, { path, text: after }, { was: jsonObject(before), now: jsonObject(after) })
      : [],
  )
}

type File = { readonly path: string; readonly text: string }
type Versions = {
  readonly was: Readonly<Record<string, unknown>>
  readonly now: Readonly<Record<string, unknown>>
}

const versionsIn = (own: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> =>
  new Map(fields.flatMap((field) => Object.entries(stringsIn(own[field]))))

function compare(change: Change, file: File, { was, now }: Versions): readonly IntegrityFinding[] {
  const [old, fresh] = [versionsIn(was), versionsIn(now)]
  const asked = (name: string) => isAsked(change.asked.dependencies, name)
  const report = (rule: keyof typeof rules, name: string, message: string) =>
    findingIn(rules[rule], file, offsetOf(file.text, `"${name}"`), { message })
  const added = [...fresh]
    .filter(([name]) => !old.has(name) && !asked(name))
    .map(([name, version]) => report('dependency-added', name, `${name} ${version} was added`))
  const missing = [...old.keys()].flatMap((name) => {
    const user =
      fresh.has(name) || asked(name) ? undefined : moduleGraph(change, 'after').usersOf(name)[0]
    return user === undefined
      ? []
      : [report('dependency-missing', 'dependencies', `${name} is still used by ${user}`)]
  })
  return [...added, ...missing]
}
