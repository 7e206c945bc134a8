import type { SubjectKind } from '../model/own-rule.ts'
import { kindOfName } from './configuration/kind.ts'
import { fencedBlocks } from './fenced-blocks.ts'

export const codeNames =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|c|h|cc|cpp|hpp|cs|rb|php|swift|scala|lua|sh|sql)$/i
export const configNames =
  /\.(?:ya?ml|json|jsonc|json5|toml|ini|cfg|conf|properties|env)$|(?:^|\/)(?:\.env[\w.-]*|dockerfile[\w.-]*|\.[\w-]+rc)$/i
export const documentNames =
  /\.(?:md|markdown|mdx|txt|rst|adoc)$|(?:^|\/)(?:readme|changelog|contributing)$/i

/** A document that only quotes a description is a document; one that is mostly that is the description. */
export function isOpenapi(path: string, text: string): boolean {
  const blocks = fencedBlocks(text)
  if (!documentNames.test(path) || blocks.length === 0) return holdsOpenapi(text)
  return blocks.some(({ content }) => content.length > text.length / 2 && holdsOpenapi(content))
}

const holdsOpenapi = (text: string) =>
  /^\s{0,4}["']?(?:openapi|swagger)["']?\s*:\s*["']?[23]\.\d/m.test(text) &&
  /^\s{0,8}["']?(?:paths|info|webhooks|components)["']?\s*:/m.test(text)

/** What a file is, by its name and its text. */
export function kindOfText(path: string, text: string): Exclude<SubjectKind, 'change'> {
  if (/\.x?html?$/i.test(path)) return 'page'
  if (isOpenapi(path, text)) return 'openapi'
  if (/(?:^|\/)design\/intent\.json$/.test(path)) return 'design'
  if (codeNames.test(path)) return 'code'
  if (configNames.test(path) || kindOfName(path) !== null) return 'config'
  return documentNames.test(path) ? 'docs' : 'text'
}
