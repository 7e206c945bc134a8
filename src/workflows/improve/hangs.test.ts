import { expect, test } from 'vitest'
import { Config } from '../../model/config.ts'
import { ok } from '../../model/result.ts'
import type { Workspace } from '../../ports/workspace.ts'
import { hangIn } from './hangs.ts'

/** A project whose build and tests end as they are told, and the time limits each of them got. */
function projectWhere(ends: (script: string) => boolean) {
  const limits: number[] = []
  const bench = {
    root: '/p',
    kind: 'bwrap',
    tree: 'a tree',
    read: async (path: string) =>
      path === 'package.json'
        ? '{ "name": "p", "scripts": { "build": "build-it", "test": "test-it" } }'
        : null,
    list: async () => ['package.json'],
    write: async () => undefined,
    remove: async () => undefined,
    drift: async () => null,
    close: async () => undefined,
    run: async ({ argv, limits: set }: { argv: string[]; limits: { wallMs: number } }) => {
      const script = argv.at(-1) ?? ''
      const output = { stdout: '', stderr: '', ms: 1 }
      if (ends(script)) return ok({ type: 'exited', code: 0, ...output })
      limits.push(set.wallMs / 1_000)
      return ok({ type: 'stopped', limit: 'time', ...output })
    },
  }
  const project = {
    root: '/p',
    config: Config.parse({}),
    clock: { elapsedMs: () => 0 },
    privateFolder: '/p/.loopwright',
    disk: { read: async () => null, replace: async () => undefined },
    seal: () => '',
    hidePrivateFolder: async () => undefined,
    openWorkbench: async () => ok(bench),
  } as unknown as Workspace
  return { project, limits }
}

const means = { signal: new AbortController().signal, tell: () => undefined }

test('a set-up whose build does not end is named before an order begins, after a second chance and no third', async () => {
  const { project, limits } = projectWhere((script) => !script.includes('build-it'))
  expect(await hangIn(project, means)).toMatch(
    /^the build of the set-up does not end: `.*` was ended after 120 and 120 s, before anybody/,
  )
  expect(limits).toEqual([120, 120])
})

test('of a set-up that ends nothing is said', async () => {
  expect(await hangIn(projectWhere(() => true).project, means)).toBeNull()
})
