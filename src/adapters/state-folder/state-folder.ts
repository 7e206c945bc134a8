import { createHmac, createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Seal } from '../../kit/seal.ts'

/** How far a history was written by this machine. */
export type Head = { readonly events: number; readonly hash: string }
const Head = z.object({ events: z.number().int().positive(), hash: z.string() })

/**
 * What this machine knows by itself, outside of every workspace: a secret that no agent behind walls
 * can read, and the last event of each history it wrote.
 */
export type StateFolder = {
  readonly folder: string
  readonly seal: Seal
  keepHead(history: string, head: Head): void
  headOf(history: string): Head | null
  /** What the user agreed to for a workspace, by its hash. */
  trust(root: string, hash: string): void
  isTrusted(root: string, hash: string): boolean
}

export function openStateFolder(folder: string): StateFolder {
  const named = (kind: string, about: string) =>
    join(folder, kind, `${createHash('sha256').update(about).digest('hex').slice(0, 32)}.json`)
  let key: Buffer | null = null
  return {
    folder,
    seal(text) {
      key ??= readKey(join(folder, 'key'))
      return createHmac('sha256', key).update(text).digest('hex')
    },
    // without it `verify` proves less, and says so
    keepHead: (history, head) => keep(named('heads', history), { ...head, history }),
    trust: (root, hash) => keep(named('trusted', `${root}\0${hash}`), { root, hash }),
    isTrusted: (root, hash) => existsSync(named('trusted', `${root}\0${hash}`)),
    headOf(history) {
      try {
        return Head.parse(JSON.parse(readFileSync(named('heads', history), 'utf8')))
      } catch {
        return null
      }
    },
  }
}

/** Whole or not at all; where nothing can be kept, nothing is. */
function keep(path: string, value: object): void {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(temporary, JSON.stringify(value), { mode: 0o600 })
    renameSync(temporary, path)
  } catch {
    rmSync(temporary, { force: true })
  }
}

const keyBytes = 32

/** The secret of this machine's user. Where none can be kept, one for this process: then nothing kept is believed. */
function readKey(path: string): Buffer {
  const known = keyAt(path)
  if (known !== null) return known
  const made = randomBytes(keyBytes)
  const temporary = `${path}.${process.pid}.tmp`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(temporary, made, { mode: 0o600 })
    // the first of several processes wins, with a whole file
    linkSync(temporary, path)
  } catch {
    return keyAt(path) ?? made
  } finally {
    rmSync(temporary, { force: true })
  }
  return made
}

function keyAt(path: string): Buffer | null {
  try {
    const key = readFileSync(path)
    return key.length === keyBytes ? key : null
  } catch {
    return null
  }
}
