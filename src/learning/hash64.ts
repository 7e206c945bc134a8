/**
 * SipHash-2-4 (Aumasson and Bernstein, 2012) over the UTF-16 code units of a text, low byte first: a keyed hash
 * with published vectors, whose 64 bits cannot be told from fair coins without the key. The words are kept as
 * two halves of 32 bits, which is several times faster here than big integers.
 */
export type Hash64 = { readonly high: number; readonly low: number }

// the bytes 0 to 15, as in the published vectors: what makes two products differ is the salt in the text
const key = [0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c] as const

type Lanes = Int32Array & { readonly length: number }

export function hash64(text: string): Hash64 {
  const length = text.length * 2
  const state = opened()
  const whole = text.length >> 2
  for (let block = 0; block < whole; block += 1) {
    const at = block * 4
    absorb(state, units(text, at), units(text, at + 2))
  }
  const rest = text.length - whole * 4
  const low = rest >= 2 ? units(text, whole * 4) : rest === 1 ? text.charCodeAt(whole * 4) : 0
  const tail = rest === 3 ? text.charCodeAt(whole * 4 + 2) : 0
  absorb(state, low, tail | ((length & 0xff) << 24))
  return closed(state)
}

const units = (text: string, at: number) => text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16)

/** Four words of 64 bits as low and high halves in turn. */
function opened(): Lanes {
  const [k0l, k0h, k1l, k1h] = key
  return Int32Array.of(
    k0l ^ 0x70736575,
    k0h ^ 0x736f6d65,
    k1l ^ 0x6e646f6d,
    k1h ^ 0x646f7261,
    k0l ^ 0x6e657261,
    k0h ^ 0x6c796765,
    k1l ^ 0x79746573,
    k1h ^ 0x74656462,
  )
}

function absorb(v: Lanes, low: number, high: number): void {
  v[6] = lane(v, 6) ^ low
  v[7] = lane(v, 7) ^ high
  round(v)
  round(v)
  v[0] = lane(v, 0) ^ low
  v[1] = lane(v, 1) ^ high
}

function closed(v: Lanes): Hash64 {
  v[4] = lane(v, 4) ^ 0xff
  for (let turn = 0; turn < 4; turn += 1) round(v)
  return {
    low: (lane(v, 0) ^ lane(v, 2) ^ lane(v, 4) ^ lane(v, 6)) >>> 0,
    high: (lane(v, 1) ^ lane(v, 3) ^ lane(v, 5) ^ lane(v, 7)) >>> 0,
  }
}

const lane = (v: Lanes, at: number): number => v[at] ?? 0

function round(v: Lanes): void {
  add(v, 0, 2)
  rotate(v, 2, 13)
  mix(v, 2, 0)
  swap(v, 0)
  add(v, 4, 6)
  rotate(v, 6, 16)
  mix(v, 6, 4)
  add(v, 0, 6)
  rotate(v, 6, 21)
  mix(v, 6, 0)
  add(v, 4, 2)
  rotate(v, 2, 17)
  mix(v, 2, 4)
  swap(v, 4)
}

function add(v: Lanes, to: number, from: number): void {
  const low = (lane(v, to) >>> 0) + (lane(v, from) >>> 0)
  v[to] = low | 0
  v[to + 1] = (lane(v, to + 1) + lane(v, from + 1) + (low > 0xffffffff ? 1 : 0)) | 0
}

function mix(v: Lanes, to: number, from: number): void {
  v[to] = lane(v, to) ^ lane(v, from)
  v[to + 1] = lane(v, to + 1) ^ lane(v, from + 1)
}

function rotate(v: Lanes, at: number, by: number): void {
  const [low, high] = [lane(v, at), lane(v, at + 1)]
  v[at] = (low << by) | (high >>> (32 - by))
  v[at + 1] = (high << by) | (low >>> (32 - by))
}

/** Rotates by 32 bits: the halves change places. */
function swap(v: Lanes, at: number): void {
  const low = lane(v, at)
  v[at] = lane(v, at + 1)
  v[at + 1] = low
}

/** Parts joined so that different parts never give the same text. */
export function joined(parts: readonly (string | number)[]): string {
  let text = String(guarded(parts[0] ?? ''))
  for (let at = 1; at < parts.length; at += 1) text += `|${guarded(parts[at] ?? '')}`
  return text
}

const guarded = (part: string | number): string | number =>
  typeof part === 'string' && /[\\|]/.test(part) ? part.replace(/[\\|]/g, '\\$&') : part

/** The hash as a number from 0 to just below 1, by its first 53 bits. */
export const unitOf = ({ high, low }: Hash64): number => (high * 2 ** 21 + (low >>> 11)) / 2 ** 53
