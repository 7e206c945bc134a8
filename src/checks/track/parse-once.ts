import type { FileTree } from '../../model/file-tree.ts'
import { loadParser, type ParseSource, type Source } from '../integrity/source.ts'

const known = new WeakMap<FileTree, Map<string, Source | null>>()

/** Parses each file of a project once, whoever asks. */
export async function parserOf(files: FileTree): Promise<ParseSource> {
  const parse = await loadParser()
  const sources = known.get(files) ?? new Map<string, Source | null>()
  known.set(files, sources)
  return (path, text) => {
    if (files.get(path) !== text) return parse(path, text)
    const source = sources.get(path)
    if (source !== undefined) return source
    const parsed = parse(path, text)
    sources.set(path, parsed)
    return parsed
  }
}
