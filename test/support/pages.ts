import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freshFolder } from './folder.ts'

const clean = join(import.meta.dirname, '..', '..', 'bench', 'page-mutants', 'clean', 'bakery')

/** A workspace with a page in `site/` that has no defect. */
export function bakery(): string {
  const folder = freshFolder()
  cpSync(clean, join(folder, 'site'), { recursive: true })
  return folder
}

/** Changes a file of the page; fails if there is nothing to change. */
export function spoil(folder: string, file: string, from: string | RegExp, to: string): void {
  const path = join(folder, 'site', file)
  const before = readFileSync(path, 'utf8')
  const after = before.replace(from, to)
  if (after === before) throw new Error(`${file} has no ${String(from)}`)
  writeFileSync(path, after)
}

export function siteWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = freshFolder()
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'site', name)), { recursive: true })
    writeFileSync(join(folder, 'site', name), content)
  }
  return folder
}

/** A page that is well-formed, with a body of one's own. */
export const plainPage = (body: string, head = ''): string =>
  `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="description" content="A page to try the gate on.">\n<title>A page to try</title>\n<link rel="icon" href="data:,">\n${head}\n</head>\n<body>\n<main>\n<h1>A page to try</h1>\n${body}\n</main>\n</body>\n</html>\n`
