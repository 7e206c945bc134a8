import { existsSync } from 'node:fs'
import { link, lstat, mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isInside } from '../kit/inside.ts'

/** Whether anything is at a path that a user named, wherever it lies. */
export const isThere = (path: string): boolean => existsSync(path)

/** Writes a file whole, or answers false: what somebody puts there meanwhile stays. */
export const createFile = (path: string, content: string): Promise<boolean> =>
  place(path, content, 0o666, link).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )

/** Writes beside and renames over; what could not be written whole leaves nothing behind. */
export const replaceFile = (
  path: string,
  content: string | Uint8Array,
  mode = 0o666,
): Promise<void> => place(path, content, mode, rename)

async function place(
  path: string,
  content: string | Uint8Array,
  mode: number,
  move: (from: string, to: string) => Promise<void>,
): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    await writeFile(temporary, content, { flag: 'wx', mode })
    await move(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** Makes a folder for files of a user. A link that came with a project does not lead out of it. */
export async function makeFolderIn(root: string, folder: string): Promise<void> {
  let there = folder
  while ((await lstat(there).catch(() => null)) === null) there = dirname(there)
  const leads = await realpath(there)
  if (isInside(root, folder) && !isInside(await realpath(root), leads))
    throw Object.assign(new Error(`${there} is a link that leads out of ${root}, to ${leads}`), {
      code: 'EOUTSIDE',
      path: there,
    })
  await mkdir(folder, { recursive: true })
}
