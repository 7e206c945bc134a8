import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { page } from './page.js'

const styles = readFileSync(fileURLToPath(new URL('styles.css', import.meta.url)), 'utf8')

const routes = {
  '/': () => page('Tool Shed', '<h1>Tool Shed</h1><p>Borrow tools from your neighbours.</p>'),
}

/** Answers pages and the stylesheet; anything else is not there. */
export function answer(path) {
  if (path === '/styles.css') return { status: 200, type: 'text/css', body: styles }
  const route = routes[path]
  if (route === undefined)
    return {
      status: 404,
      type: 'text/html',
      body: page(
        'Not found',
        '<h1>Not found</h1><p>Go back to the <a href="/">start page</a>.</p>',
      ),
    }
  return { status: 200, type: 'text/html', body: route() }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  createServer((request, response) => {
    const { status, type, body } = answer(new URL(request.url ?? '/', 'http://localhost').pathname)
    response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(body)
  }).listen(Number(process.env.PORT ?? 3000))
