/**
 * The shortest plain text a simple pattern describes: literals, classes, groups, choices and
 * repeats. Look-around and back references are not understood; the caller verifies the result.
 */
export function patternSample(pattern: string): string {
  const reader = { text: pattern.slice(0, 300), at: 0 }
  return choice(reader, 0)
}

type Reader = { readonly text: string; at: number }

function choice(reader: Reader, depth: number): string {
  const first = sequence(reader, depth)
  while (reader.text[reader.at] === '|') {
    reader.at += 1
    sequence(reader, depth)
  }
  return first
}

function sequence(reader: Reader, depth: number): string {
  let made = ''
  while (reader.at < reader.text.length && !/[|)]/.test(reader.text[reader.at] ?? '')) {
    const piece = atom(reader, depth)
    made += piece.repeat(repeats(reader))
  }
  return made
}

function atom(reader: Reader, depth: number): string {
  const sign = reader.text[reader.at] ?? ''
  reader.at += 1
  if (sign === '^' || sign === '$') return ''
  if (sign === '.') return 'a'
  if (sign === '\\') return escaped(reader.text[reader.at++] ?? '')
  if (sign === '[') return classSample(reader)
  if (sign !== '(' || depth > 20) return sign
  const opening = /^\?(?::|<[A-Za-z]\w*>)/.exec(reader.text.slice(reader.at, reader.at + 40))
  reader.at += opening?.[0].length ?? 0
  const made = choice(reader, depth + 1)
  reader.at += 1
  return made
}

function escaped(sign: string): string {
  if (sign === 'd') return '1'
  if (sign === 'w') return 'a'
  if (sign === 's') return ' '
  return /[bB]/.test(sign) ? '' : sign
}

function classSample(reader: Reader): string {
  const close = reader.text.indexOf(']', reader.at + 1)
  const inner = reader.text.slice(reader.at, close < 0 ? reader.text.length : close)
  reader.at = close < 0 ? reader.text.length : close + 1
  if (inner.startsWith('^')) return /[a-z]/.test(inner) ? '1' : 'a'
  return inner.startsWith('\\') ? escaped(inner[1] ?? '') : (inner[0] ?? '')
}

function repeats(reader: Reader): number {
  const rest = reader.text.slice(reader.at, reader.at + 12)
  const counted = /^\{(\d{1,3})(?:,\d*)?\}/.exec(rest)
  const size = counted?.[0].length ?? (/^[*+?]/.test(rest) ? 1 : 0)
  const lazy = size > 0 && rest[size] === '?' ? 1 : 0
  reader.at += size + lazy
  if (counted) return Number(counted[1])
  return rest.startsWith('*') || rest.startsWith('?') ? 0 : 1
}
