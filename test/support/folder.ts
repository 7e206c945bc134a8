import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'

/** A fresh folder that is gone after the test. */
export function freshFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'loopwright-test-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A folder that is brought into some state once, and copied for every test. */
export function preparedFolder(make: (folder: string) => Promise<void>): () => string {
  const origin = realpathSync(mkdtempSync(join(tmpdir(), 'loopwright-origin-')))
  beforeAll(() => make(origin))
  afterAll(() => rmSync(origin, { recursive: true, force: true }))
  return () => {
    const folder = freshFolder()
    cpSync(origin, folder, { recursive: true })
    return folder
  }
}
