import { spawnSync } from 'node:child_process'
import type { FileTree } from '../../src/model/file-tree.ts'

type Blob = { readonly id: string; readonly path: string; readonly size: number }

const mostBytes = 1024 * 1024
const ignored = /(?:^|\/)(?:node_modules|dist|\.cache)\//

const call = (git: string, args: readonly string[], input = ''): Buffer =>
  spawnSync('git', ['-C', git, ...args], {
    input,
    maxBuffer: 1 << 30,
    env: { ...process.env, GIT_NO_LAZY_FETCH: '1' },
  }).stdout

/** The plain files of a commit. */
export const listBlobs = (git: string, commit: string): readonly Blob[] =>
  call(git, ['ls-tree', '-r', '-l', '-z', commit])
    .toString()
    .split('\0')
    .flatMap((line) => {
      const [head = '', path = ''] = line.split('\t')
      const [mode, , id = '', size] = head.split(/\s+/)
      return mode?.startsWith('100') ? [{ id, path, size: Number(size) }] : []
    })

/** What is in files, by path; without those that are not there. */
export function readBlobs(
  git: string,
  blobs: readonly Pick<Blob, 'id' | 'path'>[],
): ReadonlyMap<string, Buffer> {
  const answer = call(git, ['cat-file', '--batch'], blobs.map(({ id }) => `${id}\n`).join(''))
  const found = new Map<string, Buffer>()
  let at = 0
  for (const { path } of blobs) {
    const end = answer.indexOf(10, at)
    const [, kind, size] = answer.toString('latin1', at, end).split(' ')
    at = end + 1
    if (kind !== 'blob') continue
    found.set(path, answer.subarray(at, at + Number(size)))
    at += Number(size) + 1
  }
  return found
}

/** The text files before and after a commit, and what its author says of it. Blobs are read once a repository. */
export function openCommits(git: string) {
  const texts = new Map<string, string | null>()
  const read = (commit: string): FileTree => {
    const entries = listBlobs(git, commit).filter(
      ({ path, size }) => size <= mostBytes && !ignored.test(path),
    )
    const fresh = [...new Set(entries.map(({ id }) => id))].filter((id) => !texts.has(id))
    const bytes = readBlobs(
      git,
      fresh.map((id) => ({ id, path: id })),
    )
    for (const id of fresh) {
      const own = bytes.get(id)
      texts.set(id, own === undefined || own.includes(0) ? null : own.toString('utf8'))
    }
    return new Map(
      entries.flatMap(({ id, path }) => {
        const text = texts.get(id)
        return text == null ? [] : [[path, text] as const]
      }),
    )
  }
  return (commit: string) => ({
    before: read(`${commit}^`),
    after: read(commit),
    task: call(git, ['show', '-s', '--format=%B', commit]).toString().trim(),
  })
}
