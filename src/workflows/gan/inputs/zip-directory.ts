import { err, ok, type Result } from '../../../model/result.ts'
import { utf8Of } from '../../../ports/disk.ts'

/** One file or folder of an archive, as its directory tells it. Nothing is unpacked yet. */
export type ZipEntry = {
  readonly name: string
  readonly isFolder: boolean
  readonly flags: number
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  /** The mode bits of Unix, or 0 where the archive has none. */
  readonly mode: number
  /** Where the packed bytes begin. */
  readonly start: number
}

/** `format` where the bytes are no archive that can be read; `security` where they are a trap. */
export type ZipError = { readonly kind: 'format' | 'security'; readonly what: string }

const format = (what: string): ZipError => ({ kind: 'format', what })
const security = (what: string): ZipError => ({ kind: 'security', what })

const marks = {
  local: 0x04034b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x07064b50,
} as const

/** Reads the directory of a ZIP archive, and holds every entry against its own header. */
export function readZipDirectory(
  bytes: Uint8Array,
  mostEntries: number,
): Result<readonly ZipEntry[], ZipError> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  if (!end.ok) return end
  const { count, size, offset, at } = end.value
  if (count > mostEntries)
    return err(security(`${count} entries; at most ${mostEntries} are allowed`))
  if (offset + size !== at)
    return err(
      security('the directory does not end where the archive says; it may be two files in one'),
    )
  const entries: (ZipEntry & { readonly header: number })[] = []
  let position = offset
  for (let index = 0; index < count; index += 1) {
    const read = readCentral(view, position, at)
    if (!read.ok) return read
    const start = checkLocal(view, read.value, offset)
    if (!start.ok) return start
    entries.push({ ...read.value, start: start.value })
    position = read.value.next
  }
  if (position !== at) return err(security('the directory holds more entries than it counts'))
  return overlapping(entries) ?? ok(entries)
}

type End = {
  readonly count: number
  readonly size: number
  readonly offset: number
  readonly at: number
}

/** The end record is the one whose comment reaches exactly to the end of the file. */
function findEnd(view: DataView): Result<End, ZipError> {
  const offsets: number[] = []
  const last = view.byteLength - 22
  for (let at = last; at >= Math.max(0, last - 0xffff); at -= 1)
    if (
      view.getUint32(at, true) === marks.end &&
      at + 22 + view.getUint16(at + 20, true) === view.byteLength
    )
      offsets.push(at)
  const [at] = offsets
  if (at === undefined) return err(format('the archive has no end record; it may be cut off'))
  if (offsets.length > 1) return err(security('the archive has two end records'))
  const short = (by: number) => view.getUint16(at + by, true)
  const long = (by: number) => view.getUint32(at + by, true)
  if (short(4) !== 0 || short(6) !== 0 || short(8) !== short(10))
    return err(format('the archive is split over several files'))
  const wide = at >= 20 && view.getUint32(at - 20, true) === marks.end64
  if (wide || short(10) === 0xffff || long(12) === 0xffffffff || long(16) === 0xffffffff)
    return err(security('the archive is a ZIP64; no bundle needs to be that large'))
  return ok({ count: short(10), size: long(12), offset: long(16), at })
}

type Central = Omit<ZipEntry, 'start'> & {
  readonly header: number
  readonly next: number
  readonly rawName: Uint8Array
}

function readCentral(view: DataView, at: number, limit: number): Result<Central, ZipError> {
  if (at + 46 > limit || view.getUint32(at, true) !== marks.central)
    return err(format('the directory is broken'))
  const short = (by: number) => view.getUint16(at + by, true)
  const long = (by: number) => view.getUint32(at + by, true)
  const [nameLength, extraLength, noteLength] = [short(28), short(30), short(32)]
  const next = at + 46 + nameLength + extraLength + noteLength
  if (next > limit) return err(format('the directory is broken'))
  const rawName = bytesAt(view, at + 46, nameLength)
  const name = utf8Of(rawName, { ignoreBOM: true })
  if (name === null) return err(security('a name is not written in UTF-8'))
  // a second name or second sizes in an extra field may tell other programs another story
  if (extraIds(view, at + 46 + nameLength, extraLength).some((id) => id === 0x7075 || id === 1))
    return err(security(`${JSON.stringify(name)} has a second name or size`))
  return ok({
    name,
    rawName,
    isFolder: name.endsWith('/'),
    flags: short(8),
    method: short(10),
    crc: long(16),
    packed: long(20),
    size: long(24),
    mode: long(38) >>> 16,
    header: long(42),
    next,
  })
}

/** The header before the bytes must tell the same as the directory. Answers where the bytes begin. */
function checkLocal(view: DataView, entry: Central, limit: number): Result<number, ZipError> {
  const { header: at, rawName, name, flags, method, packed, size, crc } = entry
  const differs = err(security(`${JSON.stringify(name)} differs between directory and header`))
  if (at + 30 > limit || view.getUint32(at, true) !== marks.local) return differs
  const short = (by: number) => view.getUint16(at + by, true)
  const long = (by: number) => view.getUint32(at + by, true)
  const start = at + 30 + short(26) + short(28)
  const sameName = sameBytes(bytesAt(view, at + 30, Math.min(short(26), limit - at - 30)), rawName)
  const later = (flags & 8) !== 0
  const sameSizes = long(14) === crc && long(18) === packed && long(22) === size
  if (!sameName || short(6) !== flags || short(8) !== method || !(later || sameSizes))
    return differs
  return start + packed > limit
    ? err(format(`${JSON.stringify(name)} reaches past the end of the archive`))
    : ok(start)
}

/** Entries that share bytes are how a small archive holds a huge one. */
function overlapping(
  entries: readonly (ZipEntry & { readonly header: number })[],
): Result<never, ZipError> | null {
  const sorted = entries.toSorted((one, other) => one.header - other.header)
  const clash = sorted.find((entry, index) => {
    const before = sorted[index - 1]
    return before !== undefined && entry.header < before.start + before.packed
  })
  return clash === undefined
    ? null
    : err(security(`${JSON.stringify(clash.name)} shares its bytes with another entry`))
}

const bytesAt = (view: DataView, at: number, length: number): Uint8Array =>
  new Uint8Array(view.buffer, view.byteOffset + at, Math.max(0, length))

const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

function extraIds(view: DataView, at: number, length: number): readonly number[] {
  const ids: number[] = []
  let position = at
  while (position + 4 <= at + length) {
    ids.push(view.getUint16(position, true))
    position += 4 + view.getUint16(position + 2, true)
  }
  return ids
}
