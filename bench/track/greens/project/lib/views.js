'use strict'

const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { compileFunction } = require('node:vm')

const folder = join(__dirname, '../views')
/** @type {Map<string, Function>} */
const compiled = new Map()

/** @param {unknown} value */
const escapeHtml = (value) =>
  String(value ?? '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** @param {string} source */
function compile(source) {
  const lines = source.split(/<%|%>/).map((part, index) => {
    if (index % 2 === 0) return `out += ${JSON.stringify(part)};`
    if (part.startsWith('=')) return `out += escapeHtml(${part.slice(1)});`
    if (part.startsWith('-')) return `out += ${part.slice(1)};`
    return part
  })
  return compileFunction(`let out = '';${lines.join('\n')}\nreturn out`, ['data', 'include', 'escapeHtml'])
}

/**
 * Fills a template: `<%= value %>` is escaped, `<%- html %>` is not, `<% code %>` runs.
 * @param {string} name
 * @param {Record<string, unknown>} [data]
 * @returns {string}
 */
function render(name, data = {}) {
  const view = compiled.get(name) ?? compile(readFileSync(join(folder, `${name}.ejs`), 'utf8'))
  compiled.set(name, view)
  return view(data, render, escapeHtml)
}

/**
 * A whole page with menu and footer.
 * @param {string} name
 * @param {{ title: string, path: string } & Record<string, unknown>} data
 */
const renderPage = (name, data) => render('layout', { ...data, content: render(name, data) })

module.exports = { compile, renderPage }
