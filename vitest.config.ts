import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // most of the time is spent waiting for processes that the tests start
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
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
