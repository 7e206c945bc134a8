import type { FileTree } from '../../../../model/file-tree.ts'
import { lineStarts, placeAt } from '../../../../kit/lines.ts'
import { resolveModule } from '../../../integrity/modules.ts'
import { chainOf } from '../../../integrity/names.ts'
import { all, isScriptPath, type ParseSource, type Source } from '../../../integrity/source.ts'
import type { TrackFacts } from '../../facts.ts'
import { parserOf } from '../../parse-once.ts'
import { scriptStyles, templateText } from './script-styles.ts'
import { readCss } from './read-css.ts'
import { jsxElements } from './read-jsx.ts'
import { blocksOf, hole, readMarkup } from './read-markup.ts'
import { readPages } from './pages.ts'
import { readTokens } from './tokens.ts'
import type { Style, Ui, UiElement } from './ui.ts'

const sheet = /\.(?:css|scss|less|pcss|postcss)$/
const markup = /\.(?:x?html?|vue|svelte|astro|ejs|hbs|handlebars|njk|liquid|mustache)$/
const notProduct =
  /(?:^|\/)(?:node_modules|dist|build|coverage|vendor|storybook-static|__tests__|__mocks__|tests?|e2e|cypress|fixtures|conductor|emails?|og)\/|(?:opengraph|twitter)-image\.|\.(?:test|spec|stories|story|min|d)\.[\w.]+$|(?:^|\/)(?:normalize|reset)[\w.-]*\.css$/i
const mostFiles = 1_500

const isUiFile = (path: string): boolean =>
  !notProduct.test(path) && (sheet.test(path) || markup.test(path) || isScriptPath(path))

/** Reads what the files of a project say about its user interface. */
export async function readUi(facts: TrackFacts): Promise<Ui> {
  const parse = await parserOf(facts.files)
  const touched = new Set(facts.touched)
  const paths = [...facts.files.keys()].filter(isUiFile)
  const files: FileTree = new Map(
    [...paths.filter((path) => touched.has(path)), ...paths.filter((path) => !touched.has(path))]
      .slice(0, mostFiles)
      .map((path) => [path, facts.files.get(path) ?? '']),
  )
  const styles: Style[] = []
  const elements: UiElement[] = []
  const scripts: Source[] = []
  const addMarkup = async (path: string, text: string, line = 1) => {
    const read = await readMarkup(path, text, line)
    elements.push(...read.elements)
    styles.push(...read.styles)
    for (const block of blocksOf(text)) {
      const at = line + block.line - 1
      if (block.tag === 'style')
        styles.push(...((await readCss({ path, css: block.text, line: at })) ?? []))
      else scripts.push(...scriptOf(parse, path, '\n'.repeat(at - 1) + block.text))
    }
  }
  for (const [path, text] of files) {
    if (sheet.test(path)) styles.push(...((await readCss({ path, css: text })) ?? []))
    else if (markup.test(path)) await addMarkup(path, text)
    else scripts.push(...scriptOf(parse, path, text))
  }
  const imported = (from: Source, request: string) => {
    const target = resolveModule(files, from.path, request)
    return scripts.find(({ path }) => path === target) ?? null
  }
  for (const source of scripts) {
    elements.push(...jsxElements(source, imported))
    styles.push(...scriptStyles(source))
    for (const { text, line } of pagesIn(source)) await addMarkup(source.path, text, line)
  }
  const { pages, placeOf } = await readPages(facts)
  return {
    facts,
    files,
    isTouched: ({ path }) => touched.has(path),
    styles,
    elements,
    scripts,
    tokens: readTokens({ files: facts.files, styles, scripts }),
    pages,
    placeOf,
    unseen:
      pages.length > 0
        ? null
        : (facts.notStarted ??
          'the application shows no page of the track, or its styles come from another site'),
  }
}

function scriptOf(parse: ParseSource, path: string, text: string): readonly Source[] {
  const isMarkup = !isScriptPath(path)
  const source = parse(isMarkup ? `${path}.ts` : path, text)
  if (source === null || source.broken) return []
  const { program, nodes, byType, parentOf, comments, module, broken } = source
  return isMarkup
    ? [{ path, text, program, nodes, byType, parentOf, comments, module, broken }]
    : [source]
}

const isMarkupText = /<[a-z][\w-]*(?:\s[^<>]*)?>[\s\S]*<\/[a-z]|<!doctype html/i

/** Pieces of HTML that a script writes as templates. */
function pagesIn(source: Source): readonly { readonly text: string; readonly line: number }[] {
  if (!/<\/[a-z]/i.test(source.text)) return []
  const starts = lineStarts(source.text)
  return all(source, 'TemplateLiteral').flatMap((node) => {
    const tag = source.parentOf.get(node)
    if (
      tag?.type === 'TaggedTemplateExpression' &&
      !/^(?:html|svg|raw)$/.test(chainOf(tag.tag).at(-1) ?? '')
    )
      return []
    const text = templateText(source, node, () => hole)
    return isMarkupText.test(text) ? [{ text, line: placeAt(starts, node.start).line }] : []
  })
}
