import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSessions, sessionCookie, tokenOf } from '../src/server/sessions.ts'
import { createAccounts } from '../src/shop/accounts.ts'

describe('accounts', () => {
  test('are made of an address and a long password', () => {
    const accounts = createAccounts()
    assert.equal(accounts.signUp('ana@example', 'long enough').kind, 'invalid')
    assert.equal(accounts.signUp('ana@example.com', 'too short').kind, 'invalid')
    assert.equal(accounts.signUp('ana@example.com', 'just right').kind, 'created')
  })

  test('have one owner for an address, however it is written', () => {
    const accounts = createAccounts()
    accounts.signUp('ana@example.com', 'just right')
    assert.equal(accounts.signUp(' Ana@Example.com', 'another one').kind, 'taken')
  })

  test('know their password', () => {
    const accounts = createAccounts()
    accounts.signUp('ana@example.com', 'just right')
    assert.deepEqual(accounts.verify('ANA@example.com', 'just right'), { email: 'ana@example.com' })
    assert.equal(accounts.verify('ana@example.com', 'just wrong'), null)
    assert.equal(accounts.verify('ben@example.com', 'just right'), null)
  })
})

describe('sessions', () => {
  const account = { email: 'ana@example.com' }

  function clock() {
    let at = Date.parse('2026-03-02T09:00:00Z')
    return { now: () => new Date(at), pass: (minutes: number) => void (at += minutes * 60_000) }
  }

  test('end after 30 minutes without a visit', () => {
    const { now, pass } = clock()
    const sessions = createSessions(now)
    const token = sessions.start(account)
    pass(29)
    assert.deepEqual(sessions.visit(token), account)
    pass(29)
    assert.deepEqual(sessions.visit(token), account)
    pass(30)
    assert.equal(sessions.visit(token), null)
    assert.equal(sessions.visit(token), null)
  })

  test('end when the customer signs out', () => {
    const sessions = createSessions(clock().now)
    const token = sessions.start(account)
    sessions.end(token)
    assert.equal(sessions.visit(token), null)
  })

  test('are kept in a cookie that scripts cannot read', () => {
    assert.equal(
      sessionCookie('abc', true),
      'session=abc; HttpOnly; SameSite=Lax; Path=/; Max-Age=1800; Secure',
    )
    assert.match(sessionCookie('', false), /^session=; .*Max-Age=0$/)
  })

  test('are found among other cookies', () => {
    const request = (cookie: string) => new Request('http://shop.test/', { headers: { cookie } })
    assert.equal(tokenOf(request('theme=dark; session=abc')), 'abc')
    assert.equal(tokenOf(request('mysession=abc')), null)
    assert.equal(tokenOf(new Request('http://shop.test/')), null)
  })
})
