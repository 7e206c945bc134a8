'use strict'

const { readdirSync, readFileSync } = require('node:fs')
const { join } = require('node:path')
const { compile } = require('../lib/views')

const folder = join(__dirname, '../views')
for (const name of readdirSync(folder, { encoding: 'utf8', recursive: true }))
  if (name.endsWith('.ejs')) compile(readFileSync(join(folder, name), 'utf8'))
