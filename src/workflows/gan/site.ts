import { z } from 'zod'

const mostFiles = 300
const mostBytes = 5_000_000

/** A place inside the site that can be nothing else: no way up, no root, no odd signs. */
export const SitePath = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[\w][\w.-]*(?:\/[\w][\w.-]*)*$/, 'must be a relative path of plain names')
  .refine((path) => !path.split('/').includes('..'), 'must not lead out of the site')

export const SiteSource = z.object({
  path: SitePath,
  content: z.string(),
  encoding: z.enum(['utf8', 'base64']).default('utf8'),
})
export type SiteSource = z.infer<typeof SiteSource>

/** A site as its builder hands it over. */
export const SiteFiles = z
  .array(SiteSource)
  .min(1, 'holds no file')
  .max(mostFiles, `holds more than ${mostFiles} files`)
  .refine(
    (files) => new Set(files.map(({ path }) => path.toLowerCase())).size === files.length,
    'names a file twice',
  )
  .refine(
    (files) => files.reduce((sum, { content }) => sum + content.length, 0) <= mostBytes,
    'is larger than 5 MB',
  )
  .refine((files) => files.some(({ path }) => path === 'index.html'), 'has no index.html')
export type SiteFiles = z.infer<typeof SiteFiles>

/** One text for one site: the same files are the same bytes. */
export const siteText = (files: SiteFiles): string =>
  JSON.stringify(files.toSorted((left, right) => (left.path < right.path ? -1 : 1)))

export const readSite = (text: string): SiteFiles => SiteFiles.parse(JSON.parse(text))

/** What a file of the site holds when it lies on a disk. */
export const bytesOf = ({ content, encoding }: SiteSource): Uint8Array =>
  Buffer.from(content, encoding)

/** Files as they lie on a disk, in the shape of a builder's answer. */
export const siteFrom = (files: ReadonlyMap<string, Uint8Array>): readonly SiteSource[] =>
  [...files].map(([path, bytes]) => {
    const text = Buffer.from(bytes).toString('utf8')
    return Buffer.from(text).equals(Buffer.from(bytes))
      ? { path, content: text, encoding: 'utf8' }
      : { path, content: Buffer.from(bytes).toString('base64'), encoding: 'base64' }
  })

/** All files of a site as one text, for people who compare two versions. */
export const siteAsText = (text: string): string =>
  readSite(text)
    .map(({ path, content, encoding }) =>
      encoding === 'base64'
        ? `==> ${path} <==\n(${content.length} characters of base64)\n`
        : `==> ${path} <==\n${content}${content.endsWith('\n') ? '' : '\n'}`,
    )
    .join('\n')
