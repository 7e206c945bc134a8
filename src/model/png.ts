import type { Box, Rgba } from './page-view.ts'

/** Packs or unpacks bytes as zlib does. Handed in, since it is not for this room to know. */
export type Zlib = (bytes: Uint8Array) => Uint8Array

/** A picture as rows of red, green, blue and alpha. */
export type Pixels = {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

const signature = [137, 80, 78, 71, 13, 10, 26, 10]

/** Reads a PNG as browsers write it: eight bits a channel, RGB or RGBA, not interlaced. Else null. */
export function decodePng(png: Uint8Array, inflate: Zlib): Pixels | null {
  if (signature.some((byte, at) => png[at] !== byte)) return null
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const packed: Uint8Array[] = []
  let [width, height, channels] = [0, 0, 0]
  for (let at = 8; at + 8 <= png.length;) {
    const length = view.getUint32(at)
    const name = String.fromCharCode(...png.subarray(at + 4, at + 8))
    if (name === 'IHDR') {
      width = view.getUint32(at + 8)
      height = view.getUint32(at + 12)
      const plain = png[at + 16] === 8 && png[at + 20] === 0
      channels = plain ? (png[at + 17] === 6 ? 4 : png[at + 17] === 2 ? 3 : 0) : 0
    } else if (name === 'IDAT') packed.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  if (channels === 0 || packed.length === 0) return null
  return unfilter(inflate(joined(packed)), width, height, channels)
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function unfilter(raw: Uint8Array, width: number, height: number, channels: number): Pixels {
  const stride = width * channels
  const rows = new Uint8Array(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)] ?? 0
    const from = y * (stride + 1) + 1
    const to = y * stride
    for (let x = 0; x < stride; x++) {
      const left = x >= channels ? (rows[to + x - channels] ?? 0) : 0
      const up = y > 0 ? (rows[to + x - stride] ?? 0) : 0
      const corner = y > 0 && x >= channels ? (rows[to + x - stride - channels] ?? 0) : 0
      rows[to + x] = (raw[from + x] ?? 0) + predicted(filter, left, up, corner)
    }
  }
  return { width, height, data: channels === 4 ? rows : withAlpha(rows, width * height) }
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter !== 4) return 0
  const guess = left + up - corner
  const [byLeft, byUp] = [Math.abs(guess - left), Math.abs(guess - up)]
  const byCorner = Math.abs(guess - corner)
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}

function withAlpha(rgb: Uint8Array, count: number): Uint8Array {
  const data = new Uint8Array(count * 4)
  for (let pixel = 0; pixel < count; pixel++) {
    data.set(rgb.subarray(pixel * 3, pixel * 3 + 3), pixel * 4)
    data[pixel * 4 + 3] = 255
  }
  return data
}

export function pixelAt({ width, data }: Pixels, x: number, y: number): Rgba {
  const at = (y * width + x) * 4
  return {
    r: data[at] ?? 0,
    g: data[at + 1] ?? 0,
    b: data[at + 2] ?? 0,
    a: (data[at + 3] ?? 255) / 255,
  }
}

/** Cuts a box out of a picture, with a margin, as far as it lies inside. Null when nothing is left. */
export function cropPixels(pixels: Pixels, box: Box, margin: number): Pixels | null {
  const left = Math.max(0, Math.floor(box.x - margin))
  const top = Math.max(0, Math.floor(box.y - margin))
  const right = Math.min(pixels.width, Math.ceil(box.x + box.width + margin))
  const bottom = Math.min(pixels.height, Math.ceil(box.y + box.height + margin))
  if (right <= left || bottom <= top) return null
  const [width, height] = [right - left, bottom - top]
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * pixels.width + left) * 4
    data.set(pixels.data.subarray(from, from + width * 4), y * width * 4)
  }
  return { width, height, data }
}

/** Writes a PNG, RGBA without filters. The same pixels give the same bytes. */
export function encodePng({ width, height, data }: Pixels, deflate: Zlib): Uint8Array {
  const raw = new Uint8Array((width * 4 + 1) * height)
  for (let y = 0; y < height; y++)
    raw.set(data.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1)
  const head = new Uint8Array(13)
  const view = new DataView(head.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  head.set([8, 6, 0, 0, 0], 8)
  return joined([
    new Uint8Array(signature),
    chunk('IHDR', head),
    chunk('IDAT', deflate(raw)),
    chunk('IEND', new Uint8Array(0)),
  ])
}

function chunk(name: string, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(body.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, body.length)
  for (let at = 0; at < 4; at++) bytes[4 + at] = name.charCodeAt(at)
  bytes.set(body, 8)
  view.setUint32(body.length + 8, checksum(bytes.subarray(4, body.length + 8)))
  return bytes
}

function checksum(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}
