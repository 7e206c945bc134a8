import { existsSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import type { Workspace } from '../../ports/workspace.ts'
import type { Project } from '../../ports/project.ts'

/** The project a file belongs to: the workspace it lies in, seen also from the file's own folder. */
export function projectAround(workspace: Workspace, absolute: string | null): Project {
  if (absolute === null) return workspace.project
  const inside = absolute.startsWith(workspace.root + sep)
  const folder = dirname(absolute)
  const root = inside ? workspace.root : projectRoot(folder)
  return once(workspace, folder, () => {
    const project = once(workspace, root, () =>
      readOnce(inside ? workspace.project : workspace.projectAt(root)),
    )
    const folders = foldersBetween(root, folder)
    return folders.length === 0 ? project : seenFrom(project, folders)
  })
}

const remembered = new WeakMap<Workspace, Map<string, Project>>()

function once(workspace: Workspace, folder: string, open: () => Project): Project {
  const known = remembered.get(workspace) ?? new Map<string, Project>()
  remembered.set(workspace, known)
  const project = known.get(folder) ?? open()
  known.set(folder, project)
  return project
}

/** Many documents of one call are held against the same project: each of its files is read once. */
function readOnce(project: Project): Project {
  const texts = new Map<string, Promise<string | null>>()
  let listed: Promise<readonly string[]> | null = null
  return {
    ...project,
    isStill: true,
    list: () => (listed ??= project.list()),
    read(path) {
      const text = texts.get(path) ?? project.read(path)
      texts.set(path, text)
      return text
    },
  }
}

function projectRoot(from: string): string {
  const marks = ['loopwright.yaml', '.git', 'package.json', 'pyproject.toml']
  for (let folder = from; ; folder = dirname(folder)) {
    if (marks.some((mark) => existsSync(join(folder, mark)))) return folder
    if (dirname(folder) === folder) return from
  }
}

/** The folders from the file's own up to the root, without the root, relative to it. */
function foldersBetween(root: string, folder: string): readonly string[] {
  const parts = folder.slice(root.length).split(sep).filter(Boolean)
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
}

/** A document in a folder speaks of `./guide.md` and `../README.md`; both must be found. */
function seenFrom(project: Project, folders: readonly string[]): Project {
  return {
    ...project,
    async list() {
      const files = await project.list()
      const near = folders.flatMap((folder) =>
        files
          .filter((path) => path.startsWith(`${folder}/`))
          .map((path) => path.slice(folder.length + 1)),
      )
      return [...new Set([...files, ...near])].sort()
    },
    async read(path) {
      for (const folder of folders) {
        const text = await project.read(`${folder}/${path}`)
        if (text !== null) return text
      }
      return project.read(path)
    },
  }
}
