import type { PageFacts } from '../../../model/page-facts.ts'
import { isScriptPath } from '../../integrity/source.ts'
import type { Issue } from '../evaluation.ts'
import { quotedIn, specLines } from '../integration/read-spec.ts'
import type { Business } from './business.ts'

const fewest = 3

/** Pages that the spec names, that were seen, and that neither a page nor code leads to. */
export function unreachedPages({ code: { facts } }: Business): readonly Issue[] {
  const pages = facts.application?.pages ?? new Map<string, PageFacts>()
  if (pages.size < fewest || !pages.has('/')) return []
  const named = specLines(facts.spec).flatMap(({ text, line }) =>
    quotedIn(text).flatMap((path) =>
      /^\/[\w/-]+$/.test(path) && pages.has(path) ? [{ path, line }] : [],
    ),
  )
  return [...new Map(named.map((each) => [each.path, each])).values()]
    .filter(
      ({ path }) =>
        ![...pages].some(
          ([from, { links }]) =>
            from !== path && links.some(({ url }) => URL.canParse(url) && pathIn(url) === path),
        ) && !isLedTo(facts.files, path),
    )
    .map(({ path, line }) => ({
      message: `nothing leads to ${path}: no page links to it`,
      path: `${facts.folder}/spec.md`,
      line,
      fix: `link to ${path} where people look for it`,
    }))
}

const pathIn = (url: string): string => new URL(url).pathname

/** `redirect('/join')`, `location = '/join'`, `<Link to="/join">` anywhere, also where no page was looked at. */
function isLedTo(files: ReadonlyMap<string, string>, path: string): boolean {
  const leading = new RegExp(
    `(?:href|to|href:|to:|location\\w*|location\\.\\w+|redirect\\w*|navigate\\w*|goto|push|replace|assign)["'\\s]*[=(:{,]+\\s*(?:\\d+,\\s*)?["'\`]${path}["'\`?#]`,
    'i',
  )
  return [...files].some(
    ([file, text]) =>
      (isScriptPath(file) || /\.(?:html|vue|svelte|astro|ejs|hbs|pug|njk)$/.test(file)) &&
      leading.test(text),
  )
}
