import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { statePath } from '../../app/state-path.ts'

type Token = { readonly token: string; readonly path: string; readonly isNew: boolean }

/** The secret of web clients, outside of every workspace and for this user's eyes only. */
export function readToken(env: Readonly<Record<string, string | undefined>>): Token {
  const path = join(statePath(env), 'mcp-token')
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const made = randomBytes(32).toString('hex')
  try {
    writeFileSync(path, `${made}\n`, { mode: 0o600, flag: 'wx' })
    return { token: made, path, isNew: true }
  } catch {
    chmodSync(path, 0o600)
    const token = readFileSync(path, 'utf8').trim()
    if (!/^[0-9a-f]{64}$/.test(token))
      throw new Error(`${path} holds no token; remove it and start again`)
    return { token, path, isNew: false }
  }
}
