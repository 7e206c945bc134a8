'use strict'

const { createServer } = require('node:http')
const { Failure } = require('./failure')

/**
 * @typedef {object} Request
 * @property {string} method
 * @property {string} path
 * @property {Record<string, string>} params
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {Record<string, unknown>} body
 */
/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {Record<string, string>} [headers]
 * @property {unknown} [json]
 * @property {string} [html]
 * @property {{ type: string, text: string }} [file]
 */
/** @typedef {(request: Request) => Answer | Promise<Answer>} Handler */
/** @typedef {(failure: InstanceType<typeof Failure>, request: Request) => Answer} OnFailure */

const MAX_BODY = 32 * 1024

/** @param {import('node:http').IncomingMessage} raw */
async function readBody(raw) {
  const chunks = []
  let size = 0
  for await (const chunk of raw) {
    size += chunk.length
    if (size > MAX_BODY) throw new Failure(413, 'That is more than we can take at once. Shorten it.')
    chunks.push(chunk)
  }
  const text = Buffer.concat(chunks).toString('utf8')
  if (text === '') return {}
  if (raw.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text))
  return parseObject(text)
}

/**
 * @param {string} text
 * @returns {Record<string, unknown>}
 */
function parseObject(text) {
  let value
  try {
    value = JSON.parse(text)
  } catch {
    throw new Failure(400, 'The body is not JSON. Send an object.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Failure(400, 'The body is not an object. Send one.')
  return value
}

/** A small router in the manner of Express: routes with parameters, one place for failures. */
function createRouter() {
  /** @type {{ method: string, pattern: RegExp, handler: Handler }[]} */
  const routes = []
  /** @param {string} method */
  const adder = (method) => (/** @type {string} */ path, /** @type {Handler} */ handler) => {
    const pattern = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
    routes.push({ method, pattern, handler })
  }

  /** @param {Request} request */
  async function answer(request) {
    for (const { method, pattern, handler } of routes) {
      const match = method === request.method ? pattern.exec(request.path) : null
      if (match) return handler({ ...request, params: { ...match.groups } })
    }
    throw new Failure(404, 'There is nothing at this address. Look at the menu.')
  }

  /** @param {OnFailure} onFailure */
  function listener(onFailure) {
    /**
     * @param {import('node:http').IncomingMessage} raw
     * @param {import('node:http').ServerResponse} out
     */
    return async (raw, out) => {
      const { pathname } = new URL(raw.url ?? '/', 'http://shop')
      const method = raw.method ?? 'GET'
      /** @type {Request} */
      const request = { method, path: pathname, params: {}, headers: raw.headers, body: {} }
      try {
        send(out, await answer({ ...request, body: await readBody(raw) }))
      } catch (error) {
        send(out, onFailure(asFailure(error, request), request))
      }
    }
  }

  return {
    get: adder('GET'),
    post: adder('POST'),
    delete: adder('DELETE'),
    /** @param {OnFailure} onFailure */
    server: (onFailure) => createServer(listener(onFailure)),
  }
}

/**
 * @param {unknown} error
 * @param {Request} request
 */
function asFailure(error, request) {
  if (error instanceof Failure) return error
  console.error(`${request.method} ${request.path} failed`, error)
  return new Failure(500, 'Something broke on our side. Try again in a minute.')
}

/**
 * @param {import('node:http').ServerResponse} out
 * @param {Answer} answer
 */
function send(out, { status, headers = {}, json, html, file }) {
  if (json !== undefined)
    out.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(json))
  else if (html !== undefined)
    out.writeHead(status, { ...headers, 'content-type': 'text/html; charset=utf-8' }).end(html)
  else if (file !== undefined) out.writeHead(status, { ...headers, 'content-type': file.type }).end(file.text)
  else out.writeHead(status, headers).end()
}

/** @typedef {ReturnType<typeof createRouter>} Router */

module.exports = { createRouter }
