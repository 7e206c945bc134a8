import { expect, test } from 'vitest'
import { err, ok } from '../../model/result.ts'
import type { Application } from '../../ports/application.ts'
import type { Workbench } from '../../ports/workbench.ts'
import { startApplication } from './start-application.ts'

test('pages are looked at while the instance that requests go to still starts, with a browser that came up before', async () => {
  const order: string[] = []
  const seen = Promise.withResolvers<null>()
  const application: Application = {
    command: 'npm run start',
    origin: 'http://127.0.0.1:4000',
    request: async () => ({ status: 200, headers: { 'content-type': 'text/html' }, body: '' }),
    stop: async () => undefined,
  }
  let opened = 0
  const running = Promise.withResolvers<null>()
  const started = await startApplication(
    {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing runs on it here
      openWorkbench: async () => ok({ close: async () => undefined } as unknown as Workbench),
      openApplication: async () => {
        order.push(`application ${++opened}`)
        if (opened === 2) await seen.promise
        return ok(application)
      },
      openBrowser: async () => ({
        warm: async () => void order.push('browser'),
        look: async () => {
          order.push('look')
          seen.resolve(null)
          return err({ type: 'crashed', reason: 'it crashed' })
        },
        close: async () => undefined,
      }),
    },
    { root: '/', spec: '', metadata: { evaluators: ['eval-ui-ux'] } },
    {
      files: new Map(),
      signal: new AbortController().signal,
      onProgress: () => undefined,
      onRunning: () => running.resolve(null),
    },
  )
  await running.promise
  expect(order.slice(0, 2)).toEqual(['browser', 'application 1'])
  expect(order).toContain('look')
  await started.close()
})
