import { describe, expect, test } from 'vitest'
import { verdictOfPass } from '../../evaluation.ts'
import { madeFacts } from '../made-facts.contract.ts'
import { readProject } from '../project.ts'
import { environmentPass } from './pass.ts'

type Files = Readonly<Record<string, string>>
const environment = async (files: Files, spec = '', touched = Object.keys(files)) =>
  environmentPass(await readProject(madeFacts({ files, spec, touched })))
const wrong = async (files: Files, spec = '') =>
  (await environment(files, spec)).parts
    .filter(({ status }) => status === 'unmet')
    .map(({ id }) => id)

const checked = `const url = process.env.RATES_URL
if (!url) throw new Error('RATES_URL is not set')`
const random = 'q7Zp2Lx9Vb4Nt8Rk1Wd6'

describe('variables of the environment', () => {
  test('in .env.example, checked one by one', async () => {
    expect(
      verdictOfPass(
        await environment({
          'src/a.js': checked,
          '.env.example': 'RATES_URL=https://rates.example\n',
        }),
      ),
    ).toBe('PASS')
  })
  test('fall back on no server of customers', async () => {
    const files = (fallback: string) => ({
      'src/a.js': `export const url = process.env.STOCK_URL ?? '${fallback}'`,
      '.env.example': 'STOCK_URL=http://localhost:4100\n',
    })
    expect(await wrong(files('https://stock.shop.com'))).toEqual(['environments-apart'])
    expect(await wrong(files('http://localhost:4100'))).toEqual([])
  })
  test('in a schema with Zod, in the README', async () => {
    const files = {
      'src/config.ts': `import { z } from 'zod'
const Env = z.object({ RATES_URL: z.url(), RATES_KEY: z.string().min(1), PORT: z.coerce.number().default(3000) })
export const env = Env.parse(process.env)`,
      'README.md': '| `RATES_URL` | address |\n| `RATES_KEY` | key |',
    }
    expect(await wrong(files)).toEqual([])
    expect(await wrong({ ...files, 'README.md': '`RATES_URL`' })).toEqual(['documented-variables'])
  })
  test('through a function, a list, createEnv', async () => {
    const example = { '.env.example': 'RATES_URL=\nRATES_KEY=\n' }
    expect(
      await wrong({
        ...example,
        'src/config.js': `const required = (name) => { const value = process.env[name]; if (value === undefined) throw new Error(name + ' is not set'); return value }
export const config = { url: required('RATES_URL'), key: required('RATES_KEY') }`,
      }),
    ).toEqual([])
    expect(
      await wrong({
        ...example,
        'src/config.js': `for (const name of ['RATES_URL', 'RATES_KEY']) if (!process.env[name]) { console.error(name + ' is missing'); process.exit(1) }
export const get = () => fetch(process.env.RATES_URL + '/now', { headers: { authorization: process.env.RATES_KEY } })`,
      }),
    ).toEqual([])
    expect(
      await wrong({
        'src/env.ts': `import { createEnv } from '@t3-oss/env-nextjs'
export const env = createEnv({ server: { RATES_URL: z.url(), RATES_KEY: z.string() }, experimental__runtimeEnv: process.env })`,
      }),
    ).toEqual(['documented-variables'])
  })
  test('that nobody wrote down, in several spellings', async () => {
    expect(await wrong({ 'src/a.js': checked })).toEqual(['documented-variables'])
    expect(
      await wrong({
        'src/a.js': `const { RATES_URL: url } = process.env\nif (!url) throw new Error('RATES_URL')`,
        '.env.example': 'RATES_URLS=',
      }),
    ).toEqual(['documented-variables'])
    expect(
      await wrong({ 'src/a.ts': `export const url = import.meta.env.VITE_RATES_URL ?? '/rates'` }),
    ).toEqual(['documented-variables'])
  })
  test('a platform sets, or another file reads', async () => {
    expect(
      await wrong({
        'src/a.js': `server.listen(process.env.PORT ?? 3000); if (process.env.NODE_ENV !== 'test') start()`,
      }),
    ).toEqual([])
    const files = {
      'src/old.js': `connect(process.env.OLD_URL)`,
      'src/new.js': 'export const one = 1',
    }
    expect(verdictOfPass(await environment(files, '', ['src/new.js']))).toBe('PASS')
  })
  test('that become "undefined"', async () => {
    const example = { '.env.example': 'RATES_URL=\nJWT_SECRET=\n' }
    expect(
      await wrong({ ...example, 'src/a.ts': `const url = \`\${process.env.RATES_URL}/now\`` }),
    ).toEqual(['missing-variables'])
    expect(
      await wrong({ ...example, 'src/a.ts': `const client = connect(process.env.RATES_URL!)` }),
    ).toEqual(['missing-variables'])
    expect(
      await wrong({
        ...example,
        'src/a.js': `const secret = process.env.JWT_SECRET\njwt.sign(claims, secret)`,
      }),
    ).toEqual(['missing-variables'])
    expect(
      await wrong({
        ...example,
        'src/a.js': `const secret = process.env.JWT_SECRET || 'change-me'`,
      }),
    ).toEqual(['missing-variables'])
  })
})

describe('secrets', () => {
  test('in code, in .env, in the example', async () => {
    expect(await wrong({ 'src/a.js': `const apiKey = '${random}'` })).toEqual(['no-secrets'])
    expect(
      await wrong({
        'src/a.js': `const JWT_SECRET = 'keyboard cat'\nconst token = jwt.sign(claims, JWT_SECRET)`,
      }),
    ).toEqual(['no-secrets'])
    expect(await wrong({ '.env': `API_KEY=${random}\n` })).toEqual(['no-secrets'])
    expect(await wrong({ '.env.example': `API_KEY=sk_live_${random}${random}\n` })).toEqual([
      'no-secrets',
    ])
  })
  test('are not placeholders, names or test data', async () => {
    expect(
      await wrong({
        '.env.example':
          'API_KEY=your-key-here\nSESSION_SECRET=change-me-please\nDATABASE_URL=postgres://user:password@localhost/db\n',
      }),
    ).toEqual([])
    expect(
      await wrong({
        'src/a.js': `const TOKEN_KEY = 'accessToken'\nconst passwordField = 'newPassword'`,
      }),
    ).toEqual([])
    expect(await wrong({ 'test/a.test.js': `const apiKey = '${random}'` })).toEqual([])
  })
})

describe('what browsers get', () => {
  const example = (names: string) => ({
    '.env.example': names
      .split(' ')
      .map((name) => `${name}=`)
      .join('\n'),
  })
  const check = (name: string, env = 'process.env') =>
    `const value = ${env}.${name}\nif (!value) throw new Error('${name}')\nexport const key = value`
  test('no secret with a prefix for browsers', async () => {
    expect(
      await wrong({
        ...example('NEXT_PUBLIC_STRIPE_SECRET_KEY'),
        'lib/a.ts': check('NEXT_PUBLIC_STRIPE_SECRET_KEY'),
      }),
    ).toEqual(['client-secrets'])
    expect(
      await wrong({
        ...example('VITE_OPENAI_API_KEY'),
        'src/a.ts': `const key = import.meta.env.VITE_OPENAI_API_KEY ?? ''\nexport const ask = () => fetch(url, { headers: { Authorization: \`Bearer \${import.meta.env.VITE_OPENAI_API_KEY}\` } })`,
      }),
    ).toEqual(['client-secrets'])
  })
  test('keys for everybody are fine, others are left to a judge', async () => {
    expect(
      await wrong({
        ...example('NEXT_PUBLIC_STRIPE_PUBLISHABLE_KEY NEXT_PUBLIC_SUPABASE_ANON_KEY'),
        'lib/a.ts': check('NEXT_PUBLIC_STRIPE_PUBLISHABLE_KEY'),
        'lib/b.ts': check('NEXT_PUBLIC_SUPABASE_ANON_KEY'),
      }),
    ).toEqual([])
    const pass = await environment({
      ...example('VITE_MAPS_API_KEY'),
      'src/a.ts': check('VITE_MAPS_API_KEY', 'import.meta.env'),
    })
    expect(pass.parts.find(({ id }) => id === 'client-secrets')?.status).toBe('undecided')
    expect(
      await wrong(
        {
          ...example('VITE_GEMINI_API_KEY'),
          'src/a.ts': check('VITE_GEMINI_API_KEY', 'import.meta.env'),
        },
        '- The Gemini key stays on the server and never reaches the browser',
      ),
    ).toEqual(['client-secrets'])
  })
  test('no module with a secret, directly or through another; types and the server may', async () => {
    const files = (line: string) => ({
      ...example('STRIPE_SECRET_KEY'),
      'lib/stripe.ts': check('STRIPE_SECRET_KEY'),
      'lib/prices.ts': `import { key } from './stripe'\nexport type Price = number\nexport const has = key !== ''`,
      'components/Pay.tsx': `'use client'\n${line}\nexport const Pay = () => <button>Pay</button>`,
      'app/page.tsx': `import { key } from '../lib/stripe'\nexport default function Page() { return <p>{key.length}</p> }`,
    })
    expect(await wrong(files(`import { has } from '../lib/prices'`))).toEqual(['client-secrets'])
    expect(await wrong(files(`import type { Price } from '../lib/prices'`))).toEqual([])
  })
  test('no secret in an answer, a component, a bundle', async () => {
    const read = `if (!process.env.MAIL_TOKEN) throw new Error('MAIL_TOKEN')\n`
    const files = (code: string, path = 'src/a.jsx') => ({
      ...example('MAIL_TOKEN'),
      [path]: `${read}${code}`,
    })
    expect(
      await wrong(
        files(`app.get('/config', (req, res) => res.json({ token: process.env.MAIL_TOKEN }))`),
      ),
    ).toEqual(['client-secrets'])
    expect(
      await wrong(files(`export const page = () => <Mail token={process.env.MAIL_TOKEN} />`)),
    ).toEqual(['client-secrets'])
    expect(
      await wrong(
        files(
          `export const send = () => fetch(url, { headers: { authorization: process.env.MAIL_TOKEN } })`,
        ),
      ),
    ).toEqual([])
    expect(
      await wrong({
        ...files('export const one = 1'),
        'vite.config.ts': `export default { define: { 'process.env.MAIL_TOKEN': JSON.stringify(process.env.MAIL_TOKEN) } }`,
      }),
    ).toEqual(['client-secrets'])
  })
})

test('a secret is no value to fall back on', async () => {
  const files = (value: string) => ({
    'src/a.js': `export const stock = { token: process.env.STOCK_TOKEN ?? '${value}' }`,
    '.env.example': 'STOCK_TOKEN=\n',
  })
  expect(await wrong(files('whk_live_9f8e7d6c5b4a39281706f5e4d3c2b1a0'))).toContain('no-secrets')
  expect(await wrong(files(''))).not.toContain('no-secrets')
})
