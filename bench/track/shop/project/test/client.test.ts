import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { send } from '../src/client/api.js'
import { quoteText, startCheckout } from '../src/client/checkout.js'
import { startMenu } from '../src/client/menu.js'
import { startModals } from '../src/client/modal.js'
import { startOrders } from '../src/client/orders.js'
import { startSignIn } from '../src/client/sign-in.js'
import { fakeElement, fakePage } from './support/fake-page.ts'

type Sent = { readonly path: string; readonly options: RequestInit }

let sent: Sent[] = []
let answer: () => Promise<Response> = async () => Response.json({})

beforeEach(() => {
  sent = []
  mock.timers.enable({ apis: ['setTimeout'] })
  mock.method(globalThis, 'fetch', (path: string, options: RequestInit) => {
    sent.push({ path, options })
    return answer()
  })
  mock.method(
    globalThis,
    'FormData',
    function (this: unknown, { values }: { values: Record<string, string> }) {
      return { get: (name: string) => values[name] ?? null }
    },
  )
})

afterEach(() => {
  mock.timers.reset()
  mock.restoreAll()
})

const answers = (status: number, body: unknown) => {
  answer = async () => Response.json(body, { status })
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('send', () => {
  test('gives what the shop answers', async () => {
    answers(200, { total: 58 })
    assert.deepEqual(await send('GET', '/api/quote'), { ok: true, value: { total: 58 } })
  })

  test('gives the message of a refusal', async () => {
    answers(409, { error: { message: 'Choose fewer boxes.' } })
    const result = await send('POST', '/api/orders', { body: {}, key: 'k' })
    assert.deepEqual(result, { ok: false, status: 409, message: 'Choose fewer boxes.' })
    assert.deepEqual(sent[0]?.options.headers, {
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': 'k',
    })
  })

  test('says what to do when the shop is not there', async () => {
    answer = async () => Promise.reject(new TypeError('no network'))
    const result = await send('GET', '/api/quote')
    assert.deepEqual(result, {
      ok: false,
      status: 0,
      message: 'We cannot reach the shop. Check your connection and try again.',
    })
  })

  test('takes an answer without a body', async () => {
    answer = async () => new Response(null, { status: 204 })
    assert.deepEqual(await send('DELETE', '/api/sessions/current'), { ok: true, value: null })
  })
})

test('the menu opens and closes', async () => {
  const button = fakeElement()
  const { page } = fakePage({}, { '.menu-button': button, '#menu': fakeElement() })
  startMenu(page)
  await button.fire('click')
  assert.equal(button.getAttribute('aria-expanded'), 'true')
  await button.fire('click')
  assert.equal(button.getAttribute('aria-expanded'), 'false')
  startMenu(fakePage({}).page)
})

test('modals open and close by their buttons', async () => {
  const modal = fakeElement()
  const opens = fakeElement({ dataset: { opens: 'm' } })
  const closes = fakeElement({ dataset: { closes: 'm' } })
  const { page } = fakePage({ m: modal }, { '[data-opens]': [opens], '[data-closes]': [closes] })
  startModals(page)
  await opens.fire('click')
  assert.equal(modal.isOpen, true)
  await closes.fire('click')
  assert.equal(modal.isOpen, false)
})

describe('the checkout', () => {
  function checkout(boxes = '2') {
    const button = fakeElement()
    const form = fakeElement({ values: { tier: 'pro', boxes } })
    form.found.set('button', [button])
    const elements = {
      checkout: form,
      quote: fakeElement(),
      boxes: fakeElement(),
      'boxes-error': fakeElement(),
      toasts: fakeElement(),
    }
    const { page, visited } = fakePage(elements)
    startCheckout(page)
    return { ...elements, button, form, visited }
  }
  const quote = { total: 58, currency: 'EUR', discount: 0, delivery: 0 }

  test('words the price', () => {
    const base = { tier: 'farm', boxes: 1, currency: 'EUR' } as const
    assert.equal(quoteText({ ...base, total: 58, discount: 0, delivery: 0 }), '58 EUR in total, free delivery')
    assert.equal(
      quoteText({ ...base, total: 17, discount: 0, delivery: 5 }),
      '17 EUR in total, 5 EUR delivery included',
    )
    assert.equal(
      quoteText({ ...base, total: 711, discount: 79, delivery: 0 }),
      '711 EUR in total, free delivery, 79 EUR discount',
    )
  })

  test('shows the price of the shop', async () => {
    answers(200, quote)
    const { quote: box } = checkout()
    await settled()
    assert.equal(sent[0]?.path, '/api/quote?tier=pro&boxes=2')
    assert.equal(box.textContent, '58 EUR in total, free delivery')
  })

  test('says below the field what is wrong with it', async () => {
    answers(400, { error: { message: 'Choose 1 to 5 boxes for the Pro plan.' } })
    const { form, boxes, 'boxes-error': line } = checkout()
    await form.fire('input')
    await settled()
    assert.equal(boxes.getAttribute('aria-invalid'), 'true')
    assert.equal(line.textContent, 'Choose 1 to 5 boxes for the Pro plan.')
    await form.fire('submit')
    assert.equal(line.textContent, 'Choose 1 to 5 boxes for the Pro plan.')
  })

  test('does not ask the shop about no boxes', async () => {
    const { form, 'boxes-error': line } = checkout('')
    await form.fire('submit')
    assert.equal(line.textContent, 'Enter how many boxes you want, 1 or more.')
    assert.deepEqual(sent, [])
  })

  test('leads to the orders, and cannot be sent twice', async () => {
    answers(201, {})
    const { form, button, visited } = checkout()
    const submitted = form.fire('submit')
    assert.equal(button.disabled, true)
    await submitted
    assert.equal(button.disabled, false)
    assert.deepEqual(visited, ['/orders'])
  })

  test('leads to the sign-in and back', async () => {
    answers(401, { error: { message: 'Sign in.' } })
    const { form, visited } = checkout()
    await form.fire('submit')
    assert.deepEqual(visited, ['/sign-in?next=%2Fcheckout%3Ftier%3Dpro'])
  })

  test('shows what the shop says for six seconds', async () => {
    answers(503, { error: { message: 'Try again in a few minutes.' } })
    const { form, toasts } = checkout()
    await form.fire('submit')
    const [toast] = toasts.children
    assert.equal(toast?.className, 'toast toast-error')
    assert.equal(toast?.textContent, 'Try again in a few minutes.')
    mock.timers.tick(6000)
    assert.equal(toast?.isRemoved, true)
  })
})

describe('the sign-in', () => {
  function signIn(values: Record<string, string>) {
    const form = fakeElement({ values, dataset: { next: '/checkout?tier=pro' } })
    const elements = {
      'sign-in': form,
      email: fakeElement(),
      'email-error': fakeElement(),
      password: fakeElement(),
      'password-error': fakeElement(),
    }
    const { page, visited } = fakePage(elements)
    startSignIn(page)
    return { ...elements, form, visited }
  }
  const filled = { email: 'ana@example.com', password: 'just right' }

  test('asks for what is missing before it asks the shop', async () => {
    const { form, 'email-error': email, 'password-error': password } = signIn({})
    await form.fire('submit')
    assert.equal(email.textContent, 'Enter an email address like ana@example.com.')
    assert.equal(password.textContent, 'Enter your password.')
    assert.deepEqual(sent, [])
  })

  test('goes back to where the customer came from', async () => {
    answers(201, {})
    const { form, visited } = signIn(filled)
    await form.fire('submit', { submitter: { value: 'sign-in' } })
    assert.equal(sent[0]?.path, '/api/sessions')
    assert.deepEqual(visited, ['/checkout?tier=pro'])
  })

  test('makes an account, and says what the shop says', async () => {
    answers(409, { error: { message: 'Sign in instead.' } })
    const { form, 'password-error': line } = signIn(filled)
    await form.fire('submit', { submitter: { value: 'sign-up' } })
    assert.equal(sent[0]?.path, '/api/accounts')
    assert.equal(line.textContent, 'Sign in instead.')
  })
})

describe('the orders', () => {
  function orders() {
    const badge = fakeElement({ textContent: 'Paid' })
    const footer = fakeElement()
    const card = fakeElement()
    card.found.set('.badge', badge).set('.card-footer', footer)
    const cancels = fakeElement({ dataset: { cancels: '7' } })
    const pays = fakeElement({ dataset: { pays: '7' } })
    const elements = {
      'cancel-order': fakeElement(),
      'confirm-cancel': fakeElement(),
      'sign-out': fakeElement(),
      toasts: fakeElement(),
    }
    const { page, visited } = fakePage(elements, {
      '[data-order="7"]': card,
      '[data-cancels]': [cancels],
      '[data-pays]': [pays],
    })
    startOrders(page)
    return { ...elements, badge, footer, cancels, pays, visited }
  }

  test('are cancelled after a question', async () => {
    answers(200, {})
    const { badge, footer, cancels, toasts, ...page } = orders()
    await cancels.fire('click')
    assert.equal(page['cancel-order'].isOpen, true)
    await page['confirm-cancel'].fire('click')
    assert.equal(page['cancel-order'].isOpen, false)
    assert.equal(badge.textContent, 'Cancelled')
    await settled()
    assert.equal(sent[0]?.path, '/api/orders/7')
    assert.equal(footer.isRemoved, true)
    assert.equal(toasts.children[0]?.className, 'toast toast-success')
  })

  test('stay as they were when the shop refuses', async () => {
    answers(409, { error: { message: 'It is on its way.' } })
    const { badge, cancels, toasts, ...page } = orders()
    await cancels.fire('click')
    await page['confirm-cancel'].fire('click')
    await settled()
    assert.equal(badge.textContent, 'Paid')
    assert.equal(toasts.children[0]?.textContent, 'It is on its way.')
  })

  test('are paid, and shown as the shop knows them', async () => {
    answers(200, {})
    const { pays, visited } = orders()
    await pays.fire('click')
    await settled()
    assert.deepEqual(visited, ['reload'])
  })

  test('say when a payment or the sign-out does not work', async () => {
    answers(500, {})
    const { pays, toasts, visited, ...page } = orders()
    await pays.fire('click')
    await page['sign-out'].fire('click')
    await settled()
    assert.equal(toasts.children.length, 2)
    assert.deepEqual(visited, [])
  })

  test('are left by signing out', async () => {
    answer = async () => new Response(null, { status: 204 })
    const { visited, ...page } = orders()
    await page['sign-out'].fire('click')
    await settled()
    assert.deepEqual(visited, ['/'])
  })
})
