import { xml } from './junit.ts'

type Item = string | { readonly text: string; readonly items: readonly string[] }

/** A part of a document that is written both as Markdown and as a page. */
export type Block =
  | { readonly type: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'list'; readonly items: readonly Item[] }
  | {
      readonly type: 'table'
      readonly caption: string
      readonly head: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }
  | { readonly type: 'diff'; readonly title: string; readonly lines: readonly string[] }

export const heading = (level: 1 | 2 | 3, text: string): Block => ({ type: 'heading', level, text })

/** A list, or a sentence where there is nothing to list. */
export const list = (items: readonly Item[], none = ''): Block =>
  items.length === 0 ? { type: 'text', text: none } : { type: 'list', items }

export const asMarkdown = (blocks: readonly Block[]): string =>
  blocks
    .filter((block) => block.type !== 'text' || block.text !== '')
    .map((block) => `${markdownOf(block)}\n`)
    .join('\n')

function markdownOf(block: Block): string {
  switch (block.type) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${block.text}`
    case 'text':
      return block.text
    case 'list':
      return block.items
        .map((item) =>
          typeof item === 'string'
            ? `- ${item}`
            : [`- ${item.text}`, ...item.items.map((each) => `  - ${each}`)].join('\n'),
        )
        .join('\n')
    case 'table':
      return [block.head, block.head.map(() => '---'), ...block.rows]
        .map((cells) => `| ${cells.map(cell).join(' | ')} |`)
        .join('\n')
    case 'diff':
      return `${block.title}\n\n\`\`\`\`diff\n${block.lines.join('\n')}\n\`\`\`\``
  }
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')

/** The same for a page, with its headings below those around it. */
export const asHtml = (blocks: readonly Block[], above = 1): string =>
  blocks
    .filter((block) => block.type !== 'text' || block.text !== '')
    .map((block) => htmlOf(block, above))
    .join('\n')

function htmlOf(block: Block, above: number): string {
  switch (block.type) {
    case 'heading': {
      const level = block.level + above
      return `<h${level}>${inline(block.text)}</h${level}>`
    }
    case 'text':
      return `<p>${inline(block.text)}</p>`
    case 'list':
      return `<ul>${block.items.map(itemOf).join('\n')}</ul>`
    case 'table':
      return tableAsHtml(block)
    case 'diff':
      return `<p>${inline(block.title)}</p>\n<pre tabindex="0">${block.lines.map(diffLine).join('\n')}</pre>`
  }
}

const itemOf = (item: Item): string =>
  typeof item === 'string'
    ? `<li>${inline(item)}</li>`
    : `<li>${inline(item.text)}<ul>${item.items.map((each) => `<li>${inline(each)}</li>`).join('')}</ul></li>`

/** For pages with such tables: on a phone each row is a block of its own, with the name of each cell above it. */
export const stackedTables = `
@media (max-width: 40rem) {
  .stack thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stack table, .stack tbody, .stack tr, .stack td { display: block; }
  .stack tr { border-top: 2px solid var(--line); padding: .5rem 0; }
  .stack td { border: 0; padding: .2rem .75rem .2rem 8.75rem; position: relative; white-space: normal; }
  .stack td:empty { display: none; }
  .stack td::before { content: attr(data-label); position: absolute; left: .75rem; color: var(--muted); font-size: .8rem; white-space: nowrap; }
}
`

/** A wide table scrolls inside its own box, which the keyboard can reach. */
export const tableAsHtml = ({
  caption,
  head,
  rows,
}: Pick<Extract<Block, { type: 'table' }>, 'caption' | 'head' | 'rows'>): string =>
  [
    `<div class="scroll stack" tabindex="0" role="region" aria-label="${xml(caption)}"><table role="table"><caption>${xml(caption)}</caption>`,
    `<thead role="rowgroup"><tr role="row">${head.map((name) => `<th scope="col" role="columnheader">${inline(name)}</th>`).join('')}</tr></thead>`,
    `<tbody role="rowgroup">${rows.map((cells) => `<tr role="row">${cells.map((each, at) => `<td role="cell" data-label="${xml(head[at] ?? '')}">${inline(each)}</td>`).join('')}</tr>`).join('\n')}</tbody></table></div>`,
  ].join('\n')

/** Code in backticks and what is strong; line breaks are text here, not attribute values. */
const inline = (text: string): string =>
  xml(text)
    .replaceAll('&#10;', '\n')
    .replaceAll(/`([^`\n]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*\n]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/^\[ \] /g, '☐ ')

const diffLine = (line: string): string =>
  line.startsWith('+')
    ? `<ins>${xml(line)}</ins>`
    : line.startsWith('-')
      ? `<del>${xml(line)}</del>`
      : xml(line)
