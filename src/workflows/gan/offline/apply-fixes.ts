import type { SiteFiles } from '../site.ts'
import type { Finding } from './ask-input.ts'

type Edit = NonNullable<Finding['fix']>['edits'][number]

export type Fixed = { readonly files: SiteFiles; readonly titles: readonly string[] }

/** Makes the repairs that findings carry, from the end of each file; of two that meet, the first. */
export function applyFixes(files: SiteFiles, findings: readonly Finding[]): Fixed {
  const taken: Edit[] = []
  const titles: string[] = []
  for (const { fix } of findings) {
    if (fix === undefined || !fix.edits.every((edit) => fits(edit, files, taken))) continue
    taken.push(...fix.edits)
    titles.push(fix.title)
  }
  return {
    files: files.map((file) => ({
      ...file,
      content: edited(
        file.content,
        taken.filter((edit) => edit.file === file.path),
      ),
    })),
    titles,
  }
}

function fits(edit: Edit, files: SiteFiles, taken: readonly Edit[]): boolean {
  const file = files.find(({ path, encoding }) => path === edit.file && encoding === 'utf8')
  if (file === undefined || edit.start > edit.end || edit.end > file.content.length) return false
  return !taken.some(
    (other) => other.file === edit.file && edit.start < other.end && other.start < edit.end,
  )
}

const edited = (content: string, edits: readonly Edit[]): string =>
  edits
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end),
      content,
    )
