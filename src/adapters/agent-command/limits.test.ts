import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import { findProgram } from '../../app/doctor/programs.ts'
import type { AgentRequest } from '../../model/agent.ts'
import { AgentLimits } from '../../model/config.ts'
import { rawRequest } from '../../ports/agent.contract.ts'
import type { Resources } from '../../ports/resources.ts'
import { openResources } from '../sandbox-bwrap/resources.ts'
import { openCommandAgent } from './open-command-agent.ts'

const request = (workspace: string | null): AgentRequest => ({
  ...rawRequest,
  workspace,
})

let resources: Resources
beforeAll(() => {
  resources = openResources({ memoryShare: 0.9, sandboxes: 4, file: null })
})

/** What a script that runs behind walls prints, or why it was stopped. */
async function runs(script: string, limits: object, isWatched = true): Promise<string> {
  const root = freshFolder()
  const workspace = join(root, 'work')
  mkdirSync(workspace)
  mkdirSync(join(root, 'home'))
  writeFileSync(join(root, 'agent.mjs'), script)
  const agent = openCommandAgent({
    command: [process.execPath, 'agent.mjs'],
    cwd: root,
    timeoutMs: 60_000,
    limits: AgentLimits.parse(limits),
    ...(isWatched ? { resources } : {}),
    walls: {
      kind: 'bwrap',
      plan: {
        root,
        hidden: [],
        home: '/root',
        homeFolders: [],
        read: [],
        write: [],
        network: false,
        isSized: true,
        findProgram: (name, path) => findProgram(name, { env: { PATH: path }, cwd: root }),
      },
    },
  })
  const answered = await agent.ask(request(workspace), new AbortController().signal)
  if (answered.ok) return String(answered.value.output).trim()
  return answered.error.type === 'unavailable' ? answered.error.reason : answered.error.type
}

const fs = "import fs from 'node:fs'\n"
const tried = (deed: string) =>
  `${fs}try { ${deed}; console.log('done') } catch (error) { console.log(error.code) }`

describe('an agent', () => {
  test('[LIMIT-1] that takes more memory than it may is stopped and told where to raise it', async () => {
    const greedy = `const kept = []; setInterval(() => kept.push(Buffer.alloc(20e6, 1)), 5)`
    const said = await runs(greedy, { memory_mb: 300 })
    expect(said).toContain('took more memory than it may')
    expect(said).toContain('resources.agent')
  })

  test('[LIMIT-1] that starts processes without end is stopped', async () => {
    const forks = `import { spawn } from 'node:child_process'\nfor (let n = 0; n < 60; n++) spawn('sleep', ['30']).on('error', () => {})\nsetInterval(() => {}, 1000)`
    expect(await runs(forks, { processes: 20 })).toContain('started more processes than it may')
  })

  test('[LIMIT-1] has so many open files, so large files and so much room in memory, and no more', async () => {
    const opens = 'for (let n = 0; n < 500; n++) fs.openSync("/dev/null", "r")'
    expect(await runs(tried(opens), { open_files: 128 })).toBe('EMFILE')
    expect(await runs(tried(opens), { open_files: 4096 })).toBe('done')
    const large = 'process.on("SIGXFSZ", () => {}); fs.writeFileSync("large", Buffer.alloc(5e6))'
    expect(await runs(tried(large), { file_mb: 1 })).toBe('EFBIG')
    const piles = 'fs.writeFileSync("/tmp/large", Buffer.alloc(40e6))'
    expect(await runs(tried(piles), { memory_mb: 64 }, false)).toBe('ENOSPC')
    expect(await runs(tried('fs.writeFileSync("/large", "x")'), {})).toBe('EROFS')
  })

  test('[LIMIT-1] that makes files without end, or fills the disk, is stopped', async () => {
    const empties = `${fs}for (let n = 0; ; n++) { fs.writeFileSync('/tmp/' + n, ''); if (n % 500 === 0) await new Promise((done) => setTimeout(done, 20)) }`
    expect(await runs(empties, { files: 5_000 })).toContain('wrote more files')
    const fills = `${fs}for (let n = 0; n < 400; n++) { fs.writeFileSync('' + n, Buffer.alloc(1e6, 7)); await new Promise((done) => setTimeout(done, 10)) }`
    expect(await runs(fills, { disk_mb: 50 })).toContain('wrote more files')
  })

  test('[LIMIT-1] that prints without end is stopped, on standard error too', async () => {
    const prints = "setInterval(() => process.stderr.write('x'.repeat(1e5)), 1)"
    expect(await runs(prints, { output_mb: 2 })).toBe('bad-output')
  })
})
