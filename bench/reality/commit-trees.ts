import { spawnSync } from 'node:child_process'
import type { FileTree } from '../../src/model/file-tree.ts'

const mostBytes = 1024 * 1024
const ignored = /(?:^|\/)(?:node_modules|dist|\.cache)\//

/** The text files before and after a commit, and what its author says of it. Blobs are read once a repository. */
export function openCommits(git: string) {
  const texts = new Map<string, string | null>()
  const call = (args: readonly string[], input = '') =>
    spawnSync('git', ['-C', git, ...args], { input, maxBuffer: 1 << 30 }).stdout
  const read = (commit: string): FileTree => {
    const entries = call(['ls-tree', '-r', '-l', '-z', commit])
      .toString()
      .split('\0')
      .flatMap((line) => {
        const [head = '', path = ''] = line.split('\t')
        const [mode, , id = '', size] = head.split(/\s+/)
        const isText = mode?.startsWith('100') && Number(size) <= mostBytes && !ignored.test(path)
        return isText ? [{ id, path }] : []
      })
    const missing = [...new Set(entries.map(({ id }) => id).filter((id) => !texts.has(id)))]
    const answer = call(['cat-file', '--batch'], missing.map((id) => `${id}\n`).join(''))
    let at = 0
    for (const id of missing) {
      const end = answer.indexOf(10, at)
      const size = Number(answer.toString('latin1', at, end).split(' ')[2])
      const bytes = answer.subarray(end + 1, end + 1 + size)
      texts.set(id, bytes.includes(0) ? null : bytes.toString('utf8'))
      at = end + 2 + size
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
    task: call(['show', '-s', '--format=%B', commit]).toString().trim(),
  })
}
