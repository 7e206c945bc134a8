import { err, ok, type Result } from '../../../model/result.ts'
import { type BundleLimits, defaultLimits } from './bundle-limits.ts'
import {
  type BundleFile,
  type BundleSource,
  type ImportedBundle,
  Manifest,
  versionError,
  versionText,
} from './bundle.ts'
import { cleanSvg } from './clean-svg.ts'
import { importHtml } from './import-html.ts'
import type { InputCode, InputError } from './input-error.ts'
import { readJson } from './json-input.ts'
import { parseTokens } from './parse-tokens.ts'
import { contentComplaint, scanEntries } from './scan-bundle.ts'
import { readZipDirectory, type ZipEntry } from './zip-directory.ts'
import { constants, crc32, inflateRawSync } from 'node:zlib'
import { utf8Of } from '../../../ports/disk.ts'

/** Takes a design bundle in: all files to write, or one error and nothing. `null` is a missing file. */
export function importBundle(
  bytes: Uint8Array | null,
  source: BundleSource,
  limits: BundleLimits = defaultLimits,
): Result<ImportedBundle, InputError> {
  const { path } = source
  if (bytes === null)
    return err({
      code: 'DESIGN_IMPORT_NOT_FOUND',
      path,
      what: 'there is no such file',
      expected: 'the path of a ZIP or HTML bundle',
    })
  if (bytes.length > limits.archiveBytes)
    return refuse(path, [
      `the file has ${bytes.length} bytes; at most ${limits.archiveBytes} are allowed`,
    ])
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)
  return isZip ? importZip(bytes, source, limits) : importHtml(bytes, source)
}

const problem = (code: InputCode, path: string, what: string, expected: string): InputError => ({
  code,
  path,
  what,
  expected,
})

const refuse = (path: string, complaints: readonly string[]): Result<never, InputError> =>
  err(
    problem(
      'DESIGN_IMPORT_SECURITY_REJECT',
      path,
      `${complaints.slice(0, 10).join('; ')}${complaints.length > 10 ? ` and ${complaints.length - 10} more` : ''}`,
      'a bundle of plain files: tokens, components, assets and copy',
    ),
  )

function importZip(
  bytes: Uint8Array,
  source: BundleSource,
  limits: BundleLimits,
): Result<ImportedBundle, InputError> {
  const { path } = source
  const directory = readZipDirectory(bytes, limits.files)
  if (!directory.ok) {
    const { kind, what } = directory.error
    if (kind === 'security') return refuse(path, [what])
    return err(
      problem('DESIGN_IMPORT_UNSUPPORTED_FORMAT', path, what, 'a ZIP archive that is whole'),
    )
  }
  const complaints = scanEntries(directory.value, limits)
  if (complaints.length > 0) return refuse(path, complaints)
  const wanted = directory.value.filter(({ isFolder, name }) => !isFolder && !isJunk(name))
  const manifest = readManifest(bytes, wanted, path)
  if (!manifest.ok) return manifest
  const wrongVersion = versionError(manifest.value.manifest, source)
  if (wrongVersion !== null) return err(wrongVersion)
  const unpacked = unpackAll(bytes, wanted, manifest.value.folder)
  if (!unpacked.ok) return refuse(path, unpacked.error)
  return assembled(unpacked.value, manifest.value.manifest, path)
}

/** What desktops leave behind in archives. */
const isJunk = (name: string): boolean =>
  /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$)/.test(name)

type Found = { readonly manifest: Manifest; readonly folder: string }

/** The manifest lies at the top, or in the one folder that holds everything. */
function readManifest(
  bytes: Uint8Array,
  entries: readonly ZipEntry[],
  path: string,
): Result<Found, InputError> {
  const missing = (what: string) =>
    err(
      problem(
        'DESIGN_IMPORT_MISSING_MANIFEST',
        path,
        what,
        'manifest.json with format_version, claude_design_version and created_at',
      ),
    )
  const top = entries[0]?.name.split('/')[0] ?? ''
  const inOne = entries.every(({ name }) => name.startsWith(`${top}/`)) ? `${top}/` : ''
  const entry = ['manifest.json', `${inOne}manifest.json`].flatMap(
    (name) => entries.find((each) => each.name === name) ?? [],
  )[0]
  if (entry === undefined) return missing('there is no manifest.json')
  const unpacked = unpackEntry(bytes, entry)
  if (!unpacked.ok) return refuse(path, [`manifest.json ${unpacked.error}`])
  const text = utf8Of(unpacked.value)
  const json =
    text === null ? null : readJson(text, { path, code: 'DESIGN_IMPORT_MISSING_MANIFEST' })
  if (json === null || !json.ok) return missing('manifest.json is no JSON')
  const parsed = Manifest.safeParse(json.value)
  if (!parsed.success) return missing('manifest.json has no format_version')
  return ok({ manifest: parsed.data, folder: entry.name.slice(0, -'manifest.json'.length) })
}

type Unpacked = { readonly files: readonly BundleFile[]; readonly warnings: readonly string[] }

function unpackAll(
  archive: Uint8Array,
  entries: readonly ZipEntry[],
  folder: string,
): Result<Unpacked, readonly string[]> {
  const files: BundleFile[] = []
  const warnings: string[] = []
  const complaints: string[] = []
  for (const entry of entries) {
    const path = entry.name.slice(folder.length)
    const unpacked = unpackEntry(archive, entry)
    const wrong = unpacked.ok ? contentComplaint(unpacked.value) : unpacked.error
    if (!unpacked.ok || wrong !== null) {
      complaints.push(`${JSON.stringify(entry.name)} ${wrong ?? ''}`)
      continue
    }
    const cleaned = /\.svg$/i.test(path) ? cleanedDrawing(unpacked.value) : null
    if (cleaned === 'unreadable')
      complaints.push(`${JSON.stringify(entry.name)} is no SVG that can be read`)
    else if (cleaned === null) files.push({ path, bytes: unpacked.value })
    else {
      files.push({ path, bytes: cleaned.bytes })
      warnings.push(...cleaned.removed.map((what) => `${path}: ${what} was taken out`))
    }
  }
  return complaints.length > 0 ? err(complaints) : ok({ files, warnings })
}

function cleanedDrawing(bytes: Uint8Array) {
  const text = utf8Of(bytes)
  const clean = text === null ? null : cleanSvg(text)
  if (clean === null) return 'unreadable' as const
  return { bytes: new TextEncoder().encode(clean.text), removed: clean.removed }
}

function assembled(
  { files, warnings }: Unpacked,
  manifest: Manifest,
  path: string,
): Result<ImportedBundle, InputError> {
  const version = versionText(manifest.format_version)
  const raw = files.find((file) => file.path === 'tokens.json')
  const text = raw === undefined ? null : utf8Of(raw.bytes)
  const parsed =
    text === null
      ? null
      : parseTokens(text, {
          path: `${path}/tokens.json`,
          source: 'claude-design',
          bundleVersion: version,
        })
  if (parsed !== null && !parsed.ok) return err(parsed.error[0] ?? noTokens(path))
  if (raw !== undefined && text === null) return err(noTokens(path))
  const value = parsed === null ? null : parsed.value
  const all = [
    ...warnings,
    ...(value === null ? ['there is no tokens.json'] : []),
    ...(value?.warnings ?? []).map(
      ({ at, what, expected }) => `tokens.json ${at ?? ''}: ${what}; expected ${expected}`,
    ),
  ]
  const bundleFiles = files.filter((file) => value === null || file.path !== 'tokens.json')
  const renamed = value?.renamed ?? []
  return ok({
    format: 'zip',
    version,
    manifest,
    files: [
      ...bundleFiles.filter((file) => file.path !== 'import-warnings.json'),
      ...(value === null ? [] : [jsonFile('tokens.json', value.tokens)]),
      jsonFile('import-warnings.json', { renamed, warnings: all }),
    ].toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    tokens: value?.tokens ?? null,
    renamed,
    warnings: all,
  })
}

const noTokens = (path: string): InputError =>
  problem('DESIGN_TOKENS_INVALID', `${path}/tokens.json`, 'the file is not text', 'JSON in UTF-8')

const jsonFile = (path: string, value: unknown): BundleFile => ({
  path,
  bytes: new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`),
})

/** The bytes of an entry. Never more than the directory announced, and exactly those it signed for. */
function unpackEntry(archive: Uint8Array, entry: ZipEntry): Result<Uint8Array, string> {
  const packed = archive.subarray(entry.start, entry.start + entry.packed)
  const bytes = entry.method === 0 ? packed : inflated(packed, entry.size)
  if (bytes === null) return err('does not unpack to the size it announces')
  if (bytes.length !== entry.size) return err('does not unpack to the size it announces')
  return crc32(bytes) === entry.crc ? ok(new Uint8Array(bytes)) : err('has a wrong checksum')
}

function inflated(packed: Uint8Array, size: number): Uint8Array | null {
  try {
    return inflateRawSync(packed, {
      // one byte more than announced, so that a file that goes on is noticed
      maxOutputLength: size + 1,
      finishFlush: constants.Z_FINISH,
    })
  } catch {
    return null
  }
}
