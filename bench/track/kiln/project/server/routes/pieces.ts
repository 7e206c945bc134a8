import { NewPiece, Step } from '../../shared/schemas.ts'
import { type HttpApp, HttpError } from '../kit/http-app.ts'
import { accountOf, requireUser } from '../middleware/require-user.ts'
import type { Pieces } from '../repositories/pieces.ts'
import type { Users } from '../repositories/users.ts'
import type { Workshop } from '../services/workshop.ts'

interface Services {
  users: Users
  pieces: Pieces
  workshop: Workshop
}

const idOf = (params: Record<string, string>): number => {
  const id = Number(params.id)
  if (!Number.isInteger(id)) throw new HttpError(404, 'There is no such piece on your shelf.')
  return id
}

export function pieceRoutes(app: HttpApp, { users, pieces, workshop }: Services): void {
  const guard = requireUser(users)

  app.get('/api/pieces', guard, (req, res) => {
    res.json({ pieces: pieces.all(accountOf(req).id) })
  })

  app.post('/api/pieces', guard, (req, res) => {
    const input = NewPiece.safeParse(req.body)
    if (!input.success) throw new HttpError(400, 'Give the piece a title and its size in litres.')
    res.status(201).json(workshop.put(accountOf(req), input.data.title, input.data.litres))
  })

  app.get('/api/pieces/:id', guard, (req, res) => {
    res.json(workshop.mine(accountOf(req), idOf(req.params)))
  })

  app.patch('/api/pieces/:id', guard, (req, res) => {
    const input = Step.safeParse(req.body)
    if (!input.success) throw new HttpError(400, 'Name the step: rest, fire, glaze or crack.')
    res.json(workshop.step(accountOf(req), idOf(req.params), input.data.event))
  })

  app.delete('/api/pieces/:id', guard, (req, res) => {
    workshop.discard(accountOf(req), idOf(req.params))
    res.status(204).end()
  })
}
