import { nearest } from '../../kit/near.ts'
import type { Finding } from '../../model/finding.ts'
import type { Entry, Unit } from './configuration.ts'
import list from './nginx-directives.json' with { type: 'json' }

const known: ReadonlySet<string> = new Set(list.names.split(' '))

/** Blocks that hold pairs of their own or another language, not directives. */
const foreign = /^(?:map|geo|types|split_clients|charset_map|match)\b|_by_lua_block\b/
const blocks = /^(?:server|http|events|stream|upstream|location)\b/

/** Directives that neither nginx nor a public module knows; none where the file may be of another program. */
export function unknownDirectives({ format, entries }: Unit): readonly Entry[] {
  if (format !== 'nginx') return []
  const own = entries.filter(
    ({ path, key }) =>
      /^[a-z][a-z\d_]*$/.test(key) && !path.slice(0, -1).some((part) => foreign.test(part)),
  )
  const unknown = own.filter(({ key }) => !known.has(key))
  const isNginx = own.some(({ key }) => blocks.test(key)) && unknown.length * 2 < own.length
  return isNginx ? unknown : []
}

/** A name that is nearly one that nginx knows is a slip; any other may come with a module. */
export const misspelt = (unit: Unit): readonly Finding[] =>
  unknownDirectives(unit).flatMap(({ key, line, path }) => {
    const near = nearest(key, known)
    const message = `nginx knows no directive ${key}; ${near} is one`
    return near === null ? [] : [{ message, place: { line, pointer: `/${path.join('/')}` } }]
  })
