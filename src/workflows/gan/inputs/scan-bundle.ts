import type { BundleLimits } from './bundle-limits.ts'
import type { ZipEntry } from './zip-directory.ts'

const executables =
  /\.(?:sh|bash|zsh|fish|exe|com|scr|msi|dll|so|dylib|bat|cmd|ps1|psm1|vbs|wsf|hta|lnk|py|pyc|rb|pl|php|jar|app|deb|rpm|apk)$/i
const archives =
  /\.(?:zip|tar|gz|tgz|bz2|tbz2|xz|txz|zst|lz|lzma|7z|rar|cab|iso|dmg|war|ear|svgz)$/i
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const control = /[\u0000-\u001f\u007f]/

/** What is wrong with the entries of an archive, before a single byte is unpacked. */
export const scanEntries = (
  entries: readonly ZipEntry[],
  limits: BundleLimits,
): readonly string[] => [
  ...entries.flatMap((entry) => entryComplaints(entry, limits)),
  ...clashes(entries),
  ...sizeComplaints(entries, limits),
]

function entryComplaints(entry: ZipEntry, limits: BundleLimits): readonly string[] {
  const { name, flags, method, mode, size, packed, isFolder } = entry
  const say = (what: string): string => `${JSON.stringify(name.slice(0, 80))} ${what}`
  const kind = mode & 0xf000
  const named = nameComplaint(name)
  return [
    ...(named === null ? [] : [say(named)]),
    ...(kind === 0xa000 ? [say('is a symbolic link')] : []),
    ...(kind !== 0 && kind !== 0xa000 && kind !== 0x8000 && kind !== 0x4000
      ? [say('is a device, a pipe or a socket')]
      : []),
    ...((flags & 0x2041) === 0 ? [] : [say('is encrypted')]),
    ...(method === 0 || method === 8 ? [] : [say(`is packed by method ${method}`)]),
    ...(method === 0 && packed !== size ? [say('lies about its size')] : []),
    ...(isFolder && size !== 0 ? [say('is a folder with bytes of its own')] : []),
    ...(size > limits.fileBytes ? [say(`unpacks to ${size} bytes`)] : []),
    ...(size > 1_000_000 && size > packed * limits.ratio
      ? [say(`unpacks to ${Math.round(size / Math.max(1, packed))} times its size`)]
      : []),
  ]
}

/** Why a name may not become a file, or null. */
export function nameComplaint(name: string): string | null {
  const parts = name.replace(/\/$/, '').split('/')
  if (control.test(name)) return 'has a NUL or another control character in its name'
  if (name.includes('\\')) return 'has a backslash in its name'
  if (/^[A-Za-z]:/.test(name)) return 'begins with a drive letter'
  if (name.startsWith('/') || name.startsWith('~')) return 'is an absolute path'
  if (parts.includes('..')) return 'leaves the folder by ..'
  if (parts.some((part) => part === '' || part === '.')) return 'has an empty part in its name'
  if (name.includes(':')) return 'has a colon in its name'
  if (parts.some((part) => /[. ]$/.test(part))) return 'has a name that ends with a dot or a space'
  if (parts.some((part) => reserved.test(part))) return 'has a name that belongs to the system'
  // what desktops leave behind is left out later
  if (parts.some((part) => /^\.(?!_|DS_Store$)/.test(part))) return 'is hidden, as settings are'
  if (parts.some((part) => /^loopwright\.ya?ml$/i.test(part))) return 'holds settings of Loopwright'
  if (name.length > 400 || parts.some((part) => part.length > 200)) return 'has too long a name'
  if (executables.test(name)) return 'is an executable'
  if (archives.test(name)) return 'is an archive inside the archive'
  return null
}

/** Names that are one file on a disk that knows no case, and files that are also folders. */
function clashes(entries: readonly ZipEntry[]): readonly string[] {
  const names = new Map<string, string>()
  const files = new Set<string>()
  const complaints: string[] = []
  for (const { name, isFolder } of entries) {
    const key = folded(name.replace(/\/$/, ''))
    const before = names.get(key)
    if (before !== undefined)
      complaints.push(
        `${JSON.stringify(name)} ${before === name ? 'stands twice' : `clashes with ${JSON.stringify(before)}`}`,
      )
    names.set(key, name)
    if (!isFolder) files.add(key)
  }
  for (const { name } of entries) {
    const parts = folded(name.replace(/\/$/, '')).split('/')
    const inner = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/'))
    const hit = inner.find((folder) => files.has(folder))
    if (hit !== undefined)
      complaints.push(`${JSON.stringify(name)} lies below ${JSON.stringify(hit)}, which is a file`)
  }
  return complaints
}

const folded = (name: string): string => name.normalize('NFKC').toLowerCase()

function sizeComplaints(entries: readonly ZipEntry[], limits: BundleLimits): readonly string[] {
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  return total > limits.totalBytes
    ? [`the archive unpacks to ${total} bytes; at most ${limits.totalBytes} are allowed`]
    : []
}

const beginnings: readonly (readonly [readonly number[], string])[] = [
  [[0x7f, 0x45, 0x4c, 0x46], 'is a program'],
  [[0x4d, 0x5a, 0x90, 0x00], 'is a program'],
  [[0xcf, 0xfa, 0xed, 0xfe], 'is a program'],
  [[0xca, 0xfe, 0xba, 0xbe], 'is a program'],
  [[0x23, 0x21], 'is a script'],
  [[0x50, 0x4b, 0x03, 0x04], 'is an archive inside the archive'],
  [[0x50, 0x4b, 0x05, 0x06], 'is an archive inside the archive'],
  [[0x1f, 0x8b], 'is an archive inside the archive'],
  [[0x42, 0x5a, 0x68], 'is an archive inside the archive'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'is an archive inside the archive'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'is an archive inside the archive'],
  [[0x52, 0x61, 0x72, 0x21], 'is an archive inside the archive'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'is an archive inside the archive'],
]

/** What the first bytes betray, whatever the name says. */
export const contentComplaint = (bytes: Uint8Array): string | null =>
  beginnings.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1] ?? null
