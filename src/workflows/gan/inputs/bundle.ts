import { z } from 'zod'
import type { InputError } from './input-error.ts'
import type { Rename } from './parse-tokens.ts'
import type { Tokens } from './tokens.ts'

export const Manifest = z.looseObject({
  format_version: z.union([z.string().min(1), z.number()]),
  claude_design_version: z.union([z.string(), z.number()]).optional(),
  created_at: z.string().optional(),
})
export type Manifest = z.infer<typeof Manifest>

export type BundleFile = { readonly path: string; readonly bytes: Uint8Array }

export type ImportedBundle = {
  readonly format: 'zip' | 'html'
  /** null for a page that carries none. */
  readonly version: string | null
  readonly manifest: Manifest | null
  /** All that is to be written, import-warnings.json included; nothing else is. */
  readonly files: readonly BundleFile[]
  readonly tokens: Tokens | null
  readonly renamed: readonly Rename[]
  readonly warnings: readonly string[]
}

export type BundleSource = {
  readonly path: string
  readonly supportedVersions: readonly string[]
  /** The way to go on where a bundle cannot be taken. */
  readonly fallback: string
}

/** A version as a text; JSON writes 1.0 as 1. */
export const versionText = (version: string | number): string =>
  typeof version === 'number' && Number.isInteger(version) ? `${version}.0` : String(version).trim()

/** Why a version cannot be taken: what was found, what can be read, and how to go on. */
export function versionError(manifest: Manifest, source: BundleSource): InputError | null {
  const version = versionText(manifest.format_version)
  const { supportedVersions: supported, fallback, path } = source
  if (supported.some((each) => version === each || version.startsWith(`${each}.`))) return null
  const maker =
    manifest.claude_design_version === undefined
      ? ''
      : ` (made by Claude Design ${JSON.stringify(manifest.claude_design_version)})`
  return {
    code: 'DESIGN_IMPORT_UNSUPPORTED_VERSION',
    path,
    at: 'manifest.json',
    what: `the bundle has the format version ${JSON.stringify(version)}${maker}; nothing was written`,
    expected: `one of ${supported.join(', ')}: export it again in such a version, or take the fallback path ${fallback}, which builds from BRIEF, copy.json and the brand files`,
  }
}
