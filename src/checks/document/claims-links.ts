import { posix } from 'node:path'
import { percentDecoded } from '../../kit/parse.ts'
import type { Claim, Claims } from './claim.ts'
import { agreed } from './claim.ts'
import type { Facts } from './facts.ts'

/** Files the document links to are in the project. Of a published package, some may only be in its repository. */
export const claimsOfLinks: Claims = (document, facts) => {
  if (facts.files.length === 0) return []
  return document.links.flatMap(({ kind, url, start }): readonly Claim[] => {
    if (kind === 'reference' || !/^(?!#|\/|[a-z][a-z0-9+.-]*:|www\.)[^\s]+$/i.test(url.trim()))
      return []
    const path = posix.join('/', percentDecoded(url.trim().split(/[#?]/)[0] ?? '')).slice(1)
    if (path === '' || /^(?:dist|build|coverage|node_modules)\//.test(path)) return []
    if (exists(path, facts)) return [agreed(start)]
    const isElsewhere = facts.manifest?.repository !== undefined && !facts.isWorkTree
    return isElsewhere
      ? []
      : [{ at: start, problem: `links to ${path}, which is not in the project` }]
  })
}

const exists = (path: string, { files, folders }: Facts): boolean =>
  [path, `${path}.md`, `docs/${path}`].some((one) => files.includes(one) || folders.has(one))
