import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Site } from '../../src/checks/page/audit/operator.ts'

export type Base = { readonly name: string; readonly site: Site }

/** Two pages are for measuring only: no rule is tuned on them. */
const heldPages = ['festival', 'newspaper']

const textual = /\.(?:html|css|js|json|md|svg)$/

function siteIn(folder: string): Site {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
  const files = Object.fromEntries(
    paths.map((path) => [
      path,
      textual.test(path)
        ? readFileSync(join(folder, path), 'utf8')
        : readFileSync(join(folder, path)),
    ]),
  )
  return { entry: 'index.html', files }
}

/** The pages that a careful reader accepts without remark. */
export function bases(held: boolean): readonly Base[] {
  const folder = join(import.meta.dirname, 'clean')
  return readdirSync(folder)
    .toSorted()
    .filter((name) => heldPages.includes(name) === held)
    .map((name) => ({ name, site: siteIn(join(folder, name)) }))
}
