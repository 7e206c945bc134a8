import { execFile, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Tree, Variant } from './cases.ts'
import { clear, stage } from './stage.ts'

export type Proof = { readonly build: boolean; readonly test: boolean; readonly start: boolean }

/** Whether what a case leaves still builds, passes its own tests and answers. */
export async function prove(clean: Tree, each: Variant, path: string): Promise<Proof> {
  const made = stage(clean, each)
  const run = (script: string) =>
    new Promise<boolean>((done) => {
      execFile('npm', ['run', script], { cwd: made.folder, timeout: 300_000 }, (error) =>
        done(error === null),
      )
    })
  try {
    return {
      build: await run('build'),
      test: await run('test'),
      start: await answers(made.folder, path),
    }
  } finally {
    clear(made)
  }
}

async function answers(folder: string, path: string): Promise<boolean> {
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const server = spawn('npm', ['start'], {
    cwd: folder,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, PORT: String(port) },
  })
  try {
    for (let attempt = 0; attempt < 60 && server.exitCode === null; attempt++) {
      await wait(250)
      const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
      if (response !== null) return response.ok
    }
    return false
  } finally {
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGKILL')
  }
}
