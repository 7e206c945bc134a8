import { functionsOf } from '../../../integrity/functions.ts'
import { nounOf } from '../../../openapi/operations.ts'
import { holdsUnless, notApplicable, type Part, unmet } from '../../evaluation.ts'
import type { Project } from '../project.ts'
import { plural, singular, wordsOf } from '../../../openapi/words.ts'
import { type SpecLine, specLines } from '../read-spec.ts'
import type { Route } from '../routes/route.ts'
import { type Operation, operationNames, type Operations } from './operations.ts'
import { ownTables, type Schema, tableNamed } from './schema.ts'
import { plainName } from './table.ts'

type Asked = {
  readonly entity: string
  readonly operation: Operation
  readonly line: number
  readonly text: string
}
type Context = {
  readonly project: Project
  readonly routes: readonly Route[]
  readonly schema: Schema
  readonly operations: Operations
}

/** Everything that the spec says is done with an entity is done by the code. */
export function crudPart(context: Context): Part {
  const about = 'what the spec asks to do with its entities is there'
  const asked = askedIn(context)
  if (asked.length === 0)
    return notApplicable('crud', about, 'the spec names nothing to create, read, update or delete')
  const missing = asked.filter((each) => !isDone(context, each))
  return holdsUnless('crud', about, {
    issues: missing.map(({ entity, operation, line }) => ({
      message: `no code can ${operation} a ${singular(entity)}, which the spec asks for at line ${line}`,
      path: `${context.project.facts.folder}/spec.md`,
      line,
      fix: `Add the ${operation} of ${plural(singular(entity))} down to where they are stored`,
    })),
    reason: `${asked.length} of ${asked.length} operations on ${new Set(asked.map(({ entity }) => entity)).size} entities are in the code`,
  })
}

const words: Readonly<Record<Operation, string>> = {
  create: 'creat(?:e|es|ed|ing)|add(?:s|ed|ing)?',
  read: 'read(?:s|ing)?|list(?:s|ed|ing)?|view(?:s|ed|ing)?|show(?:s|n|ing)?|fetch(?:es|ed|ing)?',
  update: 'updat(?:e|es|ed|ing)|edit(?:s|ed|ing)?|renam(?:e|es|ed|ing)|modif(?:y|ies|ied|ying)',
  delete: 'delet(?:e|es|ed|ing)|remov(?:e|es|ed|ing)',
}
const anyVerb = `(?:${Object.values(words).join('|')}|search(?:es|ed|ing)?|archiv(?:e|es|ed|ing))`
const joint = '(?:\\s*[,/]\\s*(?:and |or |& )?|\\s+(?:and|or|&)\\s+)'
const before =
  '(?:(?:a|an|the|their|his|her|its|own|new|any|one|all|each|every|single|existing|several|my|our)\\s+){0,3}'

/** The entities that the track is about: its tables, and the things of its routes. */
function entitiesOf({ project, routes, schema }: Context): readonly string[] {
  const own = new Set(project.touched)
  const tables = ownTables(schema).map(({ name }) => name)
  const things = routes
    .filter(({ source }) => own.has(source))
    .map(({ path }) => nounOf(path))
    .filter((noun) => noun !== '')
  const found = [...tables, ...things]
  return found.filter(
    (one, index) => found.findIndex((other) => plainName(other) === plainName(one)) === index,
  )
}

function askedIn(context: Context): readonly Asked[] {
  const lines = specLines(context.project.facts.spec)
  return entitiesOf(context).flatMap((entity) => {
    const name = wordsOf(entity).join('[ _-]?')
    const forms = [...new Set([name, singular(name), plural(singular(name))])].join('|')
    const found = lines.flatMap(({ text, line }) =>
      operationNames.flatMap((operation) =>
        asks(text, operation, forms) ? [{ entity, operation, line, text }] : [],
      ),
    )
    return found.filter(
      (one, index) => found.findIndex(({ operation }) => operation === one.operation) === index,
    )
  })
}

/** "create, edit and delete their notes"; "notes can be created and deleted"; "CRUD for notes". */
function asks(text: string, operation: Operation, forms: string): boolean {
  const list = `${anyVerb}(?:${joint}${anyVerb})*`
  const patterns = [
    new RegExp(`(?<list>${list})\\s+${before}(?:${forms})\\b`, 'gi'),
    new RegExp(
      `\\b(?:${forms})\\b\\s+(?:(?:can|may|must|should|will)\\s+be|are|is|get)\\s+(?<list>${list})`,
      'gi',
    ),
    new RegExp(
      `\\b(?<list>CRUD)\\b[^.]{0,30}\\b(?:${forms})\\b|\\b(?:${forms})\\b[^.]{0,20}\\b(?<other>CRUD)\\b`,
      'gi',
    ),
  ]
  return patterns.some((pattern) =>
    [...text.matchAll(pattern)].some((match) => {
      const said = match.groups?.['list'] ?? match.groups?.['other'] ?? ''
      const negated =
        /\b(?:not|never|cannot|can't|no longer|nobody|without|instead of|no)\b[^.;]*$/i.test(
          text.slice(0, match.index),
        ) || /\b(?:not|never|cannot)\b/i.test(match[0])
      // "deleting a user ends the session" speaks of a case, not of a wish
      const isCase = /^\w+ing$/i.test(said) && /\b\w+ing\b[^.]*?\s\w+s\b/i.test(text)
      return (
        !negated &&
        !isCase &&
        (/^crud$/i.test(said) || new RegExp(`\\b(?:${words[operation]})\\b`, 'i').test(said))
      )
    }),
  )
}

const verbOf: Readonly<Record<Operation, RegExp>> = {
  create: /^(?:post|put)$/,
  read: /^(?:get|all)$/,
  update: /^(?:put|patch|post)$/,
  delete: /^(?:delete|post)$/,
}
const functionVerbs: Readonly<Record<Operation, RegExp>> = {
  create: /^(?:create|add|insert|new|save|register|make|store)/i,
  read: /^(?:get|list|find|read|load|fetch|all|show|query|use|search|select)/i,
  update: /^(?:update|edit|save|change|patch|set|rename|put|modify|upsert|toggle)/i,
  delete: /^(?:delete|remove|destroy|archive|del)/i,
}

/** In the database where the entity has a table, else by a route or a function of that name. */
function isDone(
  { project, routes, schema, operations }: Context,
  { entity, operation }: Asked,
): boolean {
  const table = tableNamed(schema.tables, entity)
  if (operations.has(operation, entity)) return true
  if (
    operation === 'delete' &&
    table?.columns.some(
      ({ references }) =>
        references?.onDelete === 'cascade' && operations.has('delete', references.table),
    ) === true
  )
    return true
  const known = operationNames.filter((each) => operations.has(each, entity))
  const isKept = known.length >= (table === undefined ? 2 : 1)
  if (isKept) {
    const isSoft =
      operation === 'delete' &&
      table?.columns.some(({ name }) => /delet|archiv|removed|active/i.test(name)) === true
    return isSoft && operations.has('update', entity)
  }
  const name = plainName(entity)
  const byRoute = routes.some(({ method, path }) => {
    const parts = path.split('/').filter((part) => part !== '' && !part.includes('{'))
    if (!parts.some((part) => plainName(part) === name) || !verbOf[operation].test(method))
      return false
    // a POST that does another thing says so in its path
    return (
      method !== 'post' ||
      operation === 'create' ||
      functionVerbs[operation].test(parts.at(-1) ?? '')
    )
  })
  return (
    byRoute ||
    project.product.some((source) =>
      functionsOf(source).some(
        ({ short }) => functionVerbs[operation].test(short) && plainName(short).includes(name),
      ),
    )
  )
}

const stores =
  /^(?:pg|postgres|mysql2?|mongodb|mongoose|better-sqlite3|sqlite3?|libsql|@libsql\/client|ioredis|redis|@prisma\/client|typeorm|sequelize|knex|drizzle-orm|kysely|@supabase\/.*|@neondatabase\/.*|@planetscale\/.*|firebase(?:-admin)?|lowdb|nedb|level|keyv|@vercel\/(?:kv|postgres|blob)|@upstash\/redis|@aws-sdk\/.*|convex|@libsql\/.*|idb|dexie|localforage)$/
const kept =
  /\b(?:database|persist(?:s|ed|ence|ent)?|sqlite|postgres(?:ql)?|mysql|mongodb|redis|supabase|surviv\w+ (?:a |the )?(?:restart|reload)s?)\b/i

/** What the spec wants to be kept is not only in memory. */
export function keptPart({ project, schema }: Context): Part {
  const about = 'data is kept where the spec says'
  const line = specLines(project.facts.spec).find(isAboutKeeping)
  if (line === undefined)
    return notApplicable('kept', about, 'the spec asks for nothing to be kept')
  const isStored =
    schema.tables.length > 0 ||
    schema.unread.length > 0 ||
    [...project.packages.keys()].some((name) => stores.test(name)) ||
    project.product.some(({ text }) =>
      /\b(?:node:sqlite|bun:sqlite|writeFile|appendFile|localStorage|indexedDB|D1Database|KVNamespace|Deno\.openKv|createClient|DATABASE_URL)\b/.test(
        text,
      ),
    )
  if (isStored)
    return holdsUnless('kept', about, { issues: [], reason: 'the code has a place to keep data' })
  return unmet('kept', about, [
    {
      message: `nothing in the code keeps data beyond the process, while the spec says "${line.text}"`,
      path: `${project.facts.folder}/spec.md`,
      line: line.line,
      fix: 'Store the data in the database that the spec names',
    },
  ])
}

const isAboutKeeping = ({ text }: SpecLine): boolean =>
  kept.test(text) && !/\b(?:no|not|without|never|in[- ]memory)\b/i.test(text)
