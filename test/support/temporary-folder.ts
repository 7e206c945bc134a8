import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
const leastBytes = 4 * 1024 ** 3

/** A folder for what this run of the tests writes, in memory where there is room: most of it lives for a second. */
export function temporaryFolder(): string {
  const parent = isRoomy() ? inMemory : tmpdir()
  removeLeft(parent)
  const folder = mkdtempSync(join(parent, `lw-tests-${process.pid}-`))
  // sandboxes are other users, who work in here as they do in /tmp
  chmodSync(folder, 0o1777)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** What a run that was killed left there would take memory until the machine is restarted. */
function removeLeft(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = /^lw-tests-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && existsSync('/proc/self') && !existsSync(`/proc/${pid}`))
      rmSync(join(parent, name), { recursive: true, force: true })
  }
}

/** Containers often have a small one, or one whose programs do not start. */
function isRoomy(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize > leastBytes && startsPrograms()
  } catch {
    return false
  }
}

function startsPrograms(): boolean {
  const folder = mkdtempSync(join(inMemory, 'lw-'))
  try {
    writeFileSync(join(folder, 'program'), '#!/bin/sh\n', { mode: 0o755 })
    execFileSync(join(folder, 'program'))
    return true
  } finally {
    rmSync(folder, { recursive: true })
  }
}
