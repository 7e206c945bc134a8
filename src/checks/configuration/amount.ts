import type { Scalar } from './configuration.ts'

const sizes: Readonly<Record<string, number>> = {
  '': 1,
  k: 1024,
  m: 1024 ** 2,
  g: 1024 ** 3,
  t: 1024 ** 4,
}
const seconds: Readonly<Record<string, number>> = {
  ms: 0.001,
  s: 1,
  sec: 1,
  second: 1,
  m: 60,
  min: 60,
  minute: 60,
  h: 3_600,
  hour: 3_600,
  d: 86_400,
  day: 86_400,
  w: 604_800,
  week: 604_800,
}

/** 512M, 512Mi, 512 MB: bytes; null for what is no size. M, Mi and MB are one, as people use them so. */
export function bytesOf(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b?|bytes?)$/i.exec(text.trim())
  return match === null ? null : Number(match[1]) * (sizes[match[2]!.toLowerCase()] ?? 1)
}

/** 30s, 1m30s, "10 minutes": seconds; null for what is no time. */
export function secondsOf(text: string): number | null {
  const parts = [
    ...text
      .trim()
      .toLowerCase()
      .matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)/g),
  ]
  if (parts.length === 0 || parts.map(([all]) => all).join('') !== text.trim().toLowerCase())
    return null
  let sum = 0
  for (const [, amount = '', unit = ''] of parts) {
    const factor = seconds[unit] ?? seconds[unit.replace(/s$/, '')]
    if (factor === undefined) return null
    sum += Number(amount) * factor
  }
  return sum
}

/** 500m or 0.5: the part of a processor. */
const coresOf = (text: string): number | null => {
  const match = /^(\d+(?:\.\d+)?)\s*(m|cpus?|cores?)?$/i.exec(text.trim())
  return match === null ? null : Number(match[1]) * (match[2] === 'm' ? 0.001 : 1)
}

/** The number that a written amount means, by the name of its key; null where it is none. */
export function amountOf(value: Scalar, key: string): number | null {
  const text = String(value).trim()
  if (/cpu/i.test(key)) return coresOf(text)
  if (/^-?\d+(?:\.\d+)?$/.test(text)) {
    if (/(?:^|[-_])min(?:ute)?s$/i.test(key)) return Number(text) * 60
    return /(?:_ms|Ms|millis)$/.test(key) ? Number(text) / 1_000 : Number(text)
  }
  const isSize = /mem|size|storage|body|disk|shm/i.test(key)
  return isSize ? (bytesOf(text) ?? secondsOf(text)) : (secondsOf(text) ?? bytesOf(text))
}

const truth = /^(?:true|on|yes|enabled?|1)$/i
const untruth = /^(?:false|off|no|disabled?|0|none)$/i

/** Whether a setting has the value that was asked for, in whatever way the two are written. */
export function sameValue(result: Scalar, wanted: Scalar, key: string): boolean {
  const one = plain(result)
  const other = plain(wanted)
  if (one === other || one.toLowerCase() === other.toLowerCase()) return true
  if (truth.test(one) && truth.test(other)) return true
  if (untruth.test(one) && untruth.test(other)) return true
  const [left, right] = [amountOf(one, key), amountOf(other, key)]
  return left !== null && right !== null && Math.abs(left - right) < 1e-9
}

const plain = (value: Scalar): string =>
  String(value)
    .trim()
    .replace(/^["'`]|["'`]$/g, '')
    .replace(/^\.\/(?=.)/, '')
    .replace(/(?<=.)\/$/, '')

/** 16 is met by 16, 16.2, 16-alpine and 16.x, not by 160 or 15. */
export function isVersion(result: string, wanted: string): boolean {
  const bare = result.trim().replace(/^[v^~=<>\s]+/, '')
  const want = wanted.trim().replace(/^v/, '')
  return (
    bare === want ||
    (bare.startsWith(want) && /^(?:\.(?:\d|x|\*)|-|\+)/.test(bare.slice(want.length)))
  )
}
