import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { build } from './test/support/build.ts'
import { temporaryFolder } from './test/support/temporary-folder.ts'

/** Files that start hundreds of processes: they come while workers are small. */
const startsMost = /docs\.test|stories\/(?:workorder|track|improve)\.|repository-git\//

/** Files that take a quarter of a minute or more: one that came last would keep one core at work alone. */
const slow =
  /stories\/(?:check-page|check-code|gan|package|commands|crash|design-crash)\.|browser\.test|page\/exam|audit\/gate|torture\/|bench\.test|measure\.test|open-application|open-mcp-preview|newcomer|is-vacuous|records-postgres/

/** Files that start processes: the less a worker has in its memory, the less it takes to start one. */
const startsProcesses =
  /\/test\/(?!simulation|models|fuzz)|\/src\/(?:adapters|app|check|checks\/(?:acceptance|code|page)|workflows\/workorder)\//

const slowAlone = /simulation\/|criticise|openapi\/benchmark/

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // units run the sources, the others what is built
    if (files.some(({ moduleId }) => moduleId.startsWith(join(import.meta.dirname, 'test'))))
      build()
    const sorted = await super.sort(files)
    const order = [startsMost, slow, startsProcesses, slowAlone, /./]
    const rank = ({ moduleId }: TestSpecification) => order.findIndex((kind) => kind.test(moduleId))
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}

const temporary = temporaryFolder()

// a worker that gives back what it freed is forked faster, and workers fork thousands of times
process.env['MALLOC_ARENA_MAX'] ??= '1'
process.env['MALLOC_MMAP_THRESHOLD_'] ??= `${128 * 1024}`
process.env['MALLOC_TRIM_THRESHOLD_'] ??= `${128 * 1024}`

export default defineConfig({
  test: {
    // most of the time is spent waiting for processes that the tests start
    maxWorkers: Math.min(8, 2 + availableParallelism()),
    // Node reads TypeScript itself: nothing need be transformed
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: SlowFirst },
    env: { TMPDIR: temporary, XDG_STATE_HOME: join(temporary, 'state') },
    // for what hangs, not for what is slow: machines are busy at times
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // they keep nothing in modules, so a worker may go on with the next file
    isolate: false,
  },
})
