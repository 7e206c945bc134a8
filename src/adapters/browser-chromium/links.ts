import type { LinkFact } from '../../model/page-facts.ts'
import type { Site } from '../../ports/browser.ts'
import { fragmentsIn, linkVerdict, pathsFor, type KnownSite } from '../../ports/site.ts'
import type { DocumentFacts } from './in-page/document.ts'
import { answer, fileAt, originOf } from './site-files.ts'

const mostAsked = 100

/** Judges every link of the page. Other sites are never contacted; a server on this machine is asked. */
export async function judgeLinks(
  site: Site,
  documentFacts: DocumentFacts,
): Promise<readonly LinkFact[]> {
  const known =
    site.type === 'files'
      ? knownFiles(await withLinked(site, documentFacts), documentFacts)
      : await knownPages(site, documentFacts)
  return documentFacts.links.map((link) => ({
    ...link,
    verdict: linkVerdict(link.raw, documentFacts.url, known),
  }))
}

type FileSite = Extract<Site, { type: 'files' }>

/** The files of a site with those that links of the running page lead to. */
async function withLinked(
  { files, more }: FileSite,
  { links, url: base }: DocumentFacts,
): Promise<FileSite['files']> {
  if (more === undefined) return files
  const { origin } = new URL(base)
  const paths = links
    .flatMap(({ url }) => (URL.canParse(url) ? [new URL(url)] : []))
    .filter((url) => url.origin === origin && fileAt(files, url.pathname) === null)
    .flatMap(({ pathname }) => pathsFor(pathname))
  const result = await Promise.all(
    [...new Set(paths)].slice(0, mostAsked).map(async (path) => [path, await more(path)] as const),
  )
  return new Map([
    ...files,
    ...result.flatMap(([path, file]) => (file === null ? [] : [[path, file] as const])),
  ])
}

function knownFiles(files: FileSite['files'], documentFacts: DocumentFacts): KnownSite {
  const here = fileAt(files, new URL(documentFacts.url).pathname)?.path
  const scanned = new Map<string, ReadonlySet<string> | null>()
  const scan = (path: string) => {
    const file = files.get(path)
    if (file === undefined || !file.contentType.includes('html')) return null
    return fragmentsIn(new TextDecoder().decode(file.bytes))
  }
  return {
    origin: new URL(documentFacts.url).origin,
    has: (path) => files.has(path),
    fragments: (path) => {
      if (path === here) return new Set(documentFacts.fragments)
      if (!scanned.has(path)) scanned.set(path, scan(path))
      return scanned.get(path) ?? null
    },
  }
}

async function knownPages(site: Site, documentFacts: DocumentFacts): Promise<KnownSite> {
  const origin = originOf(site)
  const here = new URL(documentFacts.url).pathname
  const paths = new Set(
    documentFacts.links
      .filter(({ url }) => URL.canParse(url) && new URL(url).origin === origin)
      .map(({ url }) => new URL(url).pathname),
  )
  const pages = new Map<string, ReadonlySet<string> | null>([
    [key(here), new Set(documentFacts.fragments)],
  ])
  await Promise.all(
    [...paths].slice(0, mostAsked).map(async (path) => {
      if (path === here) return
      const asked = { method: 'GET', headers: {}, body: null }
      const given = await answer(site, new URL(path, origin), asked).catch(() => null)
      if (given === null || given.status >= 400) return
      const isPage = given.contentType.includes('html') && given.status < 300
      pages.set(key(path), isPage ? fragmentsIn(new TextDecoder().decode(given.body)) : null)
    }),
  )
  return {
    origin,
    has: (path) => pages.has(path),
    fragments: (path) => pages.get(path) ?? null,
  }
}

// a server decides itself what a folder means, so its paths are kept as the first try names them
const key = (pathname: string): string => {
  const plain = decodeURIComponent(pathname).replace(/^\/+/, '')
  return plain === '' || plain.endsWith('/') ? `${plain}index.html` : plain
}
