import type { DatabaseSync } from 'node:sqlite'
import { HttpApp } from './kit/http-app.ts'
import { Pieces } from './repositories/pieces.ts'
import { Users } from './repositories/users.ts'
import { authRoutes } from './routes/auth.ts'
import { pieceRoutes } from './routes/pieces.ts'
import { publicRoutes } from './routes/public.ts'
import type { SupplierOptions } from './services/glaze-supplier.ts'
import { Workshop } from './services/workshop.ts'

export interface StudioOptions {
  db: DatabaseSync
  supplier: SupplierOptions
  now?: () => number
}

export function createStudio({ db, supplier, now = Date.now }: StudioOptions): HttpApp {
  const app = new HttpApp()
  const users = new Users(db, now)
  const pieces = new Pieces(db)
  publicRoutes(app, supplier)
  authRoutes(app, users, now)
  pieceRoutes(app, { users, pieces, workshop: new Workshop(db, pieces) })
  return app
}
