import { selectAll } from 'css-select'
import type { Element } from 'domhandler'
import { parse } from 'parse5'
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter'
import { squeeze } from '../../kit/lines.ts'
import type { Found } from './found.ts'

/** The elements of a page, as it is written, that a selector means; of each an attribute or its text. */
export function findSelector(
  { selector, attribute }: { readonly selector: string; readonly attribute?: string },
  html: string,
): readonly Found[] {
  const document = parse<Htmlparser2TreeAdapterMap>(html, {
    treeAdapter: adapter,
    sourceCodeLocationInfo: true,
  })
  return selectAll<Element['parent'] & object, Element>(selector, document).map((element) => {
    const at = element.sourceCodeLocation
    const tag =
      at === null || at === undefined
        ? `<${element.name}>`
        : html.slice(at.startOffset, at.startTag?.endOffset ?? at.endOffset)
    return {
      value: attribute === undefined ? squeeze(textOf(element)) : element.attribs[attribute],
      text: tag,
      place: { selector, ...(at ? { line: at.startLine, column: at.startCol } : {}) },
    }
  })
}

const textOf = (node: { readonly children?: unknown; readonly data?: unknown }): string =>
  typeof node.data === 'string'
    ? node.data
    : Array.isArray(node.children)
      ? node.children.map(textOf).join('')
      : ''
