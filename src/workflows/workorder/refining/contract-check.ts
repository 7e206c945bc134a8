import { type Change, readChange } from '../../../checks/integrity/change.ts'
import { type Exported, exportsOf } from '../../../checks/integrity/exports.ts'
import { filesNaming, mentionsOf, requestsOf } from '../../../checks/integrity/module-graph.ts'
import { resolveModule } from '../../../checks/integrity/modules.ts'
import { signatureChange } from '../../../checks/integrity/signature.ts'
import { isScriptPath, loadParser, type ParseSource } from '../../../checks/integrity/source.ts'
import type { FileTree } from '../../../model/file-tree.ts'
import type { Contract } from '../order.ts'
import type { ContractViolation } from './records.ts'

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
  const parse = await loadParser()
  const change = readChange({ before, after }, parse)
  const changed = [...before]
    .filter(([path, text]) => isScriptPath(path) && after.get(path) !== text)
    .map(([path]) => path)
    .toSorted()
  const violations = [
    ...changed.flatMap((path) => changedFile(change, path)),
    ...contracts.flatMap((contract) => promised(change, contract, parse)),
  ]
  const unique = new Map(
    violations.map((each) => [JSON.stringify([each.path, each.name, each.detail]), each]),
  )
  return [...unique.values()]
}

type Names = ReadonlyMap<string, Exported>

/** What a file exports; null where it cannot be read, or passes on names that nobody can list. */
function namesIn(change: Change, side: 'before' | 'after', path: string): Names | null {
  if (!change[side].has(path)) return new Map()
  const source = change.source(side, path)
  // a file that cannot be read is the compiler's business; what `module.exports` holds is only known when it runs
  if (source === null || source.broken || !source.module.hasModuleSyntax) return null
  const names = exportsOf(change, side, path)
  return [...names.keys()].some((name) => name.startsWith('* from ')) ? null : names
}

function changedFile(change: Change, path: string): readonly ContractViolation[] {
  const [old, now] = [namesIn(change, 'before', path), namesIn(change, 'after', path)]
  if (old === null || now === null) return []
  const users = usersOf(change, path)
  const isEntry = /^(?:src\/|lib\/)?index\.[cm]?[jt]sx?$/.test(path)
  if (users.size === 0 && !isEntry) return []
  const fresh = [...now.keys()]
    .filter((name) => !old.has(name))
    .map((name) => ({ path, name, kind: 'additive' as const, detail: 'it is new' }))
  const others = [...old].flatMap(([name, was]): readonly ContractViolation[] => {
    const user = users.get(name) ?? users.get('*')
    if (user === undefined && !isEntry) return []
    const [any, untouched] =
      user === undefined
        ? ['it is part of the entry', 'it is part of the entry']
        : [`${user.any} uses it`, user.untouched === null ? null : `${user.untouched} uses it`]
    const is = now.get(name)
    // a name that is gone is missed by everybody, a new form of it by those who did not change along
    if (is === undefined)
      return [{ path, name, kind: 'breaking', detail: `it is exported no more, and ${any}` }]
    const difference = signatureChange(was, is)
    if (difference === null || untouched === null) return []
    const kind = difference.severity === 'error' ? 'breaking' : 'additive'
    return [{ path, name, kind, detail: `${difference.message}, and ${untouched}` }]
  })
  return [...others, ...fresh]
}

/** A name that the order promises: it is there, with the signature given, or with the one it had. */
function promised(
  change: Change,
  { path, name, signature, standing }: Contract,
  parse: ParseSource,
): readonly ContractViolation[] {
  if (standing === true && namesIn(change, 'before', path)?.has(name) !== true) return []
  const say = (detail: string): readonly ContractViolation[] => [
    { path, name, kind: 'breaking', detail },
  ]
  const names = namesIn(change, 'after', path)
  if (names === null) return []
  const now = names.get(name)
  if (now === undefined) return say('the order promises it, and it is not exported')
  const wanted =
    signature === undefined
      ? exportsOf(change, 'before', path).get(name)
      : signed(name, signature, parse)
  const difference = wanted === undefined ? null : signatureChange(wanted, now)
  if (difference === null) return []
  return say(`${difference.message}, and the order promises ${signature ?? 'it'}`)
}

/** A signature may be written as a declaration, as a type, or as parameters and result; other words hold nothing. */
function signed(name: string, signature: string, parse: ParseSource): Exported | undefined {
  const bare = signature.trim().replace(/;$/, '')
  const forms = [
    `${bare.replace(/^(?!export\b)/, 'export ')} {}`,
    `export function ${name}${bare.replace(/\)\s*=>\s*/, '): ')} {}`,
    `export function ${bare} {}`,
    `export const ${name}: ${bare} = null`,
  ]
  for (const form of forms) {
    const path = 'signature.ts'
    const change = readChange({ before: new Map(), after: new Map([[path, form]]) }, parse)
    const wanted = namesIn(change, 'after', path)?.get(name)
    if (wanted !== undefined && wanted.declaration !== null) return wanted
  }
  return undefined
}

type Users = {
  /** One file that uses the name. */
  readonly any: string
  /** One that the change left as it was; the others may have changed along. */
  readonly untouched: string | null
}

/** Which names of a file others import, and who. `*` stands for all names. */
function usersOf(change: Change, path: string): ReadonlyMap<string, Users> {
  const { before, after } = change
  const users = new Map<string, Users>()
  for (const user of filesNaming(after, mentionsOf(path)).toSorted()) {
    const source = user === path ? null : change.source('after', user)
    for (const [request, name] of source === null ? [] : requestsOf(source)) {
      const target = resolveModule(after, user, request) ?? resolveModule(before, user, request)
      if (target !== path) continue
      const known = users.get(name)
      const untouched = known?.untouched ?? (before.get(user) === after.get(user) ? user : null)
      users.set(name, { any: known?.any ?? user, untouched })
    }
  }
  return users
}
