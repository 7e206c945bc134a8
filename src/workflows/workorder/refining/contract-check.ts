import type { FileTree } from '../../../model/file-tree.ts'
import type { Contract } from '../order.ts'
import { compareShapes } from './compare-shapes.ts'
import { type FileApi, fileApi } from './exported-api.ts'
import type { Shape } from './export-shape.ts'
import type { ContractViolation } from './records.ts'
import { isScriptPath } from './script-path.ts'
import { posix } from 'node:path'

export type ContractQuestion = {
  readonly before: FileTree
  readonly after: FileTree
  /** What the order says must stay. */
  readonly contracts: readonly Contract[]
}

/**
 * What a change did to names that others rely on: those that other files still import without having been
 * changed themselves, those of the package's entry, and those that the order lists.
 */
export async function contractViolations({
  before,
  after,
  contracts,
}: ContractQuestion): Promise<readonly ContractViolation[]> {
  const changed = [...before]
    .filter(([path, text]) => isScriptPath(path) && after.get(path) !== text)
    .map(([path]) => path)
    .toSorted()
  const found: ContractViolation[] = []
  for (const path of changed) found.push(...(await changedFile(path, before, after)))
  for (const contract of contracts) found.push(...(await promised(contract, before, after)))
  const seen = new Map(
    found.map((each) => [JSON.stringify([each.path, each.name, each.detail]), each]),
  )
  return [...seen.values()]
}

const nothing: FileApi = { exports: new Map(), passesOn: [], imports: [] }

async function apiOf(path: string, files: FileTree): Promise<FileApi | null> {
  const text = files.get(path)
  return text === undefined ? nothing : fileApi(path, text)
}

async function changedFile(
  path: string,
  before: FileTree,
  after: FileTree,
): Promise<readonly ContractViolation[]> {
  const old = await apiOf(path, before)
  const now = await apiOf(path, after)
  // a file that cannot be read is the compiler's business
  if (old === null || now === null) return []
  const users = await importersOf(path, before, after)
  const isEntry = /^(?:src\/|lib\/)?index\.[cm]?[jt]sx?$/.test(path)
  if (users.size === 0 && !isEntry) return []
  const found: ContractViolation[] = []
  for (const [name, shape] of old.exports) {
    const user = users.get(name) ?? users.get('*')
    if (user === undefined && !isEntry) continue
    found.push(...differences({ path, name, user }, shape, now))
  }
  for (const name of now.exports.keys())
    if (!old.exports.has(name)) found.push({ path, name, kind: 'additive', detail: 'it is new' })
  return found
}

type Subject = { readonly path: string; readonly name: string; readonly user: Users | undefined }

/** A name that is gone is missed by everybody; a new form of it by those who did not change along. */
function differences(
  { path, name, user }: Subject,
  shape: Shape,
  now: FileApi,
): readonly ContractViolation[] {
  const other = now.exports.get(name)
  if (other === undefined) {
    // everything of another file may hold it
    if (now.passesOn.length > 0) return []
    const why = user === undefined ? 'it is part of the entry' : `${user.any} uses it`
    return [{ path, name, kind: 'breaking', detail: `it is exported no more, and ${why}` }]
  }
  const relies = user === undefined ? 'it is part of the entry' : `${user.untouched} uses it`
  const isRelied = user === undefined || user.untouched !== null
  return compareShapes(shape, other)
    .filter(({ kind }) => isRelied || kind === 'additive')
    .map(({ kind, detail }) => ({
      path,
      name,
      kind,
      detail: kind === 'breaking' ? `${detail}, and ${relies}` : detail,
    }))
}

/** A name that the order promises: it is there, with the signature given, or with the one it had. */
async function promised(
  { path, name, signature }: Contract,
  before: FileTree,
  after: FileTree,
): Promise<readonly ContractViolation[]> {
  const say = (detail: string): readonly ContractViolation[] => [
    { path, name, kind: 'breaking', detail },
  ]
  const now = await apiOf(path, after)
  if (now === null) return []
  const shape = now.exports.get(name)
  if (shape === undefined)
    return now.passesOn.length > 0 ? [] : say('the order promises it, and it is not exported')
  if (signature !== undefined)
    return (await isSigned(name, signature, shape)) ? [] : say(`the order promises ${signature}`)
  const old = (await apiOf(path, before))?.exports.get(name)
  if (old === undefined) return []
  return compareShapes(old, shape)
    .filter(({ kind, detail }) => kind === 'breaking' || /written as|has changed/.test(detail))
    .flatMap(({ detail }) => say(`${detail}, and the order promises it`))
}

/** A signature may be written as a declaration, as a type, or as parameters and result. */
async function isSigned(name: string, signature: string, shape: Shape): Promise<boolean> {
  const bare = signature.trim().replace(/;$/, '')
  const forms = [
    /^export\b/.test(bare) ? bare : `export ${bare}`,
    `export declare function ${name}${bare.replace(/\)\s*=>\s*/, '): ')}`,
    `export declare const ${name}: ${bare}`,
    `export declare ${bare.replace(/^export\s+/, '').replace(/^async\s+/, '')}`,
    `export declare function ${bare}`,
  ]
  for (const form of forms) {
    const api = await fileApi('signature.d.ts', form)
    const wanted = api?.exports.get(name)
    if (wanted === undefined) continue
    return isKept(wanted, shape)
  }
  // words that are no code cannot be held against code
  return true
}

function isKept(wanted: Shape, shape: Shape): boolean {
  if (wanted.kind === 'function' && shape.kind === 'function') {
    const same = compareShapes({ ...wanted, isAsync: shape.isAsync }, shape)
    return same.every(({ kind, detail }) => kind === 'additive' && !detail.includes('written as'))
  }
  return compareShapes(wanted, shape).every(({ kind }) => kind === 'additive')
}

type Users = {
  /** One file that uses the name. */
  readonly any: string
  /** One that the change left as it was; the others may have changed along. */
  readonly untouched: string | null
}

/** Which names of a file others import, and who. `*` stands for all names. */
async function importersOf(
  path: string,
  before: FileTree,
  after: FileTree,
): Promise<ReadonlyMap<string, Users>> {
  const stem = stemOf(path)
  const clue =
    posix.basename(stem) === 'index' ? posix.basename(posix.dirname(stem)) : posix.basename(stem)
  const users = new Map<string, Users>()
  const sorted = [...after].toSorted(([one], [other]) => (one < other ? -1 : 1))
  for (const [user, text] of sorted) {
    if (user === path || !isScriptPath(user) || !text.includes(clue)) continue
    const api = await fileApi(user, text)
    for (const { from, name } of api?.imports ?? []) {
      if (!leadsTo(from, user, stem)) continue
      const known = users.get(name)
      const untouched = known?.untouched ?? (before.get(user) === text ? user : null)
      users.set(name, { any: known?.any ?? user, untouched })
    }
  }
  return users
}

const stemOf = (path: string): string =>
  path.replace(/\.d\.[cm]?ts$/, '').replace(/\.(?:[cm]?[jt]s|[jt]sx)$/, '')

/** Relative, or from the root under one of the usual short names. */
function leadsTo(from: string, user: string, stem: string): boolean {
  const isRelative = from.startsWith('.')
  const isShort = /^[@~#]\//.test(from)
  const target = isRelative ? posix.join(posix.dirname(user), from) : isShort ? from.slice(2) : from
  const bare = stemOf(target)
  const candidates = bare === '.' ? ['index'] : [bare, `${bare}/index`]
  if (isRelative) return candidates.includes(stem)
  // a bare word is a package
  if (!isShort && !bare.includes('/')) return false
  return candidates.some((each) => stem === each || stem.endsWith(`/${each}`))
}
