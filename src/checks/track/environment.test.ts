import { expect, test } from 'vitest'
import { exampleEnvironment, upstreamVariables } from './environment.ts'

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
