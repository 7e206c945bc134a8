import type { FileTree } from '../../../model/file-tree.ts'
import type { Impact } from '../impact.ts'
import { affectedDocuments, documentsIn, isArchive } from './documents.ts'
import type { Drafted, DraftInput } from './draft.ts'
import { draftModels } from './draft-models.ts'
import { draftPackages } from './draft-packages.ts'
import { draftPrices } from './draft-prices.ts'

export type DraftedSync = {
  readonly edits: readonly { readonly path: string; readonly text: string }[]
  /** What was done and what needs a reader, in sentences. */
  readonly done: readonly string[]
  readonly left: readonly string[]
}

/** Edits of the business documents that have one right answer; no model is asked. */
export function draftSync(input: DraftInput): DraftedSync {
  let files = new Map(input.files)
  const drafted = [draftPrices, draftModels, draftPackages].map((draft): Drafted => {
    const result = draft({ ...input, files })
    files = new Map([...files, ...result.edits])
    return result
  })
  const notes = superseded(
    input,
    drafted.flatMap(({ old }) => old),
  )
  const edits = new Map([...drafted.flatMap((each) => [...each.edits]), ...notes])
  const handled = new Set(drafted.flatMap((each) => each.handled))
  return {
    edits: [...edits].map(([path]) => ({ path, text: notes.get(path) ?? files.get(path) ?? '' })),
    done: [
      ...drafted.flatMap(({ done }) => done),
      ...[...notes.keys()].map((path) => `Noted in ${path} that it is superseded.`),
    ],
    left: [
      ...drafted.flatMap(({ left }) => left),
      ...input.impact
        .filter((each) => !handled.has(each) && !isNamed(each, files))
        .map((each) => unhandled(each, input.files)),
    ],
  }
}

/** Whether a document names the value by now that the spec asks for. */
const isNamed = ({ value }: Impact, files: FileTree): boolean =>
  value !== undefined &&
  documentsIn(files).some(({ path }) => /\.mdx?$/.test(path) && files.get(path)?.includes(value))

function unhandled(impact: Impact, files: FileTree): string {
  const { what, path, line } = impact
  const documents = affectedDocuments([impact], files).map((each) => each.path)
  const where = line === undefined ? path : `${path}:${line}`
  return documents.length === 0
    ? `${where} ${what}; no business document is there to follow.`
    : `${where} ${what}; read whether ${documents.join(', ')} must follow.`
}

/** Notes on top of archives that state a value which holds no longer. */
function superseded(
  { files, trackId }: DraftInput,
  old: Drafted['old'],
): ReadonlyMap<string, string> {
  return new Map(
    [...files].flatMap(([path, text]) => {
      const isOwn = path.includes(`/${trackId}/`)
      if (
        !path.endsWith('.md') ||
        isOwn ||
        !isArchive(path, files) ||
        /^.{0,5}superseded\b/im.test(text)
      )
        return []
      const now = old.filter(({ isStated }) => isStated(text)).map((each) => each.now)
      const [front = ''] = /^---\r?\n[\s\S]*?\r?\n---\r?\n/.exec(text) ?? []
      const note = `> **Superseded** by ${trackId}: ${now.join('; ')}.\n\n`
      return now.length === 0 ? [] : [[path, front + note + text.slice(front.length)] as const]
    }),
  )
}
