import { openDatabase } from './data/database.ts'
import { createLibrary } from './http/server.ts'
import { readSettings } from './settings.ts'
import { createCatalogue } from './upstream/catalogue.ts'

try {
  const settings = readSettings(process.env)
  const catalogue = createCatalogue({
    url: settings.catalogueUrl,
    key: settings.catalogueKey,
    timeoutMs: settings.catalogueTimeoutMs,
  })
  const db = openDatabase(settings.databaseFile)
  const server = createLibrary({ db, catalogue, now: Date.now, isProduction: settings.isProduction })
  server.listen(settings.port, () => process.stdout.write(`The library is open on port ${settings.port}\n`))
  process.once('SIGTERM', () => server.close(() => db.close()))
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
