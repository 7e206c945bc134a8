import { StringDecoder } from 'node:string_decoder'
import { stripVTControlCharacters } from 'node:util'

const longestLine = 8_000

/** Turns chunks into lines fit for a log: bounded, without terminal codes. */
export function splitLines(onLine: (line: string) => void) {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  const say = (line: string) => onLine(stripVTControlCharacters(line).replace(/[^\P{C}\t]/gu, ''))

  const take = (text: string) => {
    const lines = (rest + text).split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines)
      for (let start = 0; start === 0 || start < line.length; start += longestLine)
        say(line.slice(start, start + longestLine))
    // a line without end is handed on in pieces, so that memory stays bounded
    for (; rest.length > longestLine; rest = rest.slice(longestLine))
      say(rest.slice(0, longestLine))
  }
  return {
    add: (chunk: Buffer) => take(decoder.write(chunk)),
    end: () => {
      take(decoder.end())
      if (rest !== '') say(rest)
      rest = ''
    },
  }
}
