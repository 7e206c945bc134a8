/** What a requirements document is made of, as far as a drafter needs to know. */
export type Item = {
  readonly text: string
  readonly ordered: boolean
  readonly children: readonly Item[]
}

export type Block =
  | { readonly type: 'heading'; readonly level: number; readonly text: string }
  | {
      readonly type: 'paragraph'
      readonly lines: readonly string[]
      /** All in bold, as people write headings that are none. */
      readonly bold?: boolean
    }
  | { readonly type: 'list'; readonly items: readonly Item[] }
  | {
      readonly type: 'table'
      readonly header: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }
  | { readonly type: 'code'; readonly language: string; readonly lines: readonly string[] }

export const textOf = (lines: readonly string[]): string => lines.join(' ')
