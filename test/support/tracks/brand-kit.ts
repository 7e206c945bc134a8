import type { SmallTrack } from '../track.ts'

/** Fastify, Drizzle and jest: a pipeline with dependencies and locks. */
export const brandKit: SmallTrack = {
  product: `# Kitsmith

Kitsmith generates brand kits.

## Deliverables

1. Logo
2. Palette
3. Typography
4. Guidelines

## Generation order

Logo → Palette → Typography → Guidelines

## Dependencies

| Deliverable | Depends on |
|---|---|
| Logo | none |
| Palette | Logo |
| Typography | Logo |
| Guidelines | Logo, Palette, Typography |

## Asset states

- empty → processing
- processing → ready | error
- ready → locked | processing
- locked → ready | outdated
- outdated → processing
- error → processing

A kit costs $49. Regenerating is limited to 5 times per asset.
`,
  spec: `# Regenerate assets

## Goal

Users regenerate single assets; what depends on them becomes outdated.

## Functional requirements

- Regenerating an asset marks locked assets that depend on it as outdated
- A locked asset is not regenerated
- An asset is regenerated at most 5 times
- A failed generation leaves the asset in the state error
- Regenerating a missing asset answers 404

## Data flow

- \`POST /assets/:id/regenerate\` reads \`reason\` of the body and stores it
- The answer has \`status\` and \`outdated\`

## User flow

1. The user opens the kit
2. The user regenerates the logo
3. The user sees which assets are outdated
`,
  before: {
    'package.json':
      '{ "name": "kitsmith", "scripts": { "build": "tsc", "test": "jest", "dev": "tsx src/server.ts" }, "dependencies": { "fastify": "^5.0.0", "drizzle-orm": "^0.44.0", "pg": "^8.0.0" }, "devDependencies": { "jest": "^30.0.0", "ts-jest": "^29.0.0", "typescript": "^5.9.0", "tsx": "^4.0.0" } }\n',
    'tsconfig.json':
      '{ "compilerOptions": { "strict": true, "outDir": "dist", "module": "nodenext" } }\n',
    'src/server.ts':
      "import { buildApp } from './app.js'\nimport { createAssets } from './db/assets.js'\n\nconst app = buildApp(createAssets())\nawait app.listen({ port: Number(process.env.PORT ?? 3000) })\n",
    'src/app.ts':
      "import Fastify, { type FastifyInstance } from 'fastify'\nimport { assetRoutes } from './modules/assets/asset.routes.js'\nimport type { Assets } from './modules/assets/asset.types.js'\n\nexport function buildApp(assets: Assets): FastifyInstance {\n  const app = Fastify({ logger: true })\n  app.register(assetRoutes, { assets })\n  return app\n}\n",
    'src/modules/assets/asset.types.ts':
      "export type AssetKind = 'logo' | 'palette' | 'typography' | 'guidelines'\nexport type AssetStatus = 'empty' | 'processing' | 'ready' | 'locked' | 'outdated' | 'error'\n\nexport interface Asset {\n  id: string\n  kind: AssetKind\n  status: AssetStatus\n  generations: number\n  reason: string | null\n}\n\nexport interface Assets {\n  find(id: string): Promise<Asset | undefined>\n  all(): Promise<Asset[]>\n  save(asset: Asset): Promise<void>\n}\n",
    'src/modules/assets/asset.routes.ts':
      "import type { FastifyPluginAsync } from 'fastify'\nimport type { Assets } from './asset.types.js'\n\nexport const assetRoutes: FastifyPluginAsync<{ assets: Assets }> = async (app, { assets }) => {\n  app.get('/assets', async () => assets.all())\n}\n",
    'src/db/schema.ts':
      "import { integer, pgTable, text } from 'drizzle-orm/pg-core'\n\nexport const assetTable = pgTable('assets', {\n  id: text('id').primaryKey(),\n  kind: text('kind').notNull(),\n  status: text('status').notNull(),\n  generations: integer('generations').notNull().default(0),\n  reason: text('reason'),\n})\n",
    'src/db/assets.ts':
      "import { eq } from 'drizzle-orm'\nimport { drizzle } from 'drizzle-orm/node-postgres'\nimport type { Asset, Assets } from '../modules/assets/asset.types.js'\nimport { assetTable } from './schema.js'\n\nexport function createAssets(): Assets {\n  const db = drizzle(process.env.DATABASE_URL ?? '')\n  return {\n    find: async (id) => (await db.select().from(assetTable).where(eq(assetTable.id, id)))[0] as Asset | undefined,\n    all: async () => (await db.select().from(assetTable)) as Asset[],\n    save: async (asset) => {\n      await db.insert(assetTable).values(asset).onConflictDoUpdate({ target: assetTable.id, set: asset })\n    },\n  }\n}\n",
  },
  wrote: {
    'src/modules/assets/asset.states.ts': `import type { Asset, AssetKind, AssetStatus } from './asset.types.js'

const transitions: Record<AssetStatus, AssetStatus[]> = {
  empty: ['processing'],
  processing: ['ready', 'error'],
  ready: ['locked', 'processing'],
  locked: ['ready', 'outdated'],
  outdated: ['processing'],
  error: ['processing'],
}

export const GENERATION_ORDER: AssetKind[] = ['logo', 'palette', 'typography', 'guidelines']

const dependsOn: Record<AssetKind, AssetKind[]> = {
  logo: [],
  palette: ['logo'],
  typography: ['logo'],
  guidelines: ['logo', 'palette', 'typography'],
}

export class TransitionError extends Error {}

export function moveTo(asset: Asset, status: AssetStatus): Asset {
  if (!transitions[asset.status].includes(status)) {
    throw new TransitionError(\`\${asset.kind} cannot go from \${asset.status} to \${status}\`)
  }
  return { ...asset, status }
}

export function dependants(kind: AssetKind): AssetKind[] {
  return GENERATION_ORDER.filter((each) => dependsOn[each].includes(kind))
}
`,
    'src/modules/assets/asset.service.ts': `import { dependants, moveTo } from './asset.states.js'
import type { Asset, Assets } from './asset.types.js'

const MAX_REGENERATIONS = 5

export type Generate = (asset: Asset) => Promise<void>

export class LimitError extends Error {}

/** Regenerates an asset and gives back what is outdated by it. */
export async function regenerate(
  asset: Asset,
  reason: string,
  { assets, generate }: { assets: Assets; generate: Generate },
): Promise<{ asset: Asset; outdated: Asset[] }> {
  if (asset.generations >= MAX_REGENERATIONS) {
    throw new LimitError(\`\${asset.kind} was regenerated \${MAX_REGENERATIONS} times\`)
  }
  const started = { ...moveTo(asset, 'processing'), generations: asset.generations + 1, reason }
  await assets.save(started)
  try {
    await generate(started)
  } catch {
    const failed = moveTo(started, 'error')
    await assets.save(failed)
    return { asset: failed, outdated: [] }
  }
  const done = moveTo(started, 'ready')
  await assets.save(done)
  const outdated: Asset[] = []
  for (const other of await assets.all()) {
    if (other.status === 'locked' && dependants(asset.kind).includes(other.kind)) {
      const changed = moveTo(other, 'outdated')
      await assets.save(changed)
      outdated.push(changed)
    }
  }
  return { asset: done, outdated }
}
`,
    'src/modules/assets/asset.routes.ts': `import type { FastifyPluginAsync } from 'fastify'
import { type Generate, LimitError, regenerate } from './asset.service.js'
import { TransitionError } from './asset.states.js'
import type { Assets } from './asset.types.js'

interface Options {
  assets: Assets
  generate?: Generate
}

const bodySchema = {
  type: 'object',
  required: ['reason'],
  properties: { reason: { type: 'string', maxLength: 200 } },
} as const

export const assetRoutes: FastifyPluginAsync<Options> = async (app, { assets, generate = async () => {} }) => {
  app.get('/assets', async () => assets.all())

  app.post<{ Params: { id: string }; Body: { reason: string } }>(
    '/assets/:id/regenerate',
    { schema: { body: bodySchema } },
    async (request, reply) => {
      const asset = await assets.find(request.params.id)
      if (asset === undefined) return reply.code(404).send({ error: 'there is no such asset' })
      try {
        const done = await regenerate(asset, request.body.reason, { assets, generate })
        return { status: done.asset.status, outdated: done.outdated.map(({ id }) => id) }
      } catch (error) {
        if (error instanceof TransitionError || error instanceof LimitError) {
          return reply.code(409).send({ error: error.message })
        }
        throw error
      }
    },
  )
}
`,
    'src/modules/assets/asset.routes.test.ts': `import { buildApp } from '../../app'
import { regenerate } from './asset.service'
import { dependants, GENERATION_ORDER, moveTo } from './asset.states'
import type { Asset, AssetKind, Assets, AssetStatus } from './asset.types'

const asset = (kind: AssetKind, status: AssetStatus, generations = 0): Asset => ({ id: kind, kind, status, generations, reason: null })

function fakeAssets(...list: Asset[]): Assets {
  const map = new Map(list.map((each) => [each.id, each]))
  return {
    find: async (id) => map.get(id),
    all: async () => [...map.values()],
    save: async (each) => void map.set(each.id, each),
  }
}

describe('regenerate', () => {
  const generate = async () => {}

  it('marks locked assets that depend on it as outdated', async () => {
    const assets = fakeAssets(asset('logo', 'ready'), asset('palette', 'locked'), asset('typography', 'ready'))
    const { outdated } = await regenerate(asset('logo', 'ready'), 'colour', { assets, generate })
    expect(outdated.map(({ kind }) => kind)).toEqual(['palette'])
  })

  it('refuses a locked asset', async () => {
    const assets = fakeAssets(asset('logo', 'locked'))
    await expect(regenerate(asset('logo', 'locked'), 'x', { assets, generate })).rejects.toThrow('cannot go from locked')
  })

  it('regenerates an asset at most 5 times', async () => {
    const assets = fakeAssets(asset('logo', 'ready', 5))
    await expect(regenerate(asset('logo', 'ready', 5), 'x', { assets, generate })).rejects.toThrow('5 times')
    await expect(regenerate(asset('logo', 'ready', 4), 'x', { assets, generate })).resolves.toBeDefined()
  })

  it('leaves the asset in the state error when the generation fails', async () => {
    const assets = fakeAssets(asset('logo', 'ready'))
    const failing = async () => {
      throw new Error('no credit')
    }
    const { asset: failed } = await regenerate(asset('logo', 'ready'), 'x', { assets, generate: failing })
    expect(failed.status).toBe('error')
  })
})

it('keeps the order of generation', () => {
  expect(GENERATION_ORDER[0]).toBe('logo')
  expect(dependants('palette')).toEqual(['guidelines'])
  expect(() => moveTo(asset('logo', 'empty'), 'ready')).toThrow()
})

it('answers with status and outdated, and 404 for a missing asset', async () => {
  const app = buildApp(fakeAssets(asset('logo', 'ready')))
  const response = await app.inject({ method: 'POST', url: '/assets/logo/regenerate', payload: { reason: 'x' } })
  expect(response.json()).toEqual({ status: 'ready', outdated: [] })
  const missing = await app.inject({ method: 'POST', url: '/assets/nothing/regenerate', payload: { reason: 'x' } })
  expect(missing.statusCode).toBe(404)
})
`,
  },
}
