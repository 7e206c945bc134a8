// The command line from its sources, with one wall taken down: PATCH holds { file, from, to }.
import { registerHooks } from 'node:module'

const { file, from, to } = JSON.parse(process.env.PATCH ?? '{}')
delete process.env.PATCH
if (file !== undefined)
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      if (!url.endsWith(`/src/${file}`)) return loaded
      return {
        ...loaded,
        source: Buffer.from(loaded.source)
          .toString()
          .replace(from, () => to),
      }
    },
  })
const { main } = await import('../../src/entrypoints/cli/main.ts')
process.exitCode = await main(process.argv.slice(2))
