import { expect, test } from 'vitest'
import { evaluateIntegration } from './evaluate.ts'
import { madeFacts } from './made-facts.contract.ts'

async function issues(pass: number, files: Readonly<Record<string, string>>): Promise<string> {
  const passes = await evaluateIntegration(madeFacts({ files }))
  return passes
    .filter(({ number }) => number === pass)
    .flatMap(({ parts }) => parts.flatMap(({ issues: own }) => own.map(({ message }) => message)))
    .join('\n')
}

test('what is looked up before it is added is unique', async () => {
  const users = (email: string) => ({
    'db/schema.sql': `CREATE TABLE users (id INTEGER PRIMARY KEY, email ${email}, made_at TEXT NOT NULL);`,
    'src/users.js': `export function add(db, email) {
  if (db.get('SELECT 1 FROM users WHERE email = ?', email)) return null
  return db.run('INSERT INTO users (email, made_at) VALUES (?, ?)', email, now())
}
`,
  })
  expect(await issues(3, users('TEXT NOT NULL'))).toContain('users.email is not unique')
  expect(await issues(3, users('TEXT NOT NULL UNIQUE'))).not.toContain('not unique')
})

test('a secret that stands for a missing variable is in the code', async () => {
  const config = (fallback: string) => ({
    'src/config.ts': `import { z } from 'zod'\nexport const Env = z.object({ MAIL_TOKEN: z.string().default('${fallback}') })\n`,
  })
  expect(await issues(5, config('gl_live_7c41e09ab5d24f6f8e1b3d5a90c2f6e4'))).toContain(
    'MAIL_TOKEN',
  )
  expect(await issues(5, config(''))).not.toContain('MAIL_TOKEN')
})

test('the end of a session that a statement writes is looked at', async () => {
  const sessions = (where: string) => ({
    'src/sessions.js': `export const open = (db, token) => db.run('INSERT INTO sessions (token, expires_at) VALUES (?, ?)', token, later())
export const find = (db, token) => db.get('SELECT user_id FROM sessions WHERE token = ?${where}', token)
`,
  })
  expect(await issues(2, sessions(''))).toContain('expires_at is written down and never looked at')
  expect(await issues(2, sessions(' AND expires_at > ?'))).not.toContain('never looked at')
})

test('a stack stays in the log', async () => {
  const handler = (body: string) => ({
    'src/app.js': `app.use((error, req, res, next) => { console.error(error.stack); res.status(500).json({ error: ${body} }) })\n`,
  })
  expect(await issues(1, handler('error.stack'))).toContain('the stack of an error is sent')
  expect(await issues(1, handler("'Try again.'"))).not.toContain('stack')
})

test('a function that asks its own server is told from one that asks others', async () => {
  const client = (path: string) => ({
    'web/api.js': `export async function call(method, path) {
  const response = await fetch(path, { method })
  return response.ok ? response.json() : null
}
`,
    'web/page.js': `import { call } from './api.js'\nexport const load = () => call('GET', ${path})\n`,
  })
  expect(await issues(4, client("'/api/orders'"))).not.toContain('waits for ever')
  expect(await issues(4, client("'https://mail.example.com/send'"))).toContain('waits for ever')
})
