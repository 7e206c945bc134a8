'use strict'

const { Failure } = require('../../lib/failure')
const { harvestOf } = require('../farm')
const { BOXES } = require('../rules')
const { cookieOf, memberOf, tokenOf } = require('../session')

/** @param {import('../../lib/router').Request} request */
const idOf = ({ params }) => {
  const id = Number(params.id)
  if (!Number.isInteger(id)) throw new Failure(404, 'You have no such subscription. Look at your boxes.')
  return id
}

/**
 * @param {import('../../lib/router').Router} router
 * @param {import('../server').Services} services
 */
function apiRoutes(router, { members, subscriptions, farm }) {
  router.get('/api/health', () => ({ status: 200, json: { status: 'ok' } }))

  router.get('/api/boxes', () => ({
    status: 200,
    json: Object.entries(BOXES).map(([code, box]) => ({ code, ...box })),
  }))

  router.get('/api/harvest', async () => {
    const vegetables = await harvestOf(farm)
    if (vegetables === null) throw new Failure(503, 'The farm does not answer. Try again later.')
    return { status: 200, json: { vegetables } }
  })

  router.post('/api/members', ({ body }) => ({ status: 201, json: members.join(body) }))

  router.post('/api/sessions', ({ body }) => {
    const token = members.signIn(body)
    return { status: 201, headers: { 'set-cookie': cookieOf(token) }, json: { signedIn: true } }
  })

  router.delete('/api/sessions', (request) => {
    members.signOut(tokenOf(request))
    return { status: 204, headers: { 'set-cookie': 'session=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0' } }
  })

  router.get('/api/subscriptions', (request) => ({
    status: 200,
    json: { subscriptions: subscriptions.of(memberOf(members, request).id) },
  }))

  router.post('/api/subscriptions', (request) => ({
    status: 201,
    json: subscriptions.start(memberOf(members, request).id, request.body),
  }))

  router.get('/api/subscriptions/:id', (request) => ({
    status: 200,
    json: subscriptions.find(memberOf(members, request).id, idOf(request)),
  }))

  router.post('/api/subscriptions/:id/state', (request) => ({
    status: 200,
    json: subscriptions.change(memberOf(members, request).id, idOf(request), request.body),
  }))

  router.post('/api/subscriptions/:id/skips', (request) => ({
    status: 201,
    json: subscriptions.skip(memberOf(members, request).id, idOf(request), request.body),
  }))
}

module.exports = { apiRoutes }
