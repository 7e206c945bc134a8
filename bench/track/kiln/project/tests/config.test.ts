import { expect, it } from 'vitest'
import { readConfig } from '../server/config.ts'

it('has values for development', () => {
  expect(readConfig({})).toMatchObject({ PORT: 4600, KILN_DB: ':memory:' })
})

it('names what is missing in production', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow('KILN_DB, GLAZE_URL, GLAZE_TOKEN')
  const whole = { NODE_ENV: 'production', KILN_DB: 'kiln.db', GLAZE_URL: 'https://glaze.example', GLAZE_TOKEN: 't' }
  expect(readConfig(whole).KILN_DB).toBe('kiln.db')
})

it('takes no port that is none', () => {
  expect(() => readConfig({ PORT: 'many' })).toThrow()
})
