import type { Lines } from './lines.ts'

export type Span = { readonly start: number; readonly end: number; readonly line: number }

export type Heading = Span & {
  readonly depth: number
  readonly text: string
  readonly slug: string
  /** Index of the heading among the blocks. */
  readonly block: number
}

export type CodeBlock = Span & {
  readonly language: string
  readonly content: string
  readonly contentStart: number
  readonly closed: boolean
}

export type Link = Span & {
  readonly kind: 'link' | 'image' | 'reference' | 'definition' | 'html'
  readonly url: string
  readonly text: string
}

export type Item = Span & {
  readonly text: string
  readonly marker: string
}

export type List = Span & { readonly ordered: boolean; readonly items: readonly Item[] }
export type Row = Span & { readonly cells: readonly string[] }
export type Table = Span & { readonly rows: readonly Row[] }
export type Paragraph = Span & { readonly text: string }

export type BlockKind =
  | 'heading'
  | 'paragraph'
  | 'code'
  | 'list'
  | 'table'
  | 'quote'
  | 'html'
  | 'rule'
  | 'definition'
/** A block directly below the document, in reading order. */
export type Block = Span & { readonly kind: BlockKind; readonly text: string }

/** A heading with what stands under it. The first section has no heading. */
export type Section = {
  readonly heading: Heading | null
  /** The blocks up to the next heading of any level. */
  readonly own: readonly Block[]
  readonly start: number
  readonly ownEnd: number
  /** Up to the next heading of this or a higher level. */
  readonly end: number
  readonly children: readonly Heading[]
}

/** A Markdown text taken apart into flat lists, so that each check reads only what it needs. */
export type MarkdownDocument = {
  readonly text: string
  readonly lines: Lines
  /** As long as the text, with all but running prose blanked: offsets stay true. */
  readonly prose: string
  readonly blocks: readonly Block[]
  readonly headings: readonly Heading[]
  readonly sections: readonly Section[]
  readonly codes: readonly CodeBlock[]
  readonly inlineCodes: readonly (Span & { readonly text: string })[]
  readonly links: readonly Link[]
  readonly paragraphs: readonly Paragraph[]
  readonly lists: readonly List[]
  readonly tables: readonly Table[]
  readonly anchors: ReadonlySet<string>
  /** The footnotes that are defined. */
  readonly footnotes: ReadonlySet<string>
}

/** Blanks everything but line ends, so that offsets and lines stay as they were. */
export const blanked = (text: string): string => text.replace(/[^\n]/g, ' ')

export const wordsOf = (text: string): readonly string[] =>
  text.match(/[\p{L}\p{N}][\p{L}\p{N}'’_./-]*/gu) ?? []
