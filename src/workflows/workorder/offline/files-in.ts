import { fencedBlocks } from '../../../checks/fenced-blocks.ts'

export type GivenFile = { readonly path: string; readonly content: string }

/** ```ts src/price.ts, ```ts path=src/price.ts or ```ts title="src/price.ts" */
const pathIn = (info: string): string | null =>
  /^\S+\s+(?:(?:path|file|title)=)?["']?([\w@.-]+(?:\/[\w@.[\]-]+)*\.[A-Za-z]\w*)["']?$/.exec(
    info.trim(),
  )?.[1] ?? null

/** The files that a text contains as fenced blocks with a path; of one path the last block counts. */
export function filesIn(markdown: string): readonly GivenFile[] {
  const found = new Map<string, string>()
  for (const { info, content } of fencedBlocks(markdown)) {
    const path = pathIn(info)
    if (path !== null && !path.split('/').includes('..'))
      found.set(path, content.endsWith('\n') ? content : `${content}\n`)
  }
  return [...found].map(([path, content]) => ({ path, content }))
}
