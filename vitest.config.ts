import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // most of the time is spent waiting for processes that the tests start
    maxWorkers: 2,
    env: { XDG_STATE_HOME: join(tmpdir(), 'loopwright-test-state') },
    // for what hangs, not for what is slow: machines are busy at times
    testTimeout: 600_000,
    hookTimeout: 600_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['src/**/*.test.ts'],
          // they keep nothing in modules, so a worker may go on with the next file
          isolate: false,
        },
      },
      { extends: true, test: { name: 'stories', include: ['test/**/*.test.ts'] } },
    ],
  },
})
