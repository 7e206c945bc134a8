import {
  chown,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join, normalize } from 'node:path'
import { othersMayEnter } from './probe.ts'

export type JobFolder = {
  readonly files: string
  readonly passwd: string
  readonly hosts: string
  readonly bytes: number
}

/** Writes the job's files to a private folder, does the work, and deletes the folder whatever happens. */
export async function withJobFolder<Value>(
  files: Readonly<Record<string, string>>,
  owner: number | null,
  work: (folder: JobFolder) => Promise<Value>,
): Promise<Value> {
  const root = await mkdtemp(join(await parentFolder(owner), 'loopwright-job-'))
  try {
    return await work(await fill(root, files, owner))
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 })
  }
}

async function parentFolder(owner: number | null): Promise<string> {
  const preferred = tmpdir()
  return owner === null || (await othersMayEnter(preferred)) ? preferred : '/tmp'
}

async function fill(
  root: string,
  files: Readonly<Record<string, string>>,
  owner: number | null,
): Promise<JobFolder> {
  const folder = join(root, 'files')
  const passwd = join(root, 'passwd')
  const hosts = join(root, 'hosts')
  const made = new Set([root, folder, passwd, hosts])
  await mkdir(folder)
  await writeFile(passwd, 'nobody:x:65534:65534:nobody:/tmp:/bin/sh\n')
  await writeFile(hosts, '127.0.0.1 localhost\n::1 localhost\n')
  let bytes = 0
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, confined(name))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
    for (let at = path; at !== folder; at = dirname(at)) made.add(at)
    bytes += content.length
  }
  if (owner !== null) await Promise.all([...made].map((path) => chown(path, owner, owner)))
  return { files: folder, passwd, hosts, bytes }
}

/** A file that does not hold any more what it was given; the job itself cannot write there. */
export async function firstSwapped(
  folder: JobFolder,
  files: Readonly<Record<string, string>>,
): Promise<string | null> {
  for (const [name, content] of Object.entries(files)) {
    const text = await readFile(join(folder.files, confined(name)), 'utf8').catch(() => null)
    if (text !== content) return name
  }
  return null
}

function confined(name: string): string {
  const path = normalize(name)
  if (isAbsolute(path) || path === '.' || path.split('/').includes('..') || path.includes('\0'))
    throw new Error(`a job's file must lie in its folder: ${JSON.stringify(name)}`)
  return path
}

const atOnce = 64

/** Folders that are being given away: jobs that begin at once wait for one another. */
const handing = new Map<string, Promise<void>>()

/** Gives a folder that stays to the user the job runs as; only its owner may write to it. */
export async function handOver(folder: string, user: number | null): Promise<void> {
  const owner = user ?? process.getuid?.()
  if (owner === undefined || process.getuid?.() !== 0) return
  const known = handing.get(folder)
  if (known !== undefined) return known
  if ((await lstat(folder)).uid === owner) return
  const given = handing.get(folder) ?? giveAll(folder, owner).finally(() => handing.delete(folder))
  handing.set(folder, given)
  await given
}

async function giveAll(folder: string, owner: number): Promise<void> {
  await giveInside(folder, owner)
  // behind its files, so that a hand-over that was broken off is made again
  await lchown(folder, owner, owner)
  // whoever wrote a file meanwhile may have seen the old owner behind it
  await giveInside(folder, owner)
}

async function giveInside(folder: string, owner: number): Promise<void> {
  // with file types links are not followed: what they lead to is nobody's to give away
  const walk = () => readdir(folder, { recursive: true, withFileTypes: true })
  // a folder may go while it is read
  const entries = await walk().catch(walk)
  for (let next = 0; next < entries.length; next += atOnce)
    await Promise.all(
      entries
        .slice(next, next + atOnce)
        .map(({ parentPath, name }) => give(join(parentPath, name), owner)),
    )
}

/** What was taken away meanwhile needs no owner. */
const give = (path: string, owner: number): Promise<void> =>
  lchown(path, owner, owner).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
