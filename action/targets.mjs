// What a pull request changes, and which of it is to be checked.
import { lstatSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { run } from './program.mjs'

const git = async (cwd, args) => {
  const { exit, text } = await run('git', args, { cwd, captures: true })
  if (exit !== 0)
    throw new Error(`git ${args[0]} failed; does actions/checkout have fetch-depth: 0?`)
  return text
}

/** The commit that the work began at, or null where this is no change of anything. */
export async function baseOf(cwd, named, event) {
  const base = named || event.pull_request?.base?.sha || ''
  if (base === '') return null
  if (!/^[\w][\w./-]*$/.test(base)) throw new Error(`"${base}" is no commit; correct base`)
  return (await git(cwd, ['merge-base', base, 'HEAD'])).trim()
}

export const isFolder = (path) => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/** Folders as they are; of patterns the files that match and, with a base, were changed. */
export async function targetsOf(cwd, lines, base) {
  const words = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const folders = words.filter((word) => isFolder(join(cwd, word)) || /^https?:/.test(word))
  const patterns = words
    .filter((word) => !folders.includes(word))
    .map((word) => word.replace(/^\.\//, ''))
  if (patterns.length === 0) return folders
  const list = await git(
    cwd,
    base === null
      ? ['ls-files', '-z']
      : [
          'diff',
          '--name-only',
          '-z',
          '--relative',
          '--no-renames',
          '--diff-filter=d',
          base,
          'HEAD',
          '--',
          '.',
        ],
  )
  const files = list.split('\0').filter((file) => file !== '')
  const chosen = files.filter((file) =>
    patterns.some((pattern) => file === pattern || matchesGlob(file, pattern)),
  )
  // a file may be called like an option
  return [...folders, ...chosen.map((file) => `./${file}`)]
}
