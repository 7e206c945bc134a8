import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { openWorkspace } from '../../src/app.ts'
import { startRun } from '../../src/engine/command-run.ts'
import { main } from '../../src/entrypoints/cli/main.ts'
import { gan } from '../../src/workflows/gan/definition.ts'
import { orders as ganOrders } from '../../src/workflows/gan/sample-run.contract.ts'
import { workorder } from '../../src/workflows/workorder/definition.ts'
import { orders } from '../../src/workflows/workorder/sample-order.contract.ts'
import { begunNow } from './begun-now.ts'

type Env = Readonly<Record<string, string | undefined>>

/** Fills a folder with a configuration, records and a run of every workflow: one ended, one asks, two have begun. */
export async function fillWithAllWorkflows(folder: string, env: Env): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'loopwright.yaml'), 'caps: { iterations: 4 }\n')
  writeFileSync(
    join(folder, 'needs.md'),
    '# Shop\n\n- A guest can buy a book.\n- A book has a title (text, required).\n',
  )
  for (const args of [
    ['new', 'a .env file with PORT=3000', '--alias', 'settings', '--yes', '--quiet'],
    ['design', 'start', 'shop', 'needs.md', '--quiet'],
    ['learn', 'analyze', '--dry-run'],
  ])
    await callIn(folder, args, env)
  const opened = await openWorkspace({ cwd: folder, env })
  if (!opened.ok) throw new Error(opened.error.what)
  const begun = [
    await startRun(gan, opened.value, named('bakery-1'), ganOrders.start()),
    await startRun(workorder, opened.value, named('wo1-round-prices'), orders.start()),
  ]
  for (const run of begun) if (!run.ok) throw new Error(run.error.what)
}

const named = (name: string) => ({ name, runId: name })

/** Calls the command line, which must end well or at a question. */
export async function callIn(folder: string, args: readonly string[], env: Env): Promise<void> {
  let said = ''
  const stream = { write: (text: string) => void (said += text) }
  const context = { cwd: folder, env, begun: begunNow(), stdout: stream, stderr: stream }
  const exit = await main(args, { ...context, stdin: Readable.from([]) })
  if (![0, 3].includes(exit)) throw new Error(`${args.join(' ')} ended with ${exit}: ${said}`)
}
