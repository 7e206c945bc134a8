import { constants, existsSync } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import type { KnownAgent } from '../../model/known-agents.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Where a program is: in the PATH, or at the path that was written. Null where it cannot be run. */
export async function findProgram(
  name: string,
  { env, cwd }: { env: Env; cwd: string },
): Promise<string | null> {
  const written = isAbsolute(name) || name.includes('/') || name.includes('\\')
  const places = written
    ? [resolve(cwd, name)]
    : (env['PATH'] ?? '')
        .split(delimiter)
        .flatMap((folder) =>
          folder === '' ? [] : endings(env).map((ending) => join(folder, name + ending)),
        )
  for (const place of places) if (await canRun(place)) return place
  return null
}

const endings = (env: Env) =>
  process.platform === 'win32' ? ['', ...(env['PATHEXT'] ?? '.EXE;.CMD').split(';')] : ['']

async function canRun(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

/** Whether somebody is logged in, as far as files and variables show without being read. */
export function isLoggedIn({ logins, keys }: KnownAgent, env: Env): boolean {
  const home = env['HOME'] || homedir()
  return (
    keys.some((name) => (env[name] ?? '') !== '') ||
    logins.some((path) => existsSync(join(home, path)))
  )
}

/** The one without windows starts fastest, so it is taken first. */
export const browserPrograms = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
] as const
export const keyVariables = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY'] as const

export async function firstProgram(
  names: readonly string[],
  where: { env: Env; cwd: string },
): Promise<string | null> {
  for (const name of names) {
    const path = await findProgram(name, where)
    if (path !== null) return path
  }
  return null
}
