import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Seal, sealed, unsealed } from '../../kit/seal.ts'
import type { Disk } from '../../ports/disk.ts'
import { HostAnswer, HostQuestion, type HostRun } from '../../ports/host-desk.ts'

const ends = { question: '.question.json', answer: '.answer.json', used: '.used' } as const
type Kind = keyof typeof ends

export const idOf = ({ workflow, runId }: HostRun): string => `${workflow}:${runId}`

/** Questions and answers as files that only this machine writes; a file is named by the token of its question. */
export function openHostFiles(disk: Disk, folder: string, seal: Seal) {
  const pathOf = (run: HostRun, name = '') => join(folder, hash(idOf(run)).slice(0, 32), name)
  const place = (run: HostRun, token: string, kind: Kind) => pathOf(run, token + ends[kind])
  const about = (run: HostRun, token: string, kind: Kind) => `${idOf(run)}/${token}${ends[kind]}`

  async function read(run: HostRun, token: string, kind: Kind): Promise<unknown> {
    const bytes = await disk.read(place(run, token, kind))
    const text = bytes === null ? null : Buffer.from(bytes).toString()
    const body = text === null ? null : unsealed(seal, about(run, token, kind), text)
    return body === null ? null : JSON.parse(body)
  }

  return {
    seal,
    path: place,
    text: (run: HostRun, token: string, value: object, kind: Kind) =>
      sealed(seal, about(run, token, kind), JSON.stringify(value)),
    question: async (run: HostRun, token: string) =>
      HostQuestion.safeParse(await read(run, token, 'question')).data ?? null,
    answer: async (run: HostRun, token: string) =>
      HostAnswer.safeParse(await read(run, token, 'answer')).data ?? null,
    /** The tokens of all that is there of a kind. */
    async tokens(run: HostRun, kind: Kind): Promise<readonly string[]> {
      const names = await disk.list(pathOf(run))
      return names
        .filter((name) => name.endsWith(ends[kind]))
        .map((name) => name.slice(0, -ends[kind].length))
        .toSorted()
    },
    forget: (run: HostRun) => disk.removeTree(pathOf(run)),
  }
}
export type HostFiles = ReturnType<typeof openHostFiles>

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
