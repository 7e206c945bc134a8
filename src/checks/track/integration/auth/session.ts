import { jsonOf } from '../../../../kit/parse.ts'
import { isMap } from '../../../openapi/json.ts'
import type { ApplicationResponse } from '../../facts.ts'

/** What a signed-in user sends with each request. */
export type Session = {
  readonly headers: Readonly<Record<string, string>>
  readonly isCookie: boolean
}

type Headers = Readonly<Record<string, string>>

/** The cookies and the token of an answer. */
export function sessionIn({ status, headers, body }: ApplicationResponse): Session | null {
  if (status >= 400) return null
  const cookies = cookiesIn(headers).filter(({ isGone }) => !isGone)
  const token = tokenIn(jsonOf(body), 0)
  if (token === null && cookies.length === 0) return null
  return {
    isCookie: token === null,
    headers: {
      ...(cookies.length === 0 ? {} : { cookie: cookies.map(({ pair }) => pair).join('; ') }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
  }
}

export type Cookie = {
  readonly pair: string
  readonly name: string
  readonly isGone: boolean
  readonly isHttpOnly: boolean
}

export const cookiesIn = (headers: Headers): readonly Cookie[] =>
  (headers['set-cookie'] ?? '').split('\n').flatMap((line) => {
    const [pair = '', ...rest] = line.split(';').map((part) => part.trim())
    const name = pair.split('=')[0] ?? ''
    const attributes = rest.join(';')
    return name === '' || !pair.includes('=')
      ? []
      : [
          {
            pair,
            name,
            isGone:
              pair.endsWith('=') ||
              /max-age=0\b|max-age=-|expires=thu, 01.jan.1970/i.test(attributes),
            isHttpOnly: /httponly/i.test(attributes),
          },
        ]
  })

function tokenIn(value: unknown, depth: number): string | null {
  if (!isMap(value) || depth > 2) return null
  for (const [key, each] of Object.entries(value))
    if (
      typeof each === 'string' &&
      /^(?:token|jwt|access_?token|id_?token|session_?token|bearer)$/i.test(key)
    )
      return each
  for (const each of Object.values(value)) {
    const inner = tokenIn(each, depth + 1)
    if (inner !== null) return inner
  }
  return null
}

/** The cookies that a browser has after an answer. */
export function afterAnswer(session: Session, { headers }: ApplicationResponse): Session {
  const answered = cookiesIn(headers)
  const remaining = (session.headers['cookie'] ?? '')
    .split('; ')
    .filter((pair) => !answered.some(({ name }) => pair.startsWith(`${name}=`)))
  const { cookie: _cookie, ...others } = session.headers
  const pairs = [
    ...remaining,
    ...answered.filter(({ isGone }) => !isGone).map(({ pair }) => pair),
  ].filter((pair) => pair !== '')
  return {
    ...session,
    headers: pairs.length === 0 ? others : { ...others, cookie: pairs.join('; ') },
  }
}
