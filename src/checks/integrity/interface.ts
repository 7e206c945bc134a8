import { canonical } from './canonical.ts'
import { type Change, isAsked, kindOfFile, isTestKind } from './change.ts'
import { exportsOf, type Exported } from './exports.ts'
import { moduleGraph, namedEntries } from './module-graph.ts'
import { type Family, findingGone, findingIn, type IntegrityFinding } from './rule.ts'
import { gapOf } from './settings-read.ts'
import { signatureChange } from './signature.ts'
import { lineAt, slice } from './source.ts'

/** What the project offers to others, and no longer does or offers in another shape. */
export const publicInterface: Family = {
  look: (change) => {
    const isTestsOnly = change.files.every(
      ({ kind, before }) => before === null || isTestKind(kind),
    )
    const compared = isTestsOnly ? [] : publicFiles(change).flatMap((path) => compare(change, path))
    const said = new Set<string>()
    return [...compared, ...otherEntries(change)].filter(
      ({ message }) => said.size < said.add(message).size,
    )
  },
}

/** The entries of the package; without any, every source file is open to the outside. */
function publicFiles(change: Change): readonly string[] {
  const { entries, usesOf } = moduleGraph(change, 'before')
  const own = [...entries].filter((path) => kindOfFile(path) === 'source')
  if (own.length > 0) return own
  return change.files.flatMap(({ before, kind }) =>
    before === null || kind !== 'source' || usesOf(before.path).some((use) => use.kind === 'source')
      ? []
      : [before.path],
  )
}

function compare(change: Change, path: string): readonly IntegrityFinding[] {
  const target = change.texts.find(({ oldPath }) => oldPath === path)?.path ?? path
  const now = exportsOf(change, 'after', target)
  return [...exportsOf(change, 'before', path)].flatMap(([name, old]) => {
    if (isAsked(change.asked.exports, name)) return []
    const fresh = now.get(name)
    if (fresh === undefined) return [gone(change, target, old)]
    if (old.declaration === null || fresh.declaration === null) return []
    if (canonical(old.declaration) === canonical(fresh.declaration)) return []
    const difference = signatureChange(old, fresh)
    if (difference === null) return []
    const message = `the public ${name} changed: ${difference.message}`
    const details = { ...difference, message }
    return [findingIn('signature-changed', fresh.source, fresh.declaration.start, details)]
  })
}

function gone(change: Change, path: string, { name, source, declaration }: Exported) {
  const [before, after] = [change.before.get(path) ?? '', change.after.get(path)]
  const line = declaration === null ? {} : { line: lineAt(source.text, declaration.start) }
  const place =
    after === undefined
      ? { path: source.path, ...line }
      : { path, line: lineAt(after, gapOf(before, after)) }
  return findingGone('export-removed', place, {
    message: `the public name ${name} is gone`,
    evidence: declaration === null ? name : (slice(source, declaration).split('\n')[0] ?? ''),
  })
}

/** A package file that now shows other files: the names it no longer shows. */
function otherEntries(change: Change): readonly IntegrityFinding[] {
  const path = 'package.json'
  const [before = '', text] = [change.before.get(path), change.after.get(path)]
  const isSame = namedEntries(change.before).join() === namedEntries(change.after).join()
  if (text === undefined || isSame || isAsked(change.asked.settings, path)) return []
  const shown = (side: 'before' | 'after') =>
    namedEntries(change[side]).flatMap((each) => [...exportsOf(change, side, each).keys()])
  const now = new Set(shown('after'))
  const lost = shown('before').filter(
    (name) => !now.has(name) && !isAsked(change.asked.exports, name),
  )
  if (lost.length === 0) return []
  const message = `the package no longer shows ${lost.slice(0, 5).join(', ')}`
  return [findingIn('export-removed', { path, text }, gapOf(before, text), { message })]
}
