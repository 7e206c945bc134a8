'use strict'

/** @param {NodeJS.ProcessEnv} env */
function readConfig(env) {
  const port = Number(env.PORT ?? 4700)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`PORT is ${env.PORT}; set it to a number from 0 to 65535`)
  return {
    port,
    databaseFile: env.DATABASE_FILE ?? ':memory:',
    farm: { url: env.FARM_URL ?? 'http://localhost:4790', key: env.FARM_KEY ?? '', timeoutMs: 2000 },
  }
}

/** @typedef {ReturnType<typeof readConfig>} Config */

module.exports = { readConfig }
