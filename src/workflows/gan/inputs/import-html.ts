import { err, ok, type Result } from '../../../model/result.ts'
import { utf8Of } from '../../../ports/disk.ts'
import {
  type BundleSource,
  type ImportedBundle,
  Manifest,
  versionError,
  versionText,
} from './bundle.ts'
import { parseColour } from './colour.ts'
import type { InputError } from './input-error.ts'
import { readJson } from './json-input.ts'
import { parseTokens } from './parse-tokens.ts'
import { pixelsOf } from './token-tree.ts'

/** A bundle that is one page: its tokens are the custom properties of its style sheets. */
export function importHtml(
  bytes: Uint8Array,
  source: BundleSource,
): Result<ImportedBundle, InputError> {
  const { path } = source
  const text = utf8Of(bytes)
  const start = text?.replace(/^(?:\s|<!--[\s\S]*?-->)+/, '') ?? ''
  if (text === null || !/^<(?:!doctype\s+html|html)\b/i.test(start))
    return err({
      code: 'DESIGN_IMPORT_UNSUPPORTED_FORMAT',
      path,
      what: 'the file is neither a ZIP archive nor an HTML page',
      expected: 'a file that begins with PK or with <!doctype html>',
    })
  if (text.includes('\0'))
    return err({
      code: 'DESIGN_IMPORT_SECURITY_REJECT',
      path,
      what: 'the page holds a NUL character',
      expected: 'plain text',
    })
  const manifest = manifestIn(text)
  if (manifest === 'broken')
    return err({
      code: 'DESIGN_IMPORT_MISSING_MANIFEST',
      path,
      what: 'the manifest in the page cannot be read',
      expected: 'JSON with format_version',
    })
  const wrongVersion = manifest === null ? null : versionError(manifest, source)
  if (wrongVersion !== null) return err(wrongVersion)
  return assembled(text, manifest, path)
}

/** `<script type="application/json" id="manifest">`, where a page carries one. */
function manifestIn(text: string): Manifest | null | 'broken' {
  const match =
    /<script\b[^>]{0,300}\bid\s*=\s*["']?(?:claude-design-)?manifest\b[^>]{0,300}>([\s\S]*?)<\/script/i.exec(
      text,
    )
  if (!match) return null
  const json = readJson(match[1] ?? '', {
    path: 'manifest',
    code: 'DESIGN_IMPORT_MISSING_MANIFEST',
  })
  const parsed = json.ok ? Manifest.safeParse(json.value) : null
  return parsed?.success ? parsed.data : 'broken'
}

function assembled(
  text: string,
  manifest: Manifest | null,
  path: string,
): Result<ImportedBundle, InputError> {
  const version = manifest === null ? null : versionText(manifest.format_version)
  const from = { path, source: 'claude-design', bundleVersion: version }
  const parsed = parseTokens(JSON.stringify(propertiesIn(text)), from)
  if (!parsed.ok)
    return err(
      parsed.error[0] ?? {
        code: 'DESIGN_TOKENS_INVALID',
        path,
        what: 'no tokens',
        expected: 'tokens',
      },
    )
  const { tokens, renamed, warnings: doubts } = parsed.value
  const scripts = text.match(/<script\b(?![^>]{0,300}application\/(?:ld\+)?json)/gi)?.length ?? 0
  const warnings = [
    ...(manifest === null ? ['the page carries no manifest; its version was not checked'] : []),
    ...(scripts > 0
      ? [`the page runs ${scripts} ${scripts === 1 ? 'script' : 'scripts'} of its own`]
      : []),
    ...doubts.map(({ what, expected }) => `tokens: ${what}; expected ${expected}`),
  ]
  const file = (name: string, value: string) => ({
    path: name,
    bytes: new TextEncoder().encode(value),
  })
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
  return ok({
    format: 'html',
    version,
    manifest,
    files: [
      file('import-warnings.json', json({ renamed, warnings })),
      file('index.html', text),
      file('tokens.json', json(tokens)),
    ],
    tokens,
    renamed,
    warnings,
  })
}

type Group = Record<string, string>

/** Custom properties by what they are called: --color-primary, --space-4, --radius-md, --font-body. */
function propertiesIn(text: string): Record<string, unknown> {
  const colors: Group = {}
  const [scale, radii, shadows, fontFamily, fontSize]: Group[] = [{}, {}, {}, {}, {}]
  const other: Group = {}
  for (const [, name = '', written = ''] of text.matchAll(
    /--([a-zA-Z][\w-]{0,80})\s*:\s*([^;{}<>]{1,300})/g,
  )) {
    const value = written.trim()
    const [head = '', ...rest] = name.toLowerCase().split('-')
    const key = rest.join('-')
    const isColour = parseColour(value).ok
    if (/^(?:primary|brand)-colou?r$/.test(name))
      other[name.replaceAll('-', '_').replace('colour', 'color')] = value
    else if (/^colou?rs?$/.test(head) && isColour) colors[key] ??= value
    else if (/^(?:space|spacing)$/.test(head) && pixelsOf(value) !== null) scale![key] ??= value
    else if (head === 'radius' && pixelsOf(value) !== null) radii![key] ??= value
    else if (head === 'shadow') shadows![key] ??= value
    else if (head === 'font' && !value.startsWith('var(')) fontFamily![key] ??= value
    else if (/^(?:text|size)$/.test(head) && pixelsOf(value) !== null) fontSize![key] ??= value
  }
  const filled = Object.entries({ colors, radii, shadows }).filter(
    ([, group]) => Object.keys(group ?? {}).length > 0,
  )
  return {
    ...Object.fromEntries(filled),
    ...other,
    ...(Object.keys(fontFamily!).length + Object.keys(fontSize!).length > 0
      ? { typography: { fontFamily, fontSize } }
      : {}),
    ...(Object.keys(scale!).length > 0 ? { spacing: { scale } } : {}),
  }
}
