import { extname } from 'node:path'
import {
  findNodeAtLocation,
  getNodeValue,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { isNode, isPair, type Document } from 'yaml'
import { repeatedKeys, yamlDocuments } from '../../kit/yaml.ts'
import type { Place } from '../../model/finding.ts'
import { err, ok, type Result } from '../../model/result.ts'
import { placesIn } from './found.ts'

type Path = readonly (string | number)[]

/** A text as data, with the places of its members. */
export type Data = { readonly value: unknown; readonly placeOf: (path: Path) => Place }

/** Reads JSON, YAML, TOML and `.env`; null for a text in no such format, which no path can look at. */
export function readData(path: string, text: string): Result<readonly Data[], string> | null {
  if (/(?:^|\/)\.env[\w.-]*$/.test(path)) return ok([readLines(text)])
  switch (extname(path).toLowerCase()) {
    case '.json':
    case '.jsonc':
    case '.json5':
      return readJson(text)
    case '.yaml':
    case '.yml':
      return readYaml(text)
    case '.toml':
      return attempt(() => [{ value: parseToml(text), placeOf: () => ({ line: 1 }) }])
    default:
      return /^\s*[[{]/.test(text) ? readJson(text) : null
  }
}

function readJson(text: string): Result<readonly Data[], string> {
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { allowTrailingComma: true })
  const [error] = errors
  const place = placesIn(text)
  if (tree === undefined || error !== undefined)
    return err(
      error === undefined
        ? 'it is empty'
        : `${printParseErrorCode(error.error)} on line ${place(error.offset).line}`,
    )
  const placeOf = (path: Path) => {
    for (let length = path.length; length >= 0; length -= 1) {
      const node = findNodeAtLocation(tree, path.slice(0, length))
      if (node !== undefined)
        return place(node.parent?.type === 'property' ? node.parent.offset : node.offset)
    }
    return place(0)
  }
  return ok([{ value: getNodeValue(tree), placeOf }])
}

const readYaml = (text: string): Result<readonly Data[], string> =>
  attempt(() => {
    const place = placesIn(text)
    return yamlDocuments(text).map((document) => {
      const [error] = document.errors
      const [twice] = repeatedKeys(document)
      if (error !== undefined) throw error
      if (twice !== undefined) throw new Error(`the key ${twice.key} stands twice`)
      const placeOf = (path: Path) => {
        for (let length = path.length; length > 0; length -= 1) {
          const offset = offsetAt(document, path.slice(0, length))
          if (offset !== null) return place(offset)
        }
        return place(document.contents?.range?.[0] ?? 0)
      }
      return { value: document.toJS() as unknown, placeOf }
    })
  })

/** Where a member begins: at its key, or at the item of a list. */
function offsetAt(document: Document, path: Path): number | null {
  const around = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true)
  const items: readonly unknown[] =
    typeof around === 'object' &&
    around !== null &&
    'items' in around &&
    Array.isArray(around.items)
      ? around.items
      : []
  const pair = items.find((item) => isPair(item) && String(item.key) === String(path.at(-1)))
  const node = isPair(pair) ? pair.key : items[Number(path.at(-1))]
  return isNode(node) ? (node.range?.[0] ?? null) : null
}

function readLines(text: string): Data {
  const lines = new Map<string, { readonly value: string; readonly line: number }>()
  for (const [index, line] of text.split('\n').entries()) {
    const [, name, value = ''] = /^\s*(?:export\s+)?([\w.-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    if (name !== undefined)
      lines.set(name, { value: value.replace(/^(["'])(.*)\1$/, '$2'), line: index + 1 })
  }
  return {
    value: Object.fromEntries([...lines].map(([name, { value }]) => [name, value])),
    placeOf: ([name]) => ({ line: lines.get(String(name))?.line ?? 1 }),
  }
}

function attempt(read: () => readonly Data[]): Result<readonly Data[], string> {
  try {
    return ok(read())
  } catch (error) {
    return err((error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '')
  }
}
