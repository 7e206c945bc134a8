import { PLANS } from '../../shared/plans.ts'
import { type HttpApp, HttpError } from '../kit/http-app.ts'
import { glazesInStock, type SupplierOptions } from '../services/glaze-supplier.ts'

export function publicRoutes(app: HttpApp, supplier: SupplierOptions): void {
  app.get('/api/health', (_req, res) => {
    res.json({ status: 'ok' })
  })

  app.get('/api/plans', (_req, res) => {
    res.json({ plans: Object.entries(PLANS).map(([id, plan]) => ({ id, ...plan })) })
  })

  app.get('/api/glazes', async (_req, res) => {
    const glazes = await glazesInStock(supplier)
    if (glazes === null)
      throw new HttpError(503, 'The supplier does not answer. Ask at the studio, or try later.')
    res.json({ glazes })
  })
}
