import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDesk } from './desk.ts'

test('pages show books and loans', async () => {
  await using desk = await openDesk()
  assert.match((await desk.ask('GET', '/')).body, /The Harbour at Night/)
  assert.match((await desk.ask('GET', '/?q=zebra')).body, /No book matches/)
  assert.match((await desk.ask('GET', '/books/1')).body, /Borrow book/)
  assert.equal((await desk.ask('GET', '/books/99')).status, 404)
  assert.match((await desk.ask('GET', '/sign-in')).body, /Sign in with your card/)
  assert.equal((await desk.ask('GET', '/loans')).status, 303)
  const cookie = await desk.join('ada@example.com')
  assert.match((await desk.ask('GET', '/loans', undefined, cookie)).body, /no books at home/)
  await desk.ask('POST', '/api/loans', { bookId: 2 }, cookie)
  assert.match((await desk.ask('GET', '/loans', undefined, cookie)).body, /due on 2026-05-22/)
})

test('styles and scripts are served, other files are not', async () => {
  await using desk = await openDesk()
  assert.equal((await desk.ask('GET', '/public/site.css')).status, 200)
  assert.equal((await desk.ask('GET', '/public/book.js')).status, 200)
  assert.equal((await desk.ask('GET', '/public/..%2Fpackage.json')).status, 404)
})
