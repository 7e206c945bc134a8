import type { DatabaseSync } from 'node:sqlite'
import { nextStatus, type PieceEvent } from '../../shared/piece-status.ts'
import { hasRoom } from '../../shared/plans.ts'
import { firingPrice } from '../../shared/pricing.ts'
import type { Account, Piece } from '../../shared/types.ts'
import { transaction } from '../db/connect.ts'
import { HttpError } from '../kit/http-app.ts'
import type { Pieces } from '../repositories/pieces.ts'

/** What people do with their pieces, by the rules of the studio. */
export class Workshop {
  db: DatabaseSync
  pieces: Pieces

  constructor(db: DatabaseSync, pieces: Pieces) {
    this.db = db
    this.pieces = pieces
  }

  put(account: Account, title: string, litres: number): Piece {
    return transaction(this.db, () => {
      if (!hasRoom(account.plan, this.pieces.count(account.id)))
        throw new HttpError(409, 'Your shelf is full. Finish a piece or take a larger plan.')
      const piece = this.pieces.add(account.id, title, litres)
      if (piece === null) throw new Error('the new piece was not kept')
      return piece
    })
  }

  step(account: Account, id: number, event: PieceEvent): Piece {
    return transaction(this.db, () => {
      const piece = this.mine(account, id)
      const status = nextStatus(piece.status, event)
      if (status === null)
        throw new HttpError(409, `A piece that is ${piece.status} cannot do that. Look at its next step.`)
      this.pieces.setStatus(id, status)
      if (event === 'fire') this.pieces.addFiring(id, firingPrice(account.plan, piece.litres))
      return { ...piece, status }
    })
  }

  discard(account: Account, id: number): void {
    const piece = this.mine(account, id)
    if (piece.status === 'glazed')
      throw new HttpError(409, 'A glazed piece waits for its firing and cannot be discarded.')
    this.pieces.remove(id)
  }

  mine(account: Account, id: number): Piece {
    const piece = this.pieces.find(id, account.id)
    if (piece === null) throw new HttpError(404, 'There is no such piece on your shelf.')
    return piece
  }
}
