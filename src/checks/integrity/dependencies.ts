import { isAsked, type Change } from './change.ts'
import { jsonObject, stringsIn } from './package-json.ts'
import { type Family, findingIn } from './rule.ts'
import { offsetOf } from './settings-read.ts'

const fields = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']

const versionsIn = (text: string): ReadonlyMap<string, string> =>
  new Map(fields.flatMap((field) => Object.entries(stringsIn(jsonObject(text)[field]))))

/** Packages that the change brings; each is code of others that has to be trusted. */
export const dependencies: Family = {
  look: ({ texts, asked }: Change) =>
    texts.flatMap(({ path, before, after }) => {
      if (!/(?:^|\/)package\.json$/.test(path) || before === null || after === null) return []
      const old = versionsIn(before)
      return [...versionsIn(after)]
        .filter(([name]) => !old.has(name) && !isAsked(asked.dependencies, name))
        .map(([name, version]) =>
          findingIn('dependency-added', { path, text: after }, offsetOf(after, `"${name}"`), {
            message: `${name} ${version} was added`,
          }),
        )
    }),
}
