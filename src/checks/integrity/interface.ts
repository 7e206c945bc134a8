import { canonical } from './canonical.ts'
import { type Change, isAsked, kindOfFile } from './change.ts'
import { exportsOf, type Exported } from './exports.ts'
import { type Family, findingGone, findingIn, type IntegrityFinding, rulesOf } from './rule.ts'
import { filesNaming, mentionsOf, moduleGraph, namedEntries, requestsOf } from './module-graph.ts'
import { resolveModule } from './modules.ts'
import { gapOf } from './settings-read.ts'
import { signatureChange } from './signature.ts'
import { lineAt } from './source.ts'

const rules = rulesOf('architecture', {
  'export-removed': [
    'fail',
    'A public name is gone',
    'Everybody who imports it breaks.',
    'Keep the name, or have the change asked for.',
  ],
  'signature-changed': [
    'fail',
    'A public function or type has another shape',
    'Callers that were right are wrong now.',
    'Keep the shape, or have the change asked for.',
  ],
  'import-broken': [
    'fail',
    'A file imports a name that is gone',
    'It no longer builds or runs.',
    'Import what is there, or put the name back.',
  ],
})

export const publicInterface: Family = { family: 'interface', rules: Object.values(rules), look }

function look(change: Change): readonly IntegrityFinding[] {
  const isTestsOnly = change.files.every(
    ({ kind, before }) => before === null || kind === 'test' || kind === 'support',
  )
  if (isTestsOnly) return otherEntries(change)
  const entries = publicFiles(change)
  const changed = new Set(change.files.map(({ path }) => path))
  const removedFiles = new Set(
    change.files.filter(({ after }) => after === null).map(({ path }) => path),
  )
  return [
    ...entries.flatMap((path) => compare(change, path)),
    ...otherEntries(change),
    ...brokenImports(change, changed, removedFiles),
  ].filter(
    (finding, index, list) => list.findIndex((each) => each.message === finding.message) === index,
  )
}

/** The entries of the package; without any, every source file is open to the outside. */
function publicFiles(change: Change): readonly string[] {
  const { entries } = moduleGraph(change, 'before')
  const own = [...entries].filter((path) => kindOfFile(path) === 'source')
  if (own.length > 0) return own
  const { usesOf } = moduleGraph(change, 'before')
  return change.files.flatMap(({ before, kind }) =>
    before === null || kind !== 'source' || usesOf(before.path).some((use) => use.kind === 'source')
      ? []
      : [before.path],
  )
}

function compare(change: Change, path: string): readonly IntegrityFinding[] {
  const was = exportsOf(change, 'before', path)
  const moved = change.texts.find(({ oldPath }) => oldPath === path)
  const target = moved?.path ?? path
  const now = exportsOf(change, 'after', target)
  return [...was].flatMap(([name, old]): readonly IntegrityFinding[] => {
    if (isAsked(change.asked.exports, name)) return []
    const fresh = now.get(name)
    if (fresh === undefined) return [gone(name, old, { path: target, change })]
    if (
      old.declaration === null ||
      fresh.declaration === null ||
      canonical(old.declaration) === canonical(fresh.declaration)
    )
      return []
    const what = signatureChange(old, fresh)
    if (what === null) return []
    const message = `the public ${name} changed: ${what.message}`
    return [
      findingIn(rules['signature-changed'], fresh.source, fresh.declaration.start, {
        message,
        severity: what.severity,
      }),
    ]
  })
}

function gone(
  name: string,
  old: Exported,
  { path, change }: { readonly path: string; readonly change: Change },
): IntegrityFinding {
  const line = old.declaration === null ? undefined : lineAt(old.source.text, old.declaration.start)
  const where = change.after.has(path)
    ? {
        path,
        line: lineAt(
          change.after.get(path) ?? '',
          gapOf(change.before.get(path) ?? '', change.after.get(path) ?? ''),
        ),
      }
    : { path: old.source.path, ...(line === undefined ? {} : { line }) }
  const evidence =
    old.declaration === null
      ? name
      : (old.source.text.slice(old.declaration.start, old.declaration.start + 120).split('\n')[0] ??
        '')
  return findingGone(rules['export-removed'], where, {
    message: `the public name ${name} is gone`,
    evidence,
  })
}

/** A package file that now shows other files: the names it no longer shows. */
function otherEntries(change: Change): readonly IntegrityFinding[] {
  const text = change.after.get('package.json')
  if (
    text === undefined ||
    text === change.before.get('package.json') ||
    isAsked(change.asked.settings, 'package.json')
  )
    return []
  const shown = (side: 'before' | 'after') =>
    new Set(namedEntries(change[side]).flatMap((path) => [...exportsOf(change, side, path).keys()]))
  const now = shown('after')
  const isSame = namedEntries(change.before).join() === namedEntries(change.after).join()
  const lost = isSame
    ? []
    : [...shown('before')].filter((name) => !now.has(name) && !isAsked(change.asked.exports, name))
  if (lost.length === 0) return []
  const message = `the package no longer shows ${lost.slice(0, 5).join(', ')}`
  return [
    findingIn(
      rules['export-removed'],
      { path: 'package.json', text },
      gapOf(change.before.get('package.json') ?? '', text),
      { message },
    ),
  ]
}

/** Imports of the new tree that name what their file no longer has. */
function brokenImports(
  change: Change,
  changed: ReadonlySet<string>,
  removed: ReadonlySet<string>,
): readonly IntegrityFinding[] {
  const lostNames = new Map<string, ReadonlySet<string>>()
  for (const { before, after, path } of change.files) {
    if (before === null) continue
    const now = after === null ? new Map<string, Exported>() : exportsOf(change, 'after', path)
    const lost = [...exportsOf(change, 'before', before.path).keys()].filter(
      (name) => !now.has(name),
    )
    if (lost.length > 0 || removed.has(path)) lostNames.set(before.path, new Set(lost))
  }
  if (lostNames.size === 0) return []
  const users = new Set(
    [...lostNames.keys()].flatMap((path) => filesNaming(change.after, mentionsOf(path))),
  )
  return [...users].flatMap((path) => {
    const source = change.source('after', path)
    if (source === null) return []
    for (const [request, name] of requestsOf(source)) {
      const target =
        resolveModule(change.after, path, request) ??
        (request.startsWith('.') ? resolveModule(change.before, path, request) : null)
      const lost = target === null ? undefined : lostNames.get(target)
      const isGone =
        target !== null && !change.after.has(target) && (changed.has(path) || removed.has(target))
      if (lost === undefined || !(lost.has(name) || isGone)) continue
      const message = `${path} imports ${name === '*' || name === '' ? request : name}, which is gone`
      return [
        findingIn(rules['import-broken'], source, Math.max(0, source.text.indexOf(request)), {
          message,
        }),
      ]
    }
    return []
  })
}
