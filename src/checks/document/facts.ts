import { posix } from 'node:path'
import { oncePerProject, type Project } from '../../ports/project.ts'
import type { Exports } from './exported-names.ts'
import { isLibrarySource, readExports } from './exported-names.ts'
import type { Manifest } from './manifest.ts'
import { readManifest } from './manifest.ts'

/** What is known about the project that a document describes. */
export type Facts = {
  readonly files: readonly string[]
  readonly folders: ReadonlySet<string>
  readonly manifest: Manifest | null
  readonly exports: Exports | null
  /** The text of the project's own sources, joined; documents and tests left out. */
  readonly sources: string
  /** Every name that stands in them. */
  readonly words: ReadonlySet<string>
  /** False where some could not be read, or where the package hands on another: nothing can be said to be missing then. */
  readonly isWhole: boolean
  /** Holds files that are never published, so what is not here is nowhere. */
  readonly isWorkTree: boolean
  /** Environment variables the sources read, with the literal default where one stands beside them. */
  readonly environment: ReadonlyMap<string, string | null>
  /** The first short program of the examples folder that imports the package by its name. */
  readonly example: { readonly path: string; readonly text: string } | null
  /** The licence's short name, from package.json or the licence file. */
  readonly licence: string | null
}

const readable =
  /\.(?:[cm]?[jt]s|[jt]sx|json|ya?ml|toml|sh|py|go|rs|rb|env|example|html|css|sql)$|(?:^|\/)(?:Dockerfile|Makefile|\.env[\w.]*)$/
const notASource =
  /(?:^|\/)(?:package-lock\.json|node_modules|test|tests|__tests__|fixtures)(?:\/|$)|\.(?:test|spec|min)\./

// what npm packs from no folder; other files of a repository are published now and then
const onlyInWorkTrees = /^(?:\.gitignore|package-lock\.json|pnpm-lock\.yaml|bun\.lockb?)$/

export const gatherFacts = oncePerProject(async (project): Promise<Facts> => {
  const files = (await project.list()).slice(0, 20_000)
  const manifest = await readManifest(project)
  const { sources, isWhole } = await joinedSources(project, manifest, files)
  return {
    files,
    folders: foldersOf(files),
    manifest,
    exports: manifest ? await readExports(project, manifest, files) : null,
    sources,
    words: wordsIn(sources),
    isWhole,
    isWorkTree: files.some((file) => onlyInWorkTrees.test(file)),
    environment: environmentIn(sources),
    example: await exampleOf(project, manifest, files),
    licence: await licenceOf(project, manifest, files),
  }
})

async function exampleOf(
  project: Project,
  manifest: Manifest | null,
  files: readonly string[],
): Promise<Facts['example']> {
  if (manifest?.name === undefined) return null
  for (const path of files
    .filter((file) => /^examples?\/[^/]+\.(?:[cm]?[jt]s)$/.test(file))
    .slice(0, 10)) {
    const text = await project.read(path)
    if (
      text !== null &&
      text.length < 2_000 &&
      /['"]/.test(text) &&
      text.includes(manifest.name) &&
      !text.includes('```')
    )
      return { path, text: text.trim() }
  }
  return null
}

const mostSources = 4_000
const mostCharacters = 16_000_000
const relative = /(?:from|import|require\(|import\(|path=|export \*)\s*['"](\.{1,2}\/[^'"\n]+)['"]/g
const handedOn =
  /^export\s*\*\s*from\s*['"][^.'"]|__(?:exportStar|reExport)\([^\n]{0,40}require\(\s*['"][^.'"]|\bmodule\.exports\s*=\s*require\(\s*['"][^.'"]/m

/** All code of the project; what is built and not listed is reached from the entries that package.json names. */
async function joinedSources(
  project: Project,
  manifest: Manifest | null,
  files: readonly string[],
): Promise<Pick<Facts, 'sources' | 'isWhole'>> {
  const listed = files.filter((file) => readable.test(file) && !notASource.test(file))
  const entries = (manifest === null ? [] : entryFiles(manifest)).flatMap((file) => [
    file,
    file.replace(/(?:\.[cm]?js)?$/, '.d.ts'),
    `${file}.js`,
    `${file}/index.js`,
  ])
  const open = [
    ...listed.toSorted((a, b) => Number(isLibrarySource(b)) - Number(isLibrarySource(a))),
    ...entries,
  ]
  const known = new Set(open)
  const wanted = new Set(listed)
  const own = manifest?.name
  const parts: string[] = []
  let length = 0
  let isWhole = true
  for (let at = 0; at < open.length; at += 1) {
    const file = open[at]!
    const text = await project.read(file)
    if (text === null) isWhole &&= !wanted.has(file)
    if (text === null || notASource.test(file)) continue
    parts.push(text)
    length += text.length
    if (parts.length >= mostSources || length > mostCharacters)
      return { sources: parts.join('\n'), isWhole: false }
    // a program often has no ending
    if (!/\.[cm]?[jt]sx?$|(?:^|\/)[^./]+$/.test(file)) continue
    isWhole &&= !handedOn.test(own === undefined ? text : text.replaceAll(own, '.'))
    for (const [, specifier = ''] of text.matchAll(relative))
      for (const candidate of candidatesOf(file, specifier))
        if (!known.has(candidate)) {
          known.add(candidate)
          open.push(candidate)
        }
  }
  return { sources: parts.join('\n'), isWhole }
}

/** The files that package.json names as ways into the package. */
function entryFiles(manifest: Manifest): readonly string[] {
  const inside = (value: unknown): readonly string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).flatMap(inside)
        : []
  const named = [
    manifest.main,
    manifest.module,
    manifest.types,
    ...inside(manifest.exports),
    ...inside(manifest.bin),
  ]
  return named.flatMap((file) =>
    file === undefined || file.includes('*') ? [] : [file.replace(/^\.\//, '')],
  )
}

function candidatesOf(from: string, specifier: string): readonly string[] {
  const path = posix.join(posix.dirname(from), specifier)
  const bare = path.replace(/\.[cm]?js$/, '')
  return [
    path,
    `${path}.js`,
    `${path}.mjs`,
    `${path}.cjs`,
    `${path}.d.ts`,
    `${bare}.d.ts`,
    `${bare}.ts`,
    `${path}/index.js`,
    `${path}/index.d.ts`,
  ]
}

/** Every name the sources hold, in code, in texts and in comments. */
const wordsIn = (sources: string): ReadonlySet<string> => {
  const words = new Set<string>()
  for (const word of sources.match(/[A-Za-z_$][\w$]*(?:-[\w$]+)*/g) ?? []) {
    words.add(word)
    if (word.includes('-')) for (const part of word.split('-')) words.add(part)
  }
  return words
}

function foldersOf(files: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const file of files)
    for (let cut = file.lastIndexOf('/'); cut > 0; cut = file.lastIndexOf('/', cut - 1))
      folders.add(file.slice(0, cut))
  return folders
}

function environmentIn(sources: string): ReadonlyMap<string, string | null> {
  const result = new Map<string, string | null>()
  const reading =
    /(?:process\.env|import\.meta\.env|\benv)(?:\.([A-Z][A-Z0-9_]+)|\[['"]([A-Z][A-Z0-9_]+)['"]\])\)?\s*(?:(?:\?\?|\|\|)\s*(?:['"`]([^'"`\n]{0,80})['"`]|(\d[\d_.]*)))?/g
  for (const match of sources.matchAll(reading)) {
    const name = match[1] ?? match[2] ?? ''
    const fallback = match[3] ?? match[4]?.replaceAll('_', '') ?? null
    if (fallback !== null || !result.has(name)) result.set(name, fallback)
  }
  return result
}

const licenceTexts: readonly (readonly [RegExp, string])[] = [
  [/\bMIT License\b|Permission is hereby granted, free of charge/, 'MIT'],
  [/Apache License\s+Version 2\.0/, 'Apache-2.0'],
  [/GNU AFFERO GENERAL PUBLIC LICENSE/, 'AGPL-3.0'],
  [/GNU LESSER GENERAL PUBLIC LICENSE/, 'LGPL-3.0'],
  [/GNU GENERAL PUBLIC LICENSE\s+Version 2/, 'GPL-2.0'],
  [/GNU GENERAL PUBLIC LICENSE/, 'GPL-3.0'],
  [/Mozilla Public License/, 'MPL-2.0'],
  [/\bISC License\b/, 'ISC'],
  [/BSD 2-Clause/, 'BSD-2-Clause'],
  [/BSD 3-Clause/, 'BSD-3-Clause'],
]

async function licenceOf(
  project: Project,
  manifest: Manifest | null,
  files: readonly string[],
): Promise<string | null> {
  if (manifest?.license && !/^see /i.test(manifest.license)) return manifest.license
  const file = files.find((path) => /^(?:un)?licen[cs]e(?:\.md|\.txt)?$/i.test(path))
  const text = file === undefined ? null : await project.read(file)
  return licenceTexts.find(([pattern]) => pattern.test(text ?? ''))?.[1] ?? null
}
