import type { Method } from './operations.ts'

export type Endpoint = { readonly method: Method; readonly path: string }

const verbs = 'GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS'
const verbList = `(?:${verbs})(?:[ \\t]{0,2}(?:,|/|\\||&|and|or|\\+)[ \\t]{0,2}(?:and[ \\t])?(?:${verbs})){0,6}`
const pathText = '/[A-Za-z0-9_{}<>:~./-]{0,200}'

// `GET, POST /courses` and "`/courses` (GET, POST)"; verbs in capitals, or the prompt's prose would match
const verbsFirst = new RegExp(
  `\\b(${verbList})[\`*:|"']{0,4}[ \\t]{1,4}(?:(?:for|on|at|to)[ \\t])?[\`"'*|(]{0,3}[ \\t]?(${pathText})`,
  'g',
)
const pathFirst = new RegExp(
  `(?<![A-Za-z0-9_}>])(${pathText})[\`"'*]{0,3}[ \\t]{0,3}[:(|–—-]{1,3}[ \\t]{0,3}(${verbList})\\b(?![ \\t]{1,3}[\`"']?/)`,
  'g',
)

/** The endpoints a prompt writes out, such as `GET /courses/{id}`; parameters always in braces. */
export function endpointsIn(text: string): readonly Endpoint[] {
  const found = new Map<string, Endpoint>()
  const add = (names: string, raw: string) => {
    const path = cleanPath(raw)
    if (path === '/' || path.includes('//')) return
    for (const name of names.match(new RegExp(verbs, 'g')) ?? []) {
      const method = methodOf(name)
      if (method !== null) found.set(`${method} ${path}`, { method, path })
    }
  }
  for (const [, names = '', path = ''] of text.matchAll(verbsFirst)) add(names, path)
  for (const [, path = '', names = ''] of text.matchAll(pathFirst)) add(names, path)
  return [...found.values()]
}

/** Paths that are written without a method: "a spec for /users and /users/{id}". */
export function pathsIn(text: string): readonly string[] {
  const found = text.matchAll(/(?<=[\s`"'(])\/[a-z][\w{}<>:/-]{1,200}/g)
  return [...new Set([...found].map(([path]) => cleanPath(path)))].slice(0, mostPaths)
}

const mostPaths = 200

function cleanPath(raw: string): string {
  return (
    raw
      .replace(/[.,:;-]+$/, '')
      .replace(/:([A-Za-z_]\w*)/g, '{$1}')
      .replace(/<([^<>]*)>/g, '{$1}')
      .replace(/\/+$/, '') || '/'
  )
}

function methodOf(name: string): Method | null {
  switch (name) {
    case 'GET':
      return 'get'
    case 'POST':
      return 'post'
    case 'PUT':
      return 'put'
    case 'PATCH':
      return 'patch'
    case 'DELETE':
      return 'delete'
    case 'HEAD':
      return 'head'
    case 'OPTIONS':
      return 'options'
    default:
      return null
  }
}
