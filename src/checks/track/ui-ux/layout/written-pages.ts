import { folderOf } from '../../../integrity/modules.ts'
import { importsOf } from '../read/mentions.ts'
import { elementsIn, literal, type Place, type Ui, type UiElement } from '../read/ui.ts'

/** A page as the files write it: all elements that it shows, through the components it uses. */
export type WrittenPage = Place & { readonly elements: readonly UiElement[] }

const pageFile =
  /(?:^|\/)(?:pages|routes|screens|views)\/(?!(?:.*\/)?_|(?:.*\/)?[+_]?layout\.|(?:.*\/)?(?:api|components|hooks|lib|utils)\/).+\.(?:[jt]sx|vue|astro)$|(?:^|\/)\+?page\.(?:[jt]sx|svelte)$|(?:Page|Screen)\.(?:[jt]sx|vue)$/
/** Files around all pages, and those around the pages of their folder. */
const entryFile =
  /(?:^|\/)(?:_app|App|app|main|root|__root)\.(?:[jt]sx|vue|svelte)$|^(?:src\/)?index\.[jt]sx$/
const layoutFile = /(?:^|\/)[+_]?layout\.(?:[jt]sx|svelte)$/
const sharedLayout = /(?:^|\/)layouts\/[^/]+\.(?:vue|astro|svelte)$/

const known = new WeakMap<Ui, Map<string, readonly string[]>>()

/** Files whose components a file shows; an import that nothing uses shows nothing. */
export function rendered(ui: Ui, path: string): readonly string[] {
  const all = known.get(ui) ?? new Map<string, readonly string[]>()
  known.set(ui, all)
  const found = all.get(path) ?? shownFiles(ui, path)
  all.set(path, found)
  return found
}

function shownFiles(ui: Ui, path: string): readonly string[] {
  const tags = new Set(elementsIn(ui, path).map(({ tag }) => tag.split('.')[0] ?? ''))
  // some frameworks import components by their names
  const byName = path.endsWith('.vue')
    ? [...ui.files.keys()].filter(
        (each) => each.endsWith('.vue') && tags.has(each.slice(each.lastIndexOf('/') + 1, -4)),
      )
    : []
  return [...importsOf(ui, path, (name) => tags.has(name)), ...byName]
}

/** The elements of a file and of what it shows from the project. */
function shownIn(ui: Ui, path: string, seen = new Set<string>()): readonly UiElement[] {
  if (seen.has(path)) return []
  seen.add(path)
  return [
    ...elementsIn(ui, path),
    ...rendered(ui, path)
      .filter((each) => !pageFile.test(each))
      .flatMap((each) => shownIn(ui, each, seen)),
  ]
}

export function writtenPages(ui: Ui): readonly WrittenPage[] {
  const documents = ui.elements.filter(
    ({ tag, path }) =>
      tag === 'html' &&
      !alone.test(path) &&
      !/\.(?:[jt]sx|vue|svelte|astro)$/.test(path) &&
      // a shell that is filled elsewhere is no page
      elementsIn(ui, path).some((each) => /^(?:main|h1|h2|section|article|form)$/.test(each.tag)) &&
      !elementsIn(ui, path).some(
        (each) =>
          /^(?:root|app|__next|__nuxt|svelte)$/.test(literal(each, 'id') ?? '') &&
          each.children.length === 0,
      ),
  )
  const ofHtml = documents.map(({ path, line }) => ({
    path,
    line,
    elements: elementsIn(ui, path),
  }))
  const paths = [...ui.files.keys()]
  const outlets = new Set(
    ui.elements.flatMap(({ tag, path }) =>
      /^(?:Outlet|RouterView|router-view|NuxtPage|NuxtLayout)$/i.test(tag) ? [path] : [],
    ),
  )
  const shells = (page: string) =>
    paths
      .filter(
        (path) =>
          (!pageFile.test(path) || outlets.has(path)) &&
          (entryFile.test(path) ||
            sharedLayout.test(path) ||
            outlets.has(path) ||
            (layoutFile.test(path) && page.startsWith(folderOf(path)))),
      )
      .flatMap((path) => shownIn(ui, path))
  const ofComponents = paths
    .filter((path) => pageFile.test(path) && !outlets.has(path) && !standsAlone(path, paths))
    .map((path) => ({ path, line: 1, elements: [...shownIn(ui, path), ...shells(path)] }))
    .filter(({ elements }) => elements.length > 0)
  return [...ofHtml, ...ofComponents]
}

export const alone =
  /(?:log-?in|sign-?(?:in|up)|register|auth|forgot|reset|password|verify|onboarding|not-?found|404|500|error|embed|print|preview|maintenance)/i

/** Pages that go without header and footer: those to sign in, of errors, and of a layout of their own. */
const standsAlone = (path: string, paths: readonly string[]): boolean =>
  alone.test(path) ||
  paths.some(
    (each) =>
      layoutFile.test(each) &&
      folderOf(each).split('/').length > 1 &&
      !/^(?:src\/)?(?:app|pages|routes)$/.test(folderOf(each)) &&
      path.startsWith(`${folderOf(each)}/`),
  )
