import type { FormattingOptions, ParseError } from 'jsonc-parser'
import { field } from '../kit/parse.ts'
import { type AsyncResult, err, ok, type Result } from '../model/result.ts'

/** Why a file cannot be added to, with the line where it goes wrong. */
export type Unmergeable = { readonly what: string; readonly line: number }

export type JsonPath = readonly (string | number)[]

/** JSON with comments that can be changed without losing a comment or the user's layout. */
export type Jsonc = {
  readonly root: object
  /** What stands there now. */
  at(path: JsonPath): unknown
  list(name: string): Result<readonly unknown[], Unmergeable>
  /** Undefined takes it out. */
  set(path: JsonPath, value: unknown): void
  append(list: JsonPath, value: unknown): void
  text(): string
}

export async function openJsonc(before: string): AsyncResult<Jsonc, Unmergeable> {
  const { applyEdits, findNodeAtLocation, modify, parse, parseTree, printParseErrorCode } =
    await import('jsonc-parser')
  const bom = before.startsWith('\uFEFF') ? '\uFEFF' : ''
  const start = before.slice(bom.length)
  // the editor creates these files empty
  let text = start.trim() === '' ? '{}\n' : start
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const errors: ParseError[] = []
  const root: unknown = parse(text, errors, { allowTrailingComma: true })
  const [wrong] = errors
  if (wrong !== undefined) {
    const what = `it is not valid JSON with comments (${printParseErrorCode(wrong.error)})`
    return err({ what, line: lineAt(wrong.offset) })
  }
  if (typeof root !== 'object' || root === null || Array.isArray(root))
    return err({ what: 'it must hold an object', line: 1 })

  const formattingOptions = layoutOf(text)
  const change = (path: JsonPath, value: unknown, isArrayInsertion: boolean) => {
    text = applyEdits(text, modify(text, [...path], value, { formattingOptions, isArrayInsertion }))
  }
  const at = (path: JsonPath): unknown =>
    path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), parse(text))
  return ok({
    root,
    at,
    list(name) {
      const value = field(root, name)
      if (value === undefined) return ok([])
      if (Array.isArray(value)) return ok(value)
      const tree = parseTree(text, [], { allowTrailingComma: true })
      const node = tree && findNodeAtLocation(tree, [name])
      return err({ what: `"${name}" must be a list`, line: lineAt(node?.offset ?? 0) })
    },
    set: (path, value) => change(path, value, false),
    append: (list, value) => {
      if (at(list) === undefined) change(list, [value], false)
      else change([...list, -1], value, true)
    },
    text: () => bom + text,
  })
}

function layoutOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  '
  return {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 4 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
}
