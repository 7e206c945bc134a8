import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

export const Kind = z.enum(['docs', 'openapi', 'page', 'config', 'code', 'change'])
export type Kind = z.infer<typeof Kind>

/** Work that its authors published: by package and version, or by repository and commit. */
export type Source = {
  readonly kind: Kind
  readonly from: 'npm' | 'git'
  /** `package@version`, or `owner/name`. */
  readonly name: string
  readonly commit: string
  /** Files; for changes, commits. */
  readonly paths: readonly string[]
}

/** One piece of work, with the name that labels call it by. */
export type Subject = { readonly id: string; readonly path: string; readonly source: Source }

export const sources = (file: string): readonly Source[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [kind, address = '', ...paths] = line.split(' ')
      const [from, place] = [address.slice(0, 3), address.slice(4)]
      const [name = '', commit = ''] = from === 'git' ? place.split('@') : [place]
      return { kind: Kind.parse(kind), from: from === 'git' ? 'git' : 'npm', name, commit, paths }
    })

export const subjectsOf = (source: Source): readonly Subject[] =>
  source.paths.map((path) => ({
    id: source.kind === 'change' ? `${source.name}@${path}` : `${source.name}:${path}`,
    path,
    source,
  }))
