import { parseEnv } from 'node:util'
import type { FileTree } from '../../model/file-tree.ts'

const example = /^(?:\.env\.(?:example|sample|template|dist|defaults)|(?:example|sample)\.env)$/
const namesAddress = /_(?:URL|URI|ENDPOINT)$/

const proposed = (files: FileTree): readonly (readonly [name: string, value: string])[] =>
  [...files]
    .filter(([path]) => example.test(path))
    .flatMap(([, text]) => Object.entries(parseEnv(text)))
    .map(([name, value = '']) => [name, value])

/** The values that a project proposes for its variables; those without one get something. */
export const exampleEnvironment = (files: FileTree): Readonly<Record<string, string>> =>
  Object.fromEntries(
    proposed(files).map(([name, value]) => [
      name,
      value || (namesAddress.test(name) ? 'http://127.0.0.1:1' : 'example'),
    ]),
  )

const source = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/
/** Stores do not speak HTTP, and the address of the application is its own. */
const notOthers =
  /DATABASE|(?:^|_)DB_|POSTGRES|MYSQL|MONGO|REDIS|AMQP|RABBIT|KAFKA|NATS|APP_URL|SITE_URL|PUBLIC_URL/

/**
 * Variables by which a project is told where another server is, with the path there. A name that is not
 * read after all does no harm.
 */
export function upstreamVariables(files: FileTree): ReadonlyMap<string, string> {
  const named = [...files]
    .filter(([path]) => source.test(path))
    .flatMap(([, text]) => text.match(/\b[A-Z][A-Z0-9_]*\b/g) ?? [])
    .filter((name) => namesAddress.test(name) && !notOthers.test(name))
  const result = new Map(named.map((name) => [name, '']))
  for (const [name, value] of proposed(files)) {
    if (value !== '') result.delete(name)
    if (/^https?:/.test(value) && URL.canParse(value))
      result.set(name, new URL(value).pathname.replace(/\/$/, ''))
  }
  return result
}

const ofFirst = /^(.*(?:ADMIN|ROOT|OWNER|SEED|DEMO|INITIAL|FIRST|STAFF|SUPER)\w*)_PASSWORD$/

/** Variables that make a first account, with values to sign in with. */
export function firstAccount(files: FileTree): {
  readonly environment: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, string>>
} | null {
  const texts = [...files].filter(([path]) => source.test(path) || example.test(path))
  const named = new Set(texts.flatMap(([, text]) => text.match(/\b[A-Z][A-Z0-9_]*\b/g) ?? []))
  const password = [...named].find((name) => ofFirst.test(name))
  if (password === undefined) return null
  const prefix = ofFirst.exec(password)?.[1] ?? ''
  const given = new Map(proposed(files))
  const value = (name: string, own: string) => given.get(name) || own
  const pairs = [
    ['email', `${prefix}_EMAIL`, 'ada.probe@example.com'],
    ['username', `${prefix}_USERNAME`, 'ada_probe'],
    ['username', `${prefix}_USER`, 'ada_probe'],
    ['password', password, 'Str0ng-Enough!pass'],
  ] as const
  const used = pairs.filter(([, name]) => named.has(name))
  return {
    environment: Object.fromEntries(used.map(([, name, own]) => [name, value(name, own)])),
    fields: Object.fromEntries(used.map(([field, name, own]) => [field, value(name, own)])),
  }
}
