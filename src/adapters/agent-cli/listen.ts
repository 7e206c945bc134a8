import { StringDecoder } from 'node:string_decoder'
import { isJsonObject } from '../../model/answer-text.ts'
import type { Dialect, Sign, Used } from './dialect.ts'

/** All that was heard of a call so far. */
export type Heard = {
  readonly session: string
  readonly model: string
  readonly turns: number
  readonly text: string
  /** Undefined where no answer in a shape came. */
  readonly output: unknown
  readonly used: Omit<Used, 'sum'> | null
  readonly denied: readonly string[]
  readonly trouble: string
  readonly isFinal: boolean
  /** Lines that are no events; what is wrong is sometimes told there. */
  readonly stray: readonly string[]
}

export const silence: Heard = {
  session: '',
  model: '',
  turns: 0,
  text: '',
  output: undefined,
  used: null,
  denied: [],
  trouble: '',
  isFinal: false,
  stray: [],
}

/** A line that is longer is dropped: an event that large says nothing we need. */
const longestLine = 4_000_000
const keptStrays = 20

/** Reads a stream of JSON lines as it comes; `look` sees what was heard after every event. */
export function listen(
  { read }: Pick<Dialect, 'read'>,
  look: (sign: Sign, heard: Heard) => void,
): { readonly add: (chunk: Buffer) => void; readonly end: () => Heard } {
  const decoder = new StringDecoder('utf8')
  let heard = silence
  let rest = ''
  let isDropping = false
  const hear = (line: string) => {
    if (line.trim() === '') return
    const event = parsed(line)
    if (event === null) {
      heard = { ...heard, stray: [...heard.stray, line.slice(0, 500)].slice(-keptStrays) }
      return
    }
    for (const sign of read(event)) {
      heard = fold(heard, sign)
      look(sign, heard)
    }
  }
  const take = (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!isDropping) hear(line)
      isDropping = false
    }
    if (rest.length <= longestLine) return
    isDropping = true
    rest = ''
  }
  return {
    add: (chunk) => take(decoder.write(chunk)),
    end() {
      take(`${decoder.end()}\n`)
      return heard
    },
  }
}

/** What was heard, and one sign more. */
export function fold(heard: Heard, sign: Sign): Heard {
  switch (sign.type) {
    case 'session':
      return { ...heard, session: sign.id || heard.session }
    case 'model':
      return { ...heard, model: sign.model || heard.model }
    case 'turn':
      return { ...heard, turns: heard.turns + 1 }
    case 'doing':
      return { ...heard, text: '' }
    case 'text':
      return { ...heard, text: sign.more === true ? heard.text + sign.text : sign.text }
    case 'output':
      return { ...heard, output: sign.output }
    case 'used': {
      const before = sign.sum ? null : heard.used
      const plus = (key: 'input' | 'output' | 'cached' | 'cacheWritten') =>
        (sign[key] ?? 0) + (before?.[key] ?? 0)
      return {
        ...heard,
        used: {
          input: plus('input'),
          output: plus('output'),
          cached: plus('cached'),
          cacheWritten: plus('cacheWritten'),
          // one part without money leaves the whole without
          costUsd:
            sign.costUsd === null || before?.costUsd === null
              ? null
              : sign.costUsd + (before?.costUsd ?? 0),
          ...(sign.models === undefined ? {} : { models: sign.models }),
        },
      }
    }
    case 'denied':
      return heard.denied.length < keptStrays
        ? { ...heard, denied: [...new Set([...heard.denied, sign.what.slice(0, 200)])] }
        : heard
    case 'trouble':
      return { ...heard, trouble: sign.message, isFinal: sign.isFinal === true }
  }
}

function parsed(line: string): Readonly<Record<string, unknown>> | null {
  if (!line.trimStart().startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(line)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}
