import { z } from 'zod'
import { utf8Of } from '../../ports/disk.ts'

/** Where the page is that a tool made, or what came instead. */
export type Found =
  | { readonly at: 'here'; readonly html: string }
  | { readonly at: 'resource'; readonly uri: string }
  | { readonly at: 'address'; readonly url: string }
  | { readonly at: 'nowhere'; readonly said: string }

const Block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  uri: z.string().optional(),
  name: z.string().optional(),
  mimeType: z.string().optional(),
  resource: z
    .looseObject({
      text: z.string().optional(),
      blob: z.string().optional(),
      mimeType: z.string().optional(),
      uri: z.string().optional(),
    })
    .optional(),
})
type Block = z.infer<typeof Block>

const Answer = z.looseObject({
  content: z.array(z.unknown()).catch([]).default([]),
  structuredContent: z.unknown().optional(),
})

// Stitch names the file of a screen `htmlCode`: its content in base64, or where to fetch it
const File = z.looseObject({
  downloadUrl: z.string().optional().catch(undefined),
  fileContentBase64: z.string().optional().catch(undefined),
})
const Screen = z.looseObject({
  html: z.string().optional().catch(undefined),
  htmlCode: File.optional().catch(undefined),
})
const list = <Item extends z.ZodType>(item: Item) => z.array(item).catch([]).default([])
const Structure = Screen.extend({
  screens: list(Screen.catch({})),
  outputComponents: list(
    z
      .looseObject({
        design: z
          .looseObject({ screens: list(Screen.catch({})) })
          .optional()
          .catch(undefined),
      })
      .catch({}),
  ),
})

/** Looks through everything a tool may answer with; the first page found is taken. */
export function findPage(result: unknown): Found {
  const answer = Answer.safeParse(result)
  if (!answer.success) return { at: 'nowhere', said: '' }
  const blocks = answer.data.content.flatMap((block) => Block.safeParse(block).data ?? [])
  return (
    inStructure(answer.data.structuredContent) ??
    first(blocks, inResource) ??
    first(blocks, ({ type, text }) => (type === 'text' ? inText(text ?? '') : null)) ??
    first(blocks, inLink) ?? { at: 'nowhere', said: textOf(blocks) }
  )
}

/** The texts of an answer, for telling what it said. */
export function saidBy(result: unknown): string {
  const answer = Answer.safeParse(result).data
  return textOf((answer?.content ?? []).flatMap((block) => Block.safeParse(block).data ?? []))
}

const textOf = (blocks: readonly Block[]) =>
  blocks.flatMap(({ type, text }) => (type === 'text' && text ? [text] : [])).join(' ')

/** A document, or a text that says it is one by its first tag; models like to put it into a fence. */
export function htmlIn(text: string): string | null {
  const bare = text.trim().replace(/^```(?:html)?[ \t]*\r?\n([\s\S]*?)\r?\n```$/i, '$1')
  return /^(?:\uFEFF|\s|<!--(?:(?!-->)[\s\S])*-->)*<(?:!doctype\s+html|html|head|body)\b/i.test(
    bare,
  )
    ? bare
    : null
}

/** Base64 of UTF-8 text; null when it is neither. */
export const decodeBlob = (blob: string): string | null => utf8Of(Buffer.from(blob, 'base64'))

export const isHtmlType = (mimeType: string | undefined): boolean =>
  /^(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(mimeType ?? '')

function inStructure(value: unknown): Found | null {
  const structure = Structure.safeParse(value)
  if (!structure.success) return null
  const { screens, outputComponents, ...top } = structure.data
  const all = [top, ...outputComponents.flatMap(({ design }) => design?.screens ?? []), ...screens]
  return first(all, ({ html, htmlCode }): Found | null => {
    if (html !== undefined && html.trim() !== '') return { at: 'here', html }
    const decoded = htmlCode?.fileContentBase64 ? decodeBlob(htmlCode.fileContentBase64) : null
    if (decoded) return { at: 'here', html: decoded }
    return htmlCode?.downloadUrl ? { at: 'address', url: htmlCode.downloadUrl } : null
  })
}

function inResource({ type, resource }: Block): Found | null {
  if (type !== 'resource' || resource === undefined) return null
  const text = resource.text ?? (resource.blob === undefined ? null : decodeBlob(resource.blob))
  if (text === null || text.trim() === '') return null
  const html = isHtmlType(resource.mimeType) ? text : htmlIn(text)
  return html === null ? null : { at: 'here', html }
}

function inText(text: string): Found | null {
  const html = htmlIn(text)
  if (html !== null) return { at: 'here', html }
  if (!text.trimStart().startsWith('{')) return null
  try {
    return inStructure(JSON.parse(text))
  } catch {
    return null
  }
}

function inLink({ type, uri, name = '', mimeType }: Block): Found | null {
  if (type !== 'resource_link' || uri === undefined) return null
  const isPage = isHtmlType(mimeType) || (mimeType === undefined && /\.html?$/i.test(name || uri))
  return isPage ? { at: 'resource', uri } : null
}

function first<Item>(items: readonly Item[], look: (item: Item) => Found | null): Found | null {
  for (const item of items) {
    const match = look(item)
    if (match !== null) return match
  }
  return null
}
