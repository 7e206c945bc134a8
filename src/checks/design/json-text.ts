import { printParseErrorCode, visit } from 'jsonc-parser'
import { lineStarts, placeAt } from '../../kit/lines.ts'

/** What is wrong with a JSON text, and where. */
export type JsonSlip = {
  readonly pointer: string
  readonly offset: number
  readonly message: string
}

const deepest = 100
const mostSlips = 20

/**
 * Reads a text as strict JSON without building its value: reports doubled keys, and the first place
 * where the text stops being JSON. `onValue` hears where each value begins.
 */
export function scanJson(
  source: string,
  onValue: (pointer: string, offset: number) => void = () => {},
): readonly JsonSlip[] {
  // a byte order mark is no part of the value, and a blank keeps the offsets
  const text = source.replace(/^\uFEFF/, ' ')
  const slips: JsonSlip[] = []
  const keys: Map<string, number>[] = []
  let stopped = false
  let here: readonly (string | number)[] = []
  const pointer = () => here.map((key) => `/${escapeKey(String(key))}`).join('')
  const stop = (offset: number, message: string) => {
    if (!stopped) slips.push({ pointer: pointer(), offset, message })
    stopped = true
  }
  const value = (offset: number, path: readonly (string | number)[], most = deepest - 1) => {
    here = path
    if (stopped) return
    if (path.length > most) stop(offset, `nested deeper than ${deepest} levels`)
    else onValue(pointer(), offset)
  }
  const key = (name: string, offset: number, path: readonly (string | number)[]) => {
    here = [...path, name]
    const known = keys.at(-1)
    const first = known?.get(name)
    if (first === undefined) known?.set(name, offset)
    else if (!stopped && slips.length < mostSlips)
      slips.push({ pointer: pointer(), offset, message: doubled(name, text.slice(0, first)) })
  }
  try {
    visit(
      text,
      {
        onObjectBegin: (offset, ...rest) => {
          keys.push(new Map())
          value(offset, rest[3]())
        },
        onObjectEnd: () => void keys.pop(),
        onArrayBegin: (offset, ...rest) => value(offset, rest[3]()),
        onObjectProperty: (name, offset, ...rest) => key(name, offset, rest[3]()),
        onLiteralValue: (literal, offset, ...rest) => {
          value(offset, rest[3](), deepest)
          if (typeof literal === 'number' && !Number.isFinite(literal))
            stop(offset, 'the number is too large for JSON')
        },
        onError: (code, offset, length) =>
          stop(
            offset,
            `${problems[printParseErrorCode(code)] ?? 'this is no JSON'}, found ${shown(text, offset, length)}`,
          ),
      },
      { disallowComments: true },
    )
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    stop(0, `nested deeper than ${deepest} levels`)
  }
  return slips
}

const doubled = (name: string, before: string): string =>
  `the key ${JSON.stringify(name.slice(0, 60))} stands twice in one object, first on line ${placeAt(lineStarts(before), before.length).line}`

const problems: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'expected a key in double quotes, and no comma before }',
  ValueExpected: 'expected a JSON value, and no comma before ]',
  ColonExpected: 'expected a colon after the key',
  CommaExpected: 'expected a comma',
  CloseBraceExpected: 'expected a comma or }',
  CloseBracketExpected: 'expected a comma or ]',
  EndOfFileExpected: 'expected the end of the text',
  InvalidSymbol: 'expected a JSON value, or a key in double quotes',
  InvalidCommentToken: 'strict JSON has no comments',
  UnexpectedEndOfComment: 'strict JSON has no comments',
  UnexpectedEndOfString: 'a text in double quotes is never closed on its line',
  InvalidUnicode: 'expected \\u and four hexadecimal digits',
  InvalidEscapeCharacter: 'this is no escape of JSON, such as \\n',
  InvalidCharacter: 'a control character stands inside a text, not escaped',
}

const shown = (text: string, offset: number, length: number): string =>
  offset >= text.length
    ? 'the end of the text'
    : JSON.stringify(text.slice(offset, offset + Math.min(Math.max(length, 1), 20)))

/** A key as a part of a JSON pointer (RFC 6901). */
export const escapeKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')
