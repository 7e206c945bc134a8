import { expect, test } from 'vitest'
import { openWorkspace } from '../../src/app.ts'
import { measureProject } from '../../src/checks/track/measure-project.ts'
import { ok } from '../../src/model/result.ts'
import { type Files, makeProject, withScripts } from '../support/small-project.ts'

test('what does not end is tried once for a track, with all the time that there is', async () => {
  const files: Files = withScripts({ test: 'node --test' })
  const root = makeProject(files, { packages: false })
  const opened = await openWorkspace({ cwd: root, env: process.env })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  const given: (number | undefined)[] = []
  const workspace = {
    ...opened.value,
    openWorkbench: async (folder: string) => {
      const bench = await opened.value.openWorkbench(folder)
      if (!bench.ok) return bench
      return ok({
        ...bench.value,
        run: async ({ argv, limits }: Parameters<typeof bench.value.run>[0]) => {
          if (argv.join(' ').includes('--test')) given.push(limits?.wallMs)
          return ok({ type: 'stopped', limit: 'time', stdout: '', stderr: '', ms: 1 } as const)
        },
      })
    },
  }
  const { measured } = await measureProject(
    workspace,
    { root, spec: '# Wait\n' },
    { files: new Map(), signal: new AbortController().signal, onProgress: () => undefined },
  )
  expect(measured?.tests.state).toBe('stopped')
  expect(given).toEqual([300_000])
})
