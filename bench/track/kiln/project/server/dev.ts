import { createServer } from 'node:http'
import { createServer as createVite } from 'vite'
import { createStudio } from './app.ts'
import { readConfig } from './config.ts'
import { connect } from './db/connect.ts'

const config = readConfig(process.env)
const app = createStudio({
  db: connect(config.KILN_DB),
  supplier: { url: config.GLAZE_URL, token: config.GLAZE_TOKEN },
})
const vite = await createVite({ server: { middlewareMode: true, hmr: false, ws: false }, appType: 'spa' })

createServer((request, response) => {
  if (request.url?.startsWith('/api/')) void app.handle(request, response)
  else vite.middlewares(request, response)
}).listen(config.PORT, () => console.info(`the studio listens on ${config.PORT}`))
