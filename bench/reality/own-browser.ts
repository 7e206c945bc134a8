import { openWorkspace } from '../../src/app.ts'
import type { Browser } from '../../src/ports/browser.ts'

let opened: Promise<Browser> | null = null

/** One browser for all pages; the pages do not close it. */
export async function ownBrowser(cwd: string): Promise<Browser> {
  opened ??= openWorkspace({ cwd, root: cwd, env: process.env }).then((workspace) => {
    if (!workspace.ok) throw new Error(workspace.error.what)
    return workspace.value.openBrowser()
  })
  return { ...(await opened), close: () => Promise.resolve() }
}

export const closeBrowser = async (): Promise<void> => (await opened)?.close()
