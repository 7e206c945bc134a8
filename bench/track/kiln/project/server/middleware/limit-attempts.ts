import { type Handler, HttpError } from '../kit/http-app.ts'

/** So many requests for each address of an account in so much time, then 429. */
export function limitAttempts(most: number, windowMs: number, now: () => number): Handler {
  const attempts = new Map<string, number[]>()
  return async (req, res, next) => {
    const body: unknown = req.body
    const key =
      typeof body === 'object' && body !== null && 'email' in body ? String(body.email) : ''
    const recent = (attempts.get(key) ?? []).filter((at) => at > now() - windowMs)
    if (recent.length >= most) {
      res.set('retry-after', String(Math.ceil(windowMs / 1000)))
      throw new HttpError(429, 'Too many attempts. Wait a few minutes and try again.')
    }
    attempts.set(key, [...recent, now()])
    await next()
  }
}
