import { resolveModule } from '../../../integrity/modules.ts'
import { type Place, type Ui, type UiElement, literal } from '../read/ui.ts'

/** A page as the files write it: all elements that it shows, through the components it uses. */
export type WrittenPage = Place & { readonly elements: readonly UiElement[] }

const pageFile =
  /(?:^|\/)(?:pages|routes|screens|views)\/(?!.*(?:_app|_document|api\/)).+\.[jt]sx$|(?:^|\/)page\.[jt]sx$|(?:Page|Screen)\.[jt]sx$/
const shellFile =
  /(?:^|\/)(?:layout|_app|App|main|index|root|_layout|__root)\.[jt]sx$|Layout\.[jt]sx$/

/** The elements of a file and of what it imports from the project. */
function shownIn(ui: Ui, path: string, seen = new Set<string>()): readonly UiElement[] {
  if (seen.has(path)) return []
  seen.add(path)
  const source = ui.scripts.find((each) => each.path === path)
  const imported = (source?.module.staticImports ?? []).flatMap(
    ({ moduleRequest }) => resolveModule(ui.files, path, moduleRequest.value) ?? [],
  )
  return [
    ...ui.elements.filter((each) => each.path === path),
    ...imported.filter((each) => !pageFile.test(each)).flatMap((each) => shownIn(ui, each, seen)),
  ]
}

export function writtenPages(ui: Ui): readonly WrittenPage[] {
  const documents = ui.elements.filter(
    ({ tag, path }) =>
      tag === 'html' &&
      !/\.[jt]sx$/.test(path) &&
      !ui.elements.some(
        (each) =>
          each.path === path && literal(each, 'id') === 'root' && each.children.length === 0,
      ),
  )
  const ofHtml = documents.map(({ path, line }) => ({
    path,
    line,
    elements: ui.elements.filter((each) => each.path === path),
  }))
  const paths = [...ui.files.keys()]
  const shells = paths
    .filter((path) => shellFile.test(path) && !pageFile.test(path))
    .flatMap((path) => shownIn(ui, path))
  const ofComponents = paths
    .filter(
      (path) => pageFile.test(path) && !shellFile.test(path.replace(/(?:^|\/)(?:index)\./, '/x.')),
    )
    .map((path) => ({ path, line: 1, elements: [...shownIn(ui, path), ...shells] }))
    .filter(({ elements }) => elements.length > 0)
  return [...ofHtml, ...ofComponents]
}
