// The built command line as the launcher starts it, without looking for newer sources each time.
import { enableCompileCache } from 'node:module'

enableCompileCache()
const { main } = await import('../../dist/cli.js')
process.exitCode = await main(process.argv.slice(2))
