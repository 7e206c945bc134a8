import { isEmpty, partsOf } from './brief-parts.ts'
import { outlineOf } from './markdown-outline.ts'

export type BrandText = { readonly path: string; readonly text: string }
type Filled = { readonly text: string; readonly filled: boolean }

/** Puts the brand files below an empty Brand heading, each under a line that names its source. */
export async function fillBrand(text: string, files: readonly BrandText[]): Promise<Filled> {
  if (files.length === 0) return { text, filled: false }
  const plain = text.replaceAll(/\r\n?/g, '\n')
  const parts = await partsOf(outlineOf(plain).sections)
  if (parts.brand !== undefined && !isEmpty(parts.brand)) return { text, filled: false }
  const words = files
    .map((file) => `> source: ${file.path}\n\n${quietHeadings(file.text)}`)
    .join('\n\n')
  if (parts.brand === undefined)
    return { text: `${plain.trimEnd()}\n\n## Brand\n\n${words}\n`, filled: true }
  const lines = plain.split('\n')
  const before = lines.slice(0, parts.brand.line)
  const after = lines.slice(parts.brand.line).join('\n').replace(/^\n+/, '')
  return { text: `${before.join('\n')}\n\n${words}\n\n${after}`, filled: true }
}

/** A heading of a brand file becomes a bold line, so that it can't end the section it is put into. */
const quietHeadings = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^\uFEFF?---\n[\s\S]*?\n---(?=\n|$)/, '')
    .replaceAll(/^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*$/gm, '**$1**')
    .replaceAll(/^ {0,3}(?:=+|-{2,})[ \t]*$/gm, '')
    .trim()
