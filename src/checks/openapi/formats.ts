import { oneEditApart } from './words.ts'

type Format = { readonly test: RegExp; readonly sample: string }

const formats: Readonly<Record<string, Format>> = {
  date: { test: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, sample: '2026-01-15' },
  'date-time': {
    test: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:?\d\d)$/,
    sample: '2026-01-15T09:30:00Z',
  },
  time: {
    test: /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:?\d\d)?$/,
    sample: '09:30:00Z',
  },
  duration: { test: /^P(?!$)[\dYMWDTHS.,]+$/, sample: 'PT30M' },
  email: { test: /^[^\s@]+@[^\s@]+$/, sample: 'ada@example.com' },
  uuid: {
    test: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
    sample: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
  },
  uri: { test: /^[a-z][a-z0-9+.-]*:\S+$/i, sample: 'https://example.com/resource' },
  url: { test: /^[a-z][a-z0-9+.-]*:\S+$/i, sample: 'https://example.com/resource' },
  ipv4: { test: /^(?:\d{1,3}\.){3}\d{1,3}$/, sample: '192.0.2.1' },
  ipv6: { test: /^[0-9a-f:.]{2,45}$/i, sample: '2001:db8::1' },
  hostname: { test: /^[a-z0-9.-]{1,253}$/i, sample: 'api.example.com' },
}

export const formatNames: readonly string[] = Object.keys(formats)

/** Why a text does not have the format, or null where it has or the format is not known. */
export function formatProblem(format: string, value: string): string | null {
  const known = Object.hasOwn(formats, format) ? formats[format] : undefined
  if (known === undefined || (value.length < 2_000 && known.test.test(value))) return null
  return `${JSON.stringify(value.slice(0, 40))} is not a ${format}`
}

export const formatSample = (format: string): string | null =>
  Object.hasOwn(formats, format) ? (formats[format]?.sample ?? null) : null

const numberFormats = [
  'int32',
  'int64',
  'float',
  'double',
  'decimal',
  'int8',
  'int16',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
]
const stringFormats = [
  ...Object.keys(formats),
  ...`byte binary password base64url char commonmark html http-date idn-email idn-hostname iri iri-reference
  json-pointer media-range regex relative-json-pointer sf-binary sf-boolean sf-string sf-token uri-reference
  uri-template decimal decimal128 double-int int64 unixtime`.split(/\s+/),
]

/** The kind of value a format is for, or null for formats nobody standardised. */
export function formatKind(format: string): 'number' | 'string' | 'both' | null {
  const number = numberFormats.includes(format)
  const text = stringFormats.includes(format)
  if (number && text) return 'both'
  if (number) return 'number'
  return text ? 'string' : null
}

/** The standard format that was probably meant by a misspelt one. */
export function meantFormat(format: string): string | null {
  if (formatKind(format) !== null) return null
  const bare = format.toLowerCase().replace(/[^a-z0-9]/g, '')
  const aliases: Readonly<Record<string, string>> = {
    datetime: 'date-time',
    guid: 'uuid',
    mail: 'email',
    int: 'int32',
    integer: 'int32',
    long: 'int64',
  }
  const alias = Object.hasOwn(aliases, bare) ? aliases[bare] : undefined
  if (alias !== undefined) return alias
  return (
    [...stringFormats, ...numberFormats].find((known) =>
      oneEditApart(bare, known.replaceAll('-', '')),
    ) ?? null
  )
}
