import { stemOf } from '../impact.ts'
import { documentsIn } from './documents.ts'
import { type Drafted, type DraftInput, nothing } from './draft.ts'
import { type Packages, packagesOf, toldPackages } from './packages.ts'
import { sourceOfTruth } from './verify-sync.ts'

/** Gives packages that came a row or an item of tech-stack.md, and takes those of packages that went. */
export function draftPackages({ impact, files, before, trackId }: DraftInput): Drafted {
  const stack = sourceOfTruth(files, 'tech-stack')
  const changes = impact.flatMap((each) => {
    const [, verb = '', name = ''] = /^(adds|removes) the package (\S+)$/.exec(each.what) ?? []
    return each.kind === 'package' && name !== '' ? [{ each, verb, name }] : []
  })
  if (stack === null || changes.length === 0) return nothing
  const [was, is] = [packagesOf(before), packagesOf(files)]
  let { text } = stack
  const [done, left]: [string[], string[]] = [[], []]
  for (const { verb, name } of changes) {
    const version = is.all.get(name)
    if (verb === 'adds' && version !== undefined && !mentions(text, name)) {
      text = withPackage(text, { name, version, trackId }, was)
      done.push(`Added ${name} ${version} to ${stack.path}.`)
    } else if (verb === 'removes' && version === undefined) {
      const next = withoutPackage(text, name)
      if (next !== text) done.push(`Took ${name} out of ${stack.path}.`)
      text = next
      const at = text.split('\n').findIndex((line) => mentions(line, name))
      const isShared = [...is.all.keys()].some((other) => stemOf(other) === stemOf(name))
      if (at !== -1 && !isShared)
        left.push(`${stack.path}:${at + 1} still speaks of ${name}, which is no package any more.`)
      left.push(...stillTold(files, name))
    }
  }
  return {
    edits: text === stack.text ? new Map() : new Map([[stack.path, text]]),
    done,
    left,
    old: [],
    handled: changes.map(({ each }) => each),
  }
}

const stillTold = (files: ReadonlyMap<string, string>, name: string): readonly string[] =>
  documentsIn(files).flatMap(({ path }) =>
    toldPackages(files.get(path) ?? '')
      .filter((message) => message.name === name)
      .map(({ line }) => `${path}:${line} tells to use ${name}, which is gone.`),
  )

const escaped = (name: string): string => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const exactly = (name: string): RegExp =>
  new RegExp(String.raw`(?<![\w@/-])${escaped(name)}(?![\w/-])`, 'i')
const mentions = (text: string, name: string): boolean =>
  exactly(name).test(text) || new RegExp(String.raw`\b${escaped(stemOf(name))}\b`, 'i').test(text)

type Added = { readonly name: string; readonly version: string; readonly trackId: string }

const bullet = /^(\s*)([-*+])(\s+)(.*)$/

/** In the table or the list that names most of the packages; at the end where none does. */
function withPackage(text: string, added: Added, { all }: Packages): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = text.split(end)
  const names = [...all.keys()]
  const known = (line: string) => names.some((name) => mentions(line, name))
  const groups = Map.groupBy(
    lines.flatMap((line, at) => (/^\s*\||^[-*+]\s/.test(line) && known(line) ? [at] : [])),
    (at) => lines.findLastIndex((line, index) => index < at && /^#{1,6}\s/.test(line)),
  )
  const [best] = [...groups.values()].toSorted((one, other) => other.length - one.length)
  const last = best?.at(-1) ?? lines.findLastIndex((line) => /^\s*\|(?![\s:|-]+$)/.test(line))
  const line = lines[last] ?? ''
  if (/^\s*\|/.test(line))
    return lines.toSpliced(endOfTable(lines, last), 0, rowFor(lines, last, added)).join(end)
  if (bullet.test(line))
    return lines.toSpliced(endOfItem(lines, last), 0, itemLike(line, added)).join(end)
  return (
    text.trimEnd() + end + ['', '## Packages', '', `- ${added.name} ${added.version}`, ''].join(end)
  )
}

const endOfTable = (lines: readonly string[], at: number): number => {
  const end = lines.findIndex((line, index) => index > at && !/^\s*\|/.test(line))
  return end === -1 ? lines.length : end
}

/** Behind what is indented below it. */
const endOfItem = (lines: readonly string[], at: number): number => {
  const indent = bullet.exec(lines[at] ?? '')?.[1]?.length ?? 0
  const next = lines.findIndex(
    (line, index) => index > at && (line.trim() === '' || line.search(/\S/) <= indent),
  )
  return next === -1 ? lines.length : next
}

const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .replaceAll(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())

function rowFor(lines: readonly string[], at: number, { name, version, trackId }: Added): string {
  const rule = lines.findLastIndex((line, index) => index < at && /^\s*\|[\s:|-]+$/.test(line))
  const columns = cellsOf(lines[rule - 1] ?? '')
  const hasVersion = columns.some((column) => /version/i.test(column))
  const named = columns.findIndex((column) =>
    /package|library|choice|technology|tool|name|dependency/i.test(column),
  )
  const own = named === -1 ? Math.min(1, columns.length - 1) : named
  const ticked = (cellsOf(lines[at] ?? '')[own] ?? '').includes('`')
  const label = ticked ? `\`${name}\`` : name
  return `| ${columns
    .map((column, index) =>
      index === own
        ? hasVersion
          ? label
          : `${label} ${version}`
        : /version/i.test(column)
          ? version
          : index === 0
            ? 'Package'
            : /why|reason|purpose|notes?|rationale|description/i.test(column)
              ? `added by ${trackId}`
              : '',
    )
    .join(' | ')} |`
}

function itemLike(line: string, { name, version }: Added): string {
  const [, indent = '', mark = '-', space = ' ', said = ''] = bullet.exec(line) ?? []
  const [, label = ''] = /^(\*\*[^*]+?:?\*\*:?\s+)\S/.exec(said) ?? []
  const own =
    said.startsWith('`') || /:\s*`/.test(said) ? `\`${name}\` ${version}` : `${name} ${version}`
  return `${indent}${mark}${space}${label === '' ? '' : label.replace(/[^*:]+/, 'Package')}${own}`
}

/** Takes out rows and items that are about nothing else. */
function withoutPackage(text: string, name: string): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = text.split(end)
  const isOnly = (line: string): boolean => {
    const isRow = /^\s*\|/.test(line) && !/^\s*\|[\s:|-]+$/.test(line)
    const parts = isRow ? cellsOf(line) : [bullet.exec(line)?.[4] ?? '']
    return parts.some((part) => {
      const said =
        part
          .replace(/^\*\*[^*]+:\*\*\s*|^[^:`]{1,30}:\s+/, '')
          .split(/\s+(?:—|–|-)\s+|\s*\(|,\s+(?=for\b)/)[0] ?? ''
      const bare = said
        .replaceAll(/[*`]|\s+v?[\^~]?\d[\w.]*$/g, '')
        .trim()
        .toLowerCase()
      return bare === name.toLowerCase() || bare === stemOf(name).toLowerCase()
    })
  }
  const at = lines.findIndex(isOnly)
  if (at === -1) return text
  const until = bullet.test(lines[at] ?? '') ? endOfItem(lines, at) : at + 1
  return lines.toSpliced(at, until - at).join(end)
}
