'use strict'

const { createRouter } = require('../lib/router')
const { renderPage } = require('../lib/views')
const { openDatabase } = require('./database')
const { createMembers } = require('./members')
const { apiRoutes } = require('./routes/api')
const { pageRoutes } = require('./routes/pages')
const { createSubscriptions } = require('./subscriptions')

/**
 * @typedef {object} Services
 * @property {import('./members').Members} members
 * @property {import('./subscriptions').Subscriptions} subscriptions
 * @property {import('./config').Config['farm']} farm
 */

/**
 * @param {import('./config').Config} config
 * @param {() => number} [now]
 */
function createShop({ databaseFile, farm }, now = Date.now) {
  const database = openDatabase(databaseFile)
  const router = createRouter()
  const services = {
    members: createMembers(database, now),
    subscriptions: createSubscriptions(database, now),
    farm,
  }
  apiRoutes(router, services)
  pageRoutes(router, services)
  return router.server(({ status, message }, { path }) =>
    path.startsWith('/api/')
      ? { status, json: { error: message } }
      : { status, html: renderPage('failure', { title: 'This did not work', path, message }) },
  )
}

module.exports = { createShop }
