import { folderOf, normalPath, resolveModule } from '../../../integrity/modules.ts'
import { literalOf } from '../../../integrity/names.ts'
import { type Source } from '../../../integrity/source.ts'
import type { Ui } from './ui.ts'

const known = new WeakMap<Source, ReadonlySet<string>>()

/** Every name, text and number that the code of a file has; comments are left out. */
export function mentions(source: Source): ReadonlySet<string> {
  const observed = known.get(source)
  if (observed !== undefined) return observed
  const matches = new Set<string>()
  for (const node of source.nodes) {
    if (node.type === 'Identifier' || node.type === 'JSXIdentifier') matches.add(node.name)
    if (node.type === 'Literal' && node.value !== null) matches.add(String(node.value))
    const text = node.type === 'TemplateLiteral' ? literalOf(node) : null
    if (text !== null) matches.add(text)
  }
  known.set(source, matches)
  return matches
}

/** The files of the project that a file imports under such a name, components of other languages included. */
export function importsOf(
  ui: Ui,
  path: string,
  isWanted: (name: string) => boolean = () => true,
): readonly string[] {
  return ui.scripts
    .filter((each) => each.path === path)
    .flatMap(({ module }) =>
      module.staticImports
        .filter(({ entries }) => entries.some(({ localName }) => isWanted(localName.value)))
        .map(({ moduleRequest }) => moduleRequest.value),
    )
    .flatMap((request) => {
      const script = resolveModule(ui.files, path, request)
      if (script !== null) return [script]
      const named = /^(?:@|~|\$lib)\//.test(request)
        ? `src/${request.replace(/^(?:@|~)\//, '').replace(/^\$lib\//, 'lib/')}`
        : normalPath(`${folderOf(path)}/${request}`)
      return ui.files.has(named) ? [named] : []
    })
}
