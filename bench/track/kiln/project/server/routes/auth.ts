import { SignIn, SignUp } from '../../shared/schemas.ts'
import { type HttpApp, HttpError } from '../kit/http-app.ts'
import { limitAttempts } from '../middleware/limit-attempts.ts'
import { accountOf, requireUser, tokenOf } from '../middleware/require-user.ts'
import type { Users } from '../repositories/users.ts'

export function authRoutes(app: HttpApp, users: Users, now: () => number): void {
  app.post('/api/sign-up', (req, res) => {
    const input = SignUp.safeParse(req.body)
    if (!input.success)
      throw new HttpError(400, 'Give an email address and a password of at least 10 characters.')
    const account = users.add(input.data.email, input.data.password, input.data.plan)
    if (account === null) throw new HttpError(409, 'This address has an account. Sign in instead.')
    res.status(201).json(account)
  })

  app.post('/api/sign-in', limitAttempts(10, 15 * 60_000, now), (req, res) => {
    const input = SignIn.safeParse(req.body)
    if (!input.success) throw new HttpError(400, 'Give your email address and your password.')
    const token = users.open(input.data.email, input.data.password)
    if (token === null) throw new HttpError(401, 'Address or password is wrong. Try again.')
    res.json({ token })
  })

  app.post('/api/sign-out', requireUser(users), (req, res) => {
    users.close(tokenOf(req))
    res.status(204).end()
  })

  app.get('/api/me', requireUser(users), (req, res) => {
    res.json(accountOf(req))
  })
}
