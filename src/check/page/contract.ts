import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Workspace } from '../../ports/workspace.ts'
import type { PageContract } from '../../checks/page/page-rule.ts'
import { type AsyncResult, err, ok, usageError } from '../../model/result.ts'
import {
  type ContractPart,
  type PartRead,
  readBrandPart,
  readBriefPart,
  readCopyPart,
  readTokensPart,
  readVoicePart,
} from './contract-parts.ts'

export type ContractOptions = Readonly<Partial<Record<ContractPart, string>>>

/** What a page is held against, where that comes from, and what was found and not used. */
export type Contracted = {
  readonly contract: PageContract
  readonly sources: readonly { readonly part: ContractPart; readonly path: string }[]
  readonly notes: readonly string[]
  /** What was asked in words: before anything is looked at. */
  readonly asked: Asked
}

export type Asked = Pick<PartRead, 'brief' | 'voice' | 'visual'> & {
  readonly written: ReadonlySet<string>
  readonly palette: readonly string[]
}

type Place = { readonly path: string; readonly isAsked: boolean }

const usual: Readonly<Record<ContractPart, readonly string[]>> = {
  copy: ['copy.json'],
  tokens: ['tokens.json'],
  brief: ['BRIEF.md', 'brief.md'],
  brand: ['brand', '.moai/project/brand', '.'],
}

const mostBytes = 5_000_000

/** Reads what the page must agree with: as named, else from beside the page and the usual places. */
export async function findContract(
  workspace: Pick<Workspace, 'relative' | 'root'>,
  folder: string | null,
  options: ContractOptions,
): AsyncResult<Contracted> {
  const partReads: PartRead[] = []
  const sources: { part: ContractPart; path: string; file: string }[] = []
  const notes: string[] = []
  for (const part of ['brand', 'tokens', 'copy', 'brief'] as const) {
    const place = await placeOf(workspace, folder, part, options[part])
    if (place === null) continue
    const file = part === 'brand' ? join(place.path, 'visual-identity.md') : place.path
    const shown = workspace.relative(file)
    const read = await readPart(part, file, shown)
    if (read.ok) {
      partReads.push(read.value)
      sources.push({ part, path: shown, file })
      if (read.value.note !== undefined) notes.push(read.value.note)
    } else if (place.isAsked)
      return usageError(read.error, `correct it, or leave --${part} out`, shown)
    else notes.push(`${shown} is not used: ${read.error.split('\n')[0] ?? ''}`)
  }
  const voice = await voiceBeside(sources)
  if (voice !== null) partReads.push(voice)
  return ok({
    contract: together(partReads),
    sources: sources.toReversed().map(({ part, path }) => ({ part, path })),
    notes,
    asked: askedIn(partReads),
  })
}

/** brand-voice.md lies beside the file that shows the looks. */
async function voiceBeside(
  sources: readonly { readonly file: string }[],
): Promise<PartRead | null> {
  const visual = sources.find(({ file }) => file.endsWith('visual-identity.md'))
  if (visual === undefined) return null
  const text = await textAt(join(dirname(visual.file), 'brand-voice.md'))
  const read = text.ok ? await readVoicePart(text.value) : null
  return read?.ok === true ? read.value : null
}

const askedIn = (partReads: readonly PartRead[]): Asked => ({
  ...Object.assign(
    {},
    ...partReads.map(({ brief, voice, visual }) => ({
      ...(brief === undefined ? {} : { brief }),
      ...(voice === undefined ? {} : { voice }),
      ...(visual === undefined ? {} : { visual }),
    })),
  ),
  written: new Set(
    partReads.flatMap(({ written = [] }) => written.map((each) => each.toLowerCase())),
  ),
  palette: partReads.flatMap(({ tokens, palette }) =>
    tokens === undefined ? [] : (palette ?? []),
  ),
})

async function placeOf(
  workspace: Pick<Workspace, 'root'>,
  folder: string | null,
  part: ContractPart,
  asked: string | undefined,
): Promise<Place | null> {
  if (asked !== undefined) return { path: asked, isAsked: true }
  // what lies further up belongs to somebody else
  const places = [
    ...(folder === null ? [] : usual[part].map((name) => join(folder, name))),
    ...(part === 'brand' ? [join(workspace.root, '.moai/project/brand')] : []),
  ]
  for (const path of places) {
    const needed = part === 'brand' ? join(path, 'visual-identity.md') : path
    if ((await stat(needed).catch(() => null))?.isFile() === true) return { path, isAsked: false }
  }
  return null
}

async function readPart(
  part: ContractPart,
  path: string,
  shown: string,
): AsyncResult<PartRead, string> {
  const text = await textAt(path)
  if (!text.ok) return text
  switch (part) {
    case 'brand':
      return readBrandPart(text.value, shown)
    case 'copy':
      return readCopyPart(text.value, shown)
    case 'tokens':
      return readTokensPart(text.value, shown)
    case 'brief':
      return readBriefPart(text.value, shown)
  }
}

async function textAt(path: string): AsyncResult<string, string> {
  const stats = await stat(path).catch(() => null)
  if (stats === null || !stats.isFile()) return err('there is no such file')
  if (stats.size > mostBytes) return err(`the file is larger than ${mostBytes / 1e6} MB`)
  try {
    return ok(await readFile(path, 'utf8'))
  } catch (error) {
    return err(`it cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function together(partReads: readonly PartRead[]): PageContract {
  const palette = partReads.flatMap((each) => each.palette ?? [])
  const fonts = partReads.flatMap((each) => each.fonts ?? [])
  const sections = [...new Set(partReads.flatMap((each) => each.sections ?? []))]
  return {
    copy: partReads.find((each) => each.copy !== undefined)?.copy ?? null,
    tokens: partReads.find((each) => each.tokens !== undefined)?.tokens ?? null,
    sections: sections.length === 0 ? null : sections,
    brand: palette.length + fonts.length === 0 ? null : { palette, fonts },
  }
}

/** Copy and sections are those of the front page; the look of the brand holds for every page. */
export const contractFor = ({ contract }: Contracted, isFront: boolean): PageContract =>
  isFront ? contract : { ...contract, copy: null, sections: null }
