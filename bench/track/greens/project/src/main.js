'use strict'

const { readConfig } = require('./config')
const { createShop } = require('./server')

const config = readConfig(process.env)
createShop(config).listen(config.port, () => console.info(`the shop listens on ${config.port}`))
