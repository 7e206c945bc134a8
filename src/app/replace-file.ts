import { rename, rm, writeFile } from 'node:fs/promises'

/** Writes beside and renames over; what could not be written whole leaves nothing behind. */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  mode = 0o666,
): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    await writeFile(temporary, content, { flag: 'wx', mode })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
