import { createWorkshop } from './server.ts'
import { readSettings } from './settings.ts'

const settings = readSettings(process.env)
createWorkshop(settings).listen(settings.port, () =>
  console.info(`the workshop listens on ${settings.port}`),
)
