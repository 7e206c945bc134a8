import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { createStudio } from './app.ts'
import { readConfig } from './config.ts'
import { connect } from './db/connect.ts'

const config = readConfig(process.env)
const app = createStudio({
  db: connect(config.KILN_DB),
  supplier: { url: config.GLAZE_URL, token: config.GLAZE_TOKEN },
})

const dist = join(import.meta.dirname, '../dist')
const types: Record<string, string> = { '.css': 'text/css', '.js': 'text/javascript', '.html': 'text/html' }

app.use(async (req, res, next) => {
  if (req.method !== 'GET' || req.path.startsWith('/api/')) return next()
  const wanted = extname(req.path) === '' ? '/index.html' : normalize(req.path)
  const body = await readFile(join(dist, wanted), 'utf8').catch(() => null)
  if (body === null) return next()
  res.text(body, `${types[extname(wanted)] ?? 'text/plain'}; charset=utf-8`)
})

app.listen(config.PORT, () => console.info(`the studio listens on ${config.PORT}`))
