import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
const leastBytes = 4 * 1024 ** 3

/** A folder for what this run of the tests writes, in memory where there is room: most of it lives for a second. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(isRoomy() ? inMemory : tmpdir(), 'lw-'))
  // sandboxes are other users, who work in here as they do in /tmp
  chmodSync(folder, 0o1777)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
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
