import type { BuiltInCheck } from './check.ts'

type Catalog = { readonly checks: readonly BuiltInCheck[] }

// loaded when first asked for: each catalog brings its own heavy parsers
const catalogs: Readonly<Record<string, () => Promise<Catalog>>> = {
  code: () => import('./code/catalog.ts'),
  configuration: () => import('./configuration/catalog.ts'),
  document: () => import('./document/catalog.ts'),
  openapi: () => import('./openapi/catalog.ts'),
}

/** The id in a command written `builtin:<id>`, or null for a command of the shell. */
export function builtinId(command: string): string | null {
  return /^builtin:\s*(\S+)$/.exec(command.trim())?.[1] ?? null
}

export async function findBuiltIn(id: string): Promise<BuiltInCheck | null> {
  const [subject = ''] = id.split('/')
  if (!Object.hasOwn(catalogs, subject)) return null
  const catalog = await catalogs[subject]?.()
  return catalog?.checks.find((check) => check.id === id) ?? null
}

export async function listBuiltIns(): Promise<readonly BuiltInCheck[]> {
  const loaded = await Promise.all(Object.values(catalogs).map((load) => load()))
  return loaded.flatMap(({ checks }) => checks)
}
