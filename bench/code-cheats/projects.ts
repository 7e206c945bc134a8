import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a project by path. */
export type Tree = Readonly<Record<string, string>>

export const projectNames = ['ledger', 'notes', 'jobs'] as const
export type ProjectName = (typeof projectNames)[number]

const heading = /^=== (.+)$/m

/** The clean projects in which defects are planted; each lies in one text, file after file. */
export const projects: Readonly<Record<ProjectName, Tree>> = {
  ledger: treeOf('ledger'),
  notes: treeOf('notes'),
  jobs: treeOf('jobs'),
}

function treeOf(name: ProjectName): Tree {
  const text = readFileSync(join(import.meta.dirname, 'projects', `${name}.txt`), 'utf8')
  const [, ...parts] = text.split(heading)
  return Object.fromEntries(
    Array.from({ length: parts.length / 2 }, (_, index) => [
      parts[index * 2] ?? '',
      (parts[index * 2 + 1] ?? '').slice(1),
    ]),
  )
}
