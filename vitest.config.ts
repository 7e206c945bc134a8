import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { build } from './test/support/build.ts'

/** Files that take half a minute or more: one that came last would keep one core at work alone. */
const slow =
  /stories\/(?:workorder|check-page|check-code|gan|design-crash|crash|commands)\.|docs\.test|torture\/|simulation\.test|browser\.test|page-exam|audit\/gate|criticise|sanitize\.test|measure\.test/

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // units run the sources, the others what is built
    if (files.some(({ moduleId }) => moduleId.startsWith(join(import.meta.dirname, 'test'))))
      build()
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

export default defineConfig({
  test: {
    // most of the time is spent waiting for processes that the tests start
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    env: { XDG_STATE_HOME: join(tmpdir(), 'loopwright-test-state') },
    // for what hangs, not for what is slow: machines are busy at times
    testTimeout: 600_000,
    hookTimeout: 600_000,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // they keep nothing in modules, so a worker may go on with the next file
    isolate: false,
  },
})
