import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import { openSandbox } from '../../adapters/sandbox-bwrap/open-sandbox.ts'
import { ok } from '../../model/result.ts'
import type { Sandbox } from '../../ports/sandbox.ts'
import { checks } from './catalog.ts'
import { findCompiler } from './compiler.ts'

function projectWith(versions: Readonly<Record<string, string>>): string {
  const folder = freshFolder()
  for (const [name, version] of Object.entries(versions)) {
    mkdirSync(join(folder, 'node_modules', name), { recursive: true })
    writeFileSync(join(folder, 'node_modules', name, 'package.json'), JSON.stringify({ version }))
  }
  return folder
}

const native = `@typescript/typescript-${process.platform}-${process.arch}`

test("[CODE-11] the project's own compiler is used before the one beside Loopwright", () => {
  const project = projectWith({ typescript: '7.9.9', [native]: '7.9.9' })
  expect(findCompiler(project)).toEqual({
    folder: join(project, 'node_modules', native, 'lib'),
    version: '7.9.9',
  })
  const beside = findCompiler()
  expect(beside).not.toBeNull()
  expect(findCompiler(projectWith({ typescript: '5.9.3' }))).toEqual(beside)
  expect(findCompiler(projectWith({}))).toEqual(beside)
})

test('[CODE-11] a compiler that refuses its options is no pass', async () => {
  const real = await openSandbox({ kind: 'auto' })
  const stdout = "error TS5023: Unknown compiler option '--ignoreConfig'.\n"
  const sandbox: Sandbox = {
    ...real,
    run: async () => ok({ type: 'exited', code: 1, stdout, stderr: '', ms: 1 }),
  }
  const compiles = checks.find(({ id }) => id === 'code/compiles')
  const subject = {
    artifact: '```ts\nexport const a = 1\n```\n',
    task: { prompt: '', ideal_result: '' },
    project: { list: async () => [], read: async () => null },
  }
  expect(await compiles?.run(subject, { sandbox, signal: AbortSignal.timeout(9e3) })).toMatchObject(
    {
      verdict: 'error',
      details: expect.stringContaining('TS5023'),
    },
  )
})
