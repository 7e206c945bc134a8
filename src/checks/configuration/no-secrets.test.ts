import { expect, test } from 'vitest'
import { projectOf, tools } from '../../../bench/document-defects-report.ts'
import { noSecrets } from './no-secrets.ts'

const edge = (side: string) => `-----${side} RSA PRIVATE KEY-----`

test.each([
  ['a stub for tests', 'MIIEpAIBAAKCAQEA', 'pass'],
  ['a key', 'MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF', 'fail'],
])('[CONF-10] %s between the edges of a private key: %s', async (_, body, verdict) => {
  const artifact = `\`\`\`\`env .env.test\nSIGNING="${edge('BEGIN')}\\n${body}\\n${edge('END')}"\n\`\`\`\`\n`
  const subject = { artifact, task: { prompt: '', ideal_result: '' }, project: projectOf({}) }
  expect((await noSecrets.run(subject, tools)).verdict).toBe(verdict)
})
