import { createServer } from 'node:http'
import { readEnvironment } from '../environment.ts'
import { createShop } from './create-shop.ts'
import { listener } from './node-listener.ts'

export function start(env: Readonly<Record<string, string | undefined>>): void {
  const environment = readEnvironment(env)
  if (!environment.ok) {
    process.stderr.write(`The shop cannot start.\n${environment.problems.join('\n')}\n`)
    process.exitCode = 1
    return
  }
  const { port } = environment.value
  const server = createServer(listener(createShop(environment.value)))
  server.listen(port, () => process.stdout.write(`The shop is open at http://localhost:${port}\n`))
  process.once('SIGTERM', () => server.close())
}
