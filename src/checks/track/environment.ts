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
  const found = new Map(named.map((name) => [name, '']))
  for (const [name, value] of proposed(files)) {
    if (value !== '') found.delete(name)
    if (/^https?:/.test(value) && URL.canParse(value))
      found.set(name, new URL(value).pathname.replace(/\/$/, ''))
  }
  return found
}
