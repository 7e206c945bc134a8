import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStudio } from './support/studio.ts'

let studio: Awaited<ReturnType<typeof openStudio>>
beforeEach(async () => {
  studio = await openStudio()
})
afterEach(() => studio.close())

const ada = { email: 'ada@example.com', password: 'long enough' }

it('is healthy', async () => {
  expect((await studio.ask('GET', '/api/health')).body).toEqual({ status: 'ok' })
})

it('lists the plans', async () => {
  const { body } = await studio.ask('GET', '/api/plans')
  expect(body.plans).toHaveLength(3)
  expect(body.plans[1]).toEqual({ id: 'regular', name: 'Regular', monthly: 2900, shelf: 10, discount: 10 })
})

it('takes everybody once', async () => {
  expect((await studio.ask('POST', '/api/sign-up', ada)).status).toBe(201)
  expect((await studio.ask('POST', '/api/sign-up', ada)).status).toBe(409)
  expect((await studio.ask('POST', '/api/sign-up', { ...ada, password: 'short' })).status).toBe(400)
  expect((await studio.ask('POST', '/api/sign-up', '{')).status).toBe(400)
  expect((await studio.ask('POST', '/api/sign-up', `"${'x'.repeat(70_000)}"`)).status).toBe(413)
})

it('lets people in with their password, and out again', async () => {
  const token = await studio.join(ada.email)
  expect((await studio.ask('GET', '/api/me', undefined, token)).body.email).toBe(ada.email)
  expect((await studio.ask('POST', '/api/sign-in', { ...ada, password: 'wrong one' })).status).toBe(401)
  expect((await studio.ask('POST', '/api/sign-in', { ...ada, email: 'bob@example.com' })).status).toBe(401)
  expect((await studio.ask('POST', '/api/sign-in', {})).status).toBe(400)
  expect((await studio.ask('POST', '/api/sign-out', undefined, token)).status).toBe(204)
  expect((await studio.ask('GET', '/api/me', undefined, token)).status).toBe(401)
})

it('ends a session after 45 minutes', async () => {
  const token = await studio.join(ada.email)
  studio.wait(44)
  expect((await studio.ask('GET', '/api/me', undefined, token)).status).toBe(200)
  studio.wait(2)
  expect((await studio.ask('GET', '/api/me', undefined, token)).status).toBe(401)
})

it('makes those wait who guess passwords', async () => {
  for (let attempt = 0; attempt < 10; attempt++) await studio.ask('POST', '/api/sign-in', ada)
  const answer = await studio.ask('POST', '/api/sign-in', ada)
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe('900')
})

it('shows pieces to their owners alone', async () => {
  const token = await studio.join(ada.email)
  const other = await studio.join('bob@example.com')
  const { status, body } = await studio.ask('POST', '/api/pieces', { title: 'Bowl', litres: 2 }, token)
  expect(status).toBe(201)
  expect(body).toMatchObject({ title: 'Bowl', litres: 2, status: 'wet' })
  expect((await studio.ask('GET', '/api/pieces', undefined, token)).body.pieces).toHaveLength(1)
  expect((await studio.ask('GET', '/api/pieces', undefined, other)).body.pieces).toHaveLength(0)
  expect((await studio.ask('GET', `/api/pieces/${body.id}`, undefined, token)).body.title).toBe('Bowl')
  expect((await studio.ask('GET', `/api/pieces/${body.id}`, undefined, other)).status).toBe(404)
  expect((await studio.ask('DELETE', `/api/pieces/${body.id}`, undefined, other)).status).toBe(404)
  expect((await studio.ask('GET', '/api/pieces/no-number', undefined, token)).status).toBe(404)
  expect((await studio.ask('GET', '/api/pieces')).status).toBe(401)
})

it('refuses pieces without a title or too large', async () => {
  const token = await studio.join(ada.email)
  for (const piece of [{ title: '', litres: 1 }, { title: 'Vase', litres: 0 }, { title: 'Vase', litres: 61 }])
    expect((await studio.ask('POST', '/api/pieces', piece, token)).status).toBe(400)
  expect((await studio.ask('POST', '/api/pieces', { title: 'Vase', litres: 60 }, token)).status).toBe(201)
})

it('keeps no more than the shelf holds, also at once', async () => {
  const token = await studio.join(ada.email)
  const answers = await Promise.all(
    [1, 2, 3].map((litres) => studio.ask('POST', '/api/pieces', { title: 'Cup', litres }, token)),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409])
})

it('takes a piece through its steps', async () => {
  const token = await studio.join(ada.email, 'regular')
  const { body } = await studio.ask('POST', '/api/pieces', { title: 'Jug', litres: 3 }, token)
  const step = (event: string) => studio.ask('PATCH', `/api/pieces/${body.id}`, { event }, token)
  expect((await step('fire')).status).toBe(409)
  expect((await step('melt')).status).toBe(400)
  for (const [event, status] of [['rest', 'drying'], ['fire', 'bisque'], ['glaze', 'glazed']] as const)
    expect((await step(event)).body.status).toBe(status)
  expect((await studio.ask('DELETE', `/api/pieces/${body.id}`, undefined, token)).status).toBe(409)
  expect((await step('fire')).body.status).toBe('finished')
  expect((await step('fire')).status).toBe(409)
  expect((await studio.ask('DELETE', `/api/pieces/${body.id}`, undefined, token)).status).toBe(204)
  expect((await studio.ask('GET', `/api/pieces/${body.id}`, undefined, token)).status).toBe(404)
})

it('says what is not here', async () => {
  expect((await studio.ask('GET', '/api/nothing')).status).toBe(404)
})
