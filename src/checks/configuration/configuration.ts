import type { Fix } from '../../model/finding.ts'
import type { Lines } from '../document/lines.ts'

export type Format =
  | 'yaml'
  | 'json'
  | 'jsonc'
  | 'toml'
  | 'ini'
  | 'properties'
  | 'env'
  | 'dockerfile'
  | 'nginx'
  /** A format of one program: a word and what belongs to it on each line. */
  | 'lines'

/** What the settings are for, where their shape tells. */
export type Platform = 'compose' | 'actions' | 'kubernetes' | 'iam' | null

/** What a configuration is for: the program that will read it. */
export type FileKind =
  | 'compose'
  | 'workflow'
  | 'kubernetes'
  | 'gitlab'
  | 'dependabot'
  | 'renovate'
  | 'tsconfig'
  | 'package'
  | 'eslint'
  | 'prettier'
  | 'env'
  | 'dockerfile'
  | 'nginx'
  | 'systemd'
  | 'pyproject'
  | 'cargo'
  | 'iam'

export type Scalar = string | number | boolean | null

/** One setting. Offsets and lines are those of the whole artifact. */
export type Entry = {
  readonly path: readonly string[]
  readonly key: string
  /** Undefined for a setting that holds other settings. */
  readonly value: Scalar | undefined
  /** The value as written. */
  readonly raw: string
  readonly line: number
  readonly start: number
  readonly end: number
  /** Where the blocks begin in which it stands, for formats whose blocks may be called the same. */
  readonly blocks?: readonly number[]
}

/** Something the format's own grammar refuses. */
export type Problem = {
  readonly message: string
  readonly at: number
  readonly pointer?: string
  readonly fix?: Fix | undefined
}

export type Parsed = {
  readonly entries: readonly Entry[]
  readonly problems: readonly Problem[]
  /** What anchors and merges bring in, at the place that names them. */
  readonly merged?: readonly Entry[]
}

/** One configuration: the whole artifact, or one fenced block of it. */
export type Unit = Parsed & {
  readonly format: Format
  /** The name of its file; '' where nobody knows it. */
  readonly name: string
  readonly kind: FileKind | null
  readonly platform: Platform
  readonly text: string
  readonly base: number
}

export type Configuration = {
  readonly text: string
  readonly lines: Lines
  readonly units: readonly Unit[]
  /** The text around the fenced blocks of a Markdown artifact, with the blocks blanked. */
  readonly prose: string
}

/** What a parser gets: the text of one unit and where it stands in the artifact. */
export type Source = { readonly text: string; readonly base: number; readonly lines: Lines }

export const pointerOf = (path: readonly string[]): string =>
  path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The value of a bare word, as most formats read it. */
export function scalarOf(raw: string): Scalar {
  const text = raw.trim()
  if (/^(["']).*\1$/s.test(text) && text.length > 1) return text.slice(1, -1)
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  if (/^(?:null|~)$/i.test(text)) return null
  return /^[+-]?\d[\d_]*(?:\.\d+)?$/.test(text) && !/^[+-]?0\d/.test(text)
    ? Number(text.replaceAll('_', ''))
    : text
}
