'use strict'

const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { Failure } = require('../../lib/failure')
const { renderPage } = require('../../lib/views')
const { harvestOf } = require('../farm')
const { BOXES, MAX_NOTE, euros } = require('../rules')
const { cookieOf, memberOf, tokenOf } = require('../session')

/** @typedef {import('../../lib/router').Answer} Answer */
/** @typedef {import('../../lib/router').Request} Request */

const boxes = Object.entries(BOXES).map(([code, { title, cents, items }]) => ({
  code,
  title,
  items,
  price: euros(cents),
}))

/**
 * @param {string} to
 * @param {Record<string, string>} [headers]
 * @returns {Answer}
 */
const redirect = (to, headers = {}) => ({ status: 303, headers: { ...headers, location: to } })

/**
 * The form again, with what was wrong.
 * @param {unknown} error
 * @param {string} view
 * @param {{ title: string, path: string } & Record<string, unknown>} data
 * @returns {Answer}
 */
function again(error, view, data) {
  if (!(error instanceof Failure)) throw error
  return { status: error.status, html: renderPage(view, { ...data, wrong: error.message }) }
}

/**
 * @param {import('../../lib/router').Router} router
 * @param {import('../server').Services} services
 */
function pageRoutes(router, services) {
  publicPages(router, services)
  accountPages(router, services)
  boxPages(router, services)
}

/** @type {typeof pageRoutes} */
function publicPages(router, { farm }) {
  /** @param {string} name */
  const asset = (name) => readFileSync(join(__dirname, '../../public', name), 'utf8')
  router.get('/site.css', () => ({ status: 200, file: { type: 'text/css', text: asset('site.css') } }))
  router.get('/site.js', () => ({ status: 200, file: { type: 'text/javascript', text: asset('site.js') } }))

  router.get('/', async () => ({
    status: 200,
    html: renderPage('home', {
      title: 'Vegetables by bicycle',
      path: '/',
      vegetables: await harvestOf(farm),
    }),
  }))
  router.get('/boxes', () => ({
    status: 200,
    html: renderPage('boxes', { title: 'Our boxes', path: '/boxes', boxes }),
  }))
}

/** @type {typeof pageRoutes} */
function accountPages(router, { members }) {
  const join = { title: 'Become a member', path: '/join' }
  const signIn = { title: 'Sign in', path: '/sign-in' }

  router.get('/join', () => ({ status: 200, html: renderPage('join', join) }))
  router.post('/join', ({ body }) => {
    try {
      members.join(body)
      return redirect('/my-boxes', { 'set-cookie': cookieOf(members.signIn(body)) })
    } catch (error) {
      return again(error, 'join', { ...join, email: body.email })
    }
  })
  router.get('/sign-in', () => ({ status: 200, html: renderPage('sign-in', signIn) }))
  router.post('/sign-in', ({ body }) => {
    try {
      return redirect('/my-boxes', { 'set-cookie': cookieOf(members.signIn(body)) })
    } catch (error) {
      return again(error, 'sign-in', { ...signIn, email: body.email })
    }
  })
  router.post('/sign-out', (request) => {
    members.signOut(tokenOf(request))
    return redirect('/', { 'set-cookie': 'session=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0' })
  })
}

/** @type {typeof pageRoutes} */
function boxPages(router, { members, subscriptions }) {
  /** @param {number} memberId */
  const data = (memberId) => ({
    title: 'My boxes',
    path: '/my-boxes',
    boxes,
    maxNote: MAX_NOTE,
    subscriptions: subscriptions.of(memberId).map((each) => ({
      ...each,
      title: BOXES[each.box].title,
      price: euros(each.cents),
    })),
  })
  /** @param {(memberId: number, request: Request) => Answer} handler */
  const signedIn = (handler) => (/** @type {Request} */ request) => {
    if (members.ofSession(tokenOf(request)) === null) return redirect('/sign-in')
    return handler(memberOf(members, request).id, request)
  }

  router.get(
    '/my-boxes',
    signedIn((memberId) => ({ status: 200, html: renderPage('my-boxes', data(memberId)) })),
  )
  router.post(
    '/my-boxes',
    signedIn((memberId, { body }) => {
      try {
        subscriptions.start(memberId, body)
        return redirect('/my-boxes')
      } catch (error) {
        return again(error, 'my-boxes', data(memberId))
      }
    }),
  )
  router.post(
    '/my-boxes/:id',
    signedIn((memberId, { params, body }) => {
      try {
        subscriptions.change(memberId, Number(params.id), body)
        return redirect('/my-boxes')
      } catch (error) {
        return again(error, 'my-boxes', data(memberId))
      }
    }),
  )
}

module.exports = { pageRoutes }
