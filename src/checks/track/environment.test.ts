import { expect, test } from 'vitest'
import { exampleEnvironment, firstAccount, upstreamVariables } from './environment.ts'
import { upstreamAnswer } from './upstream-answer.ts'

const tree = (files: Readonly<Record<string, string>>) => new Map(Object.entries(files))

test('values of an example are taken, and made up where there are none', () => {
  const files = tree({
    '.env.example': '# keys\nKEY=\nRATES_URL=\nLEVEL="info"\n',
    '.env': 'KEY=1',
  })
  expect(exampleEnvironment(files)).toEqual({
    KEY: 'example',
    RATES_URL: 'http://127.0.0.1:1',
    LEVEL: 'info',
  })
  expect(exampleEnvironment(tree({}))).toEqual({})
})

test('variables that lead to another server are found in code and example; stores are none', () => {
  const files = tree({
    '.env.sample': 'PAYMENTS=https://pay.example/v2/\nSTORE_URL=postgres://localhost/shop\nKEY=1\n',
    'src/a.ts': `const { RATES_URL } = process.env; connect(env.STORE_URL, required('MAIL_ENDPOINT'), env.DATABASE_URL, env.MAX_SIZE)`,
    'README.md': 'set `OTHER_URL`',
  })
  expect([...upstreamVariables(files)]).toEqual([
    ['RATES_URL', ''],
    ['MAIL_ENDPOINT', ''],
    ['PAYMENTS', '/v2'],
  ])
})

test('a first account is found in what an application reads; passwords of stores are none', () => {
  const files = {
    '.env.example': 'ADMIN_USERNAME=desk\nADMIN_PASSWORD=\n',
    'src/a.js': 'env.ADMIN_USERNAME; env.ADMIN_PASSWORD; env.DB_USER; env.DB_PASSWORD',
  }
  const password = expect.any(String)
  expect(firstAccount(tree(files))).toEqual({
    environment: { ADMIN_USERNAME: 'desk', ADMIN_PASSWORD: password },
    fields: { username: 'desk', password },
  })
  expect(firstAccount(tree({ 'src/a.js': 'env.DB_USER; env.DB_PASSWORD' }))).toBeNull()
})

test('what a server that works would send is read from the code', async () => {
  const files = {
    'src/stock.ts': `export async function stockOf(url: string) {
  const body: unknown = await (await fetch(url)).json()
  if (typeof body !== 'object' || body === null || !('boxes' in body)) return null
  const { boxes, unit } = body
  return typeof boxes === 'number' ? [boxes, unit] : null
}`,
    'src/own.ts': `export const own = async () => { const { total } = await (await fetch('/api/x')).json(); return total }`,
  }
  expect(JSON.parse(await upstreamAnswer(tree(files)))).toEqual({ boxes: 1000, unit: 'answer-1' })
})
