import { createHmac, createHash, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
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
}

export function openStateFolder(env: Readonly<Record<string, string | undefined>>): StateFolder {
  const base = env['XDG_STATE_HOME'] || join(env['HOME'] || homedir(), '.local', 'state')
  const folder = join(base, 'loopwright')
  const headPath = (history: string) =>
    join(folder, 'heads', `${createHash('sha256').update(history).digest('hex').slice(0, 32)}.json`)
  let key: Buffer | null = null
  return {
    folder,
    seal(text) {
      key ??= readKey(join(folder, 'key'))
      return createHmac('sha256', key).update(text).digest('hex')
    },
    keepHead(history, head) {
      const path = headPath(history)
      const temporary = `${path}.${process.pid}.tmp`
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
        writeFileSync(temporary, JSON.stringify({ ...head, history }), { mode: 0o600 })
        renameSync(temporary, path)
      } catch {
        // without it `verify` proves less, and says so
        rmSync(temporary, { force: true })
      }
    },
    headOf(history) {
      try {
        return Head.parse(JSON.parse(readFileSync(headPath(history), 'utf8')))
      } catch {
        return null
      }
    },
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
