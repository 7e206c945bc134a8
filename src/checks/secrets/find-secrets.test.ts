import { describe, expect, test } from 'vitest'
import { findSecrets, isSecretName, secretInSetting } from './find-secrets.ts'
import { isPlaceholder } from './placeholder-value.ts'

const noise = 'aB3dE5fG7hJ9kL2mN4pQ6rS8tU0vW1xY3zA5bC7dE9fG2hJ4kL6mN8pQ0rS2tU4vW6xY8z'

describe('the secret detector', () => {
  test.each([
    ['AWS access key id', ['AKIA', 'QWERTYUIOPASDFGH'].join('')],
    ['GitHub token', `ghp_${noise.slice(0, 36)}`],
    ['GitLab token', `glpat-${noise.slice(0, 20)}`],
    ['Slack token', `xoxb-${noise.slice(0, 30)}`],
    ['Stripe key', `sk_live_${noise.slice(0, 24)}`],
    ['Google API key', `AIza${noise.slice(0, 35)}`],
    ['Anthropic key', `sk-ant-${noise.slice(0, 40)}`],
    ['OpenAI key', `sk-proj-${noise.slice(0, 40)}`],
    ['npm token', `npm_${noise.slice(0, 36)}`],
    ['JSON Web Token', `eyJ${noise.slice(0, 20)}.eyJ${noise.slice(0, 30)}.${noise.slice(0, 30)}`],
    ['private key', '-----BEGIN OPENSSH PRIVATE KEY-----'],
    ['password in an address', `postgres://app:${noise.slice(0, 12)}@db/x`],
  ])('knows a %s by its form and masks it', (kind, text) => {
    const [secret] = findSecrets(`x = "${text}"`)
    expect(secret?.kind).toBe(kind)
    expect(secret?.masked).not.toContain(noise.slice(0, 12))
  })

  test('takes placeholders, references and masks for what they are', () => {
    for (const value of [
      'changeme',
      '<token>',
      '${TOKEN}',
      'xxxxxxxx',
      'your-api-key',
      'example',
      '{{ token }}',
      '********',
      'AKIAIOSFODNN7EXAMPLE',
      '$TOKEN',
      '',
    ])
      expect([value, isPlaceholder(value)]).toEqual([value, true])
    for (const value of ['hR7x-Qp2z-99', noise.slice(0, 20)])
      expect([value, isPlaceholder(value)]).toEqual([value, false])
  })

  test('looks at the name before it suspects a value', () => {
    for (const name of ['DB_PASSWORD', 'apiKey', 'client-secret', 'jwtSecret', 'ACCESS_TOKEN'])
      expect([name, isSecretName(name)]).toEqual([name, true])
    for (const name of [
      'TOKEN_TTL',
      'passwordMinLength',
      'SECRET_NAME',
      'keyboard',
      'tokenizer',
      'PUBLIC_KEY_PATH',
      'monkey',
    ])
      expect([name, isSecretName(name)]).toEqual([name, false])
    expect(secretInSetting('checksum', noise.slice(0, 40))).toBe(false)
    expect(secretInSetting('session_secret', noise.slice(0, 32))).toBe(true)
    expect(secretInSetting('tls_private_key', '/etc/ssl/server.key')).toBe(false)
  })
})
