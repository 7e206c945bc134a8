import type { SmallTrack } from '../track.ts'

/** Express 5, zod and vitest: limits of tiers. */
export const tiers: SmallTrack = {
  product: `# Planwise

Planwise keeps projects of small teams.

## Pricing tiers

| Tier | Monthly price | Projects | Members per project | Export |
|---|---|---|---|---|
| Free | $0 | 3 | 2 | ✗ |
| Pro | $29 | 25 | 10 | ✓ |
| Team | $79 | Unlimited | 50 | ✓ |

- Paying by the year saves 20% of the monthly price.
- A trial of Pro lasts 14 days.

## Project lifecycle

- draft → active → archived
- archived → active
`,
  spec: `# Enforce tier limits

## Overview

Users can create more projects than their tier allows. Enforce the limits on the server.

## Acceptance Criteria

- [ ] A Free user cannot create a fourth project
- [ ] A Pro user can create 25 projects and no more
- [ ] A Team user has no limit on projects
- [ ] The yearly price is 20% lower than twelve months
- [ ] An archived project does not count towards the limit
- [ ] Creating a project over the limit answers 403 with the code \`TIER_LIMIT\`

## Edge Cases

- A user with an empty list of projects can always create one
- Creating the same project twice is refused as a duplicate

## Out of scope

- Billing
`,
  plan: '- [x] Task 1: Limits of tiers <!-- aaaaaaa -->\n  - Files: src/domain/tiers.ts\n',
  before: {
    'package.json':
      '{\n  "name": "planwise",\n  "type": "module",\n  "main": "src/server.ts",\n  "scripts": { "build": "tsc -p .", "test": "vitest run", "start": "node src/server.ts" },\n  "dependencies": { "express": "^5.1.0", "zod": "^4.0.0" },\n  "devDependencies": { "vitest": "^3.0.0", "typescript": "^5.9.0" }\n}\n',
    'tsconfig.json':
      '{ "compilerOptions": { "strict": true, "noEmit": true, "allowImportingTsExtensions": true } }\n',
    'src/server.ts':
      "import { createApp } from './app.ts'\nimport { createProjectStore } from './store/project-store.ts'\n\nconst port = Number(process.env['PORT'] ?? 3000)\ncreateApp(createProjectStore()).listen(port, () => {\n  console.log(`listening on ${port}`)\n})\n",
    'src/app.ts':
      "import express, { type Express } from 'express'\nimport { projectRoutes } from './routes/project-routes.ts'\nimport type { ProjectStore } from './store/project-store.ts'\n\nexport function createApp(store: ProjectStore): Express {\n  const app = express()\n  app.use(express.json())\n  app.use('/api/projects', projectRoutes(store))\n  return app\n}\n",
    'src/domain/project.ts':
      "export type ProjectStatus = 'draft' | 'active' | 'archived'\n\nexport type Project = {\n  readonly id: string\n  readonly owner: string\n  readonly name: string\n  readonly status: ProjectStatus\n}\n",
    'src/store/project-store.ts':
      "import type { Project } from '../domain/project.ts'\n\nexport type ProjectStore = {\n  list(owner: string): Promise<readonly Project[]>\n  add(project: Project): Promise<void>\n}\n\nexport function createProjectStore(): ProjectStore {\n  const projects: Project[] = []\n  return {\n    list: async (owner) => projects.filter((project) => project.owner === owner),\n    add: async (project) => {\n      projects.push(project)\n    },\n  }\n}\n",
    'src/routes/project-routes.ts':
      "import { randomUUID } from 'node:crypto'\nimport { Router } from 'express'\nimport type { ProjectStore } from '../store/project-store.ts'\n\nexport function projectRoutes(store: ProjectStore): Router {\n  const router = Router()\n  router.post('/', async (request, response) => {\n    const { owner, name } = request.body\n    const project = { id: randomUUID(), owner, name, status: 'draft' as const }\n    await store.add(project)\n    response.status(201).json({ project })\n  })\n  return router\n}\n",
  },
  wrote: {
    'src/domain/tiers.ts': `import type { Project } from './project.ts'

export type Tier = 'free' | 'pro' | 'team'

type TierRules = {
  readonly monthlyPrice: number
  readonly maxProjects: number
  readonly maxMembers: number
  readonly canExport: boolean
}

export const tierRules: Readonly<Record<Tier, TierRules>> = {
  free: { monthlyPrice: 0, maxProjects: 3, maxMembers: 2, canExport: false },
  pro: { monthlyPrice: 29, maxProjects: 25, maxMembers: 10, canExport: true },
  team: { monthlyPrice: 79, maxProjects: Number.POSITIVE_INFINITY, maxMembers: 50, canExport: true },
}

const YEARLY_DISCOUNT = 0.2

export const TRIAL_DAYS = 14

export function yearlyPrice(tier: Tier): number {
  return tierRules[tier].monthlyPrice * 12 * (1 - YEARLY_DISCOUNT)
}

/** Archived projects do not count. */
export function canCreateProject(tier: Tier, projects: readonly Project[]): boolean {
  const counted = projects.filter((project) => project.status !== 'archived')
  return counted.length < tierRules[tier].maxProjects
}

export function trialEnds(start: Date): Date {
  return new Date(start.getTime() + TRIAL_DAYS * 24 * 60 * 60 * 1000)
}
`,
    'src/domain/tiers.test.ts': `import { describe, expect, test } from 'vitest'
import type { Project, ProjectStatus } from './project.ts'
import { canCreateProject, type Tier, trialEnds, TRIAL_DAYS, yearlyPrice } from './tiers.ts'

const projects = (count: number, status: ProjectStatus = 'active'): Project[] =>
  Array.from({ length: count }, (_, index) => ({ id: String(index), owner: 'ada', name: \`P\${index}\`, status }))

describe('canCreateProject', () => {
  test.each<[Tier, number, boolean]>([
    ['free', 2, true],
    ['free', 3, false],
    ['pro', 24, true],
    ['pro', 25, false],
    ['team', 10_000, true],
  ])('a %s user with %i projects: %s', (tier, count, allowed) => {
    expect(canCreateProject(tier, projects(count))).toBe(allowed)
  })

  test('a user with an empty list of projects can always create one', () => {
    expect(canCreateProject('free', [])).toBe(true)
  })

  test('an archived project does not count towards the limit', () => {
    expect(canCreateProject('free', [...projects(2), ...projects(5, 'archived')])).toBe(true)
  })
})

test('the yearly price is 20% lower than twelve months', () => {
  expect(yearlyPrice('pro')).toBeCloseTo(29 * 12 * 0.8)
})

test('a trial lasts 14 days', () => {
  const start = new Date('2026-01-01T00:00:00Z')
  expect(trialEnds(start)).toEqual(new Date('2026-01-15T00:00:00Z'))
  expect(TRIAL_DAYS).toBe(14)
})
`,
    'src/routes/project-routes.ts': `import { randomUUID } from 'node:crypto'
import { Router } from 'express'
import { z } from 'zod'
import { canCreateProject } from '../domain/tiers.ts'
import type { ProjectStore } from '../store/project-store.ts'

const NewProject = z.object({
  owner: z.string().min(1),
  name: z.string().min(1),
  tier: z.enum(['free', 'pro', 'team']),
})

export function projectRoutes(store: ProjectStore): Router {
  const router = Router()
  router.post('/', async (request, response) => {
    const parsed = NewProject.safeParse(request.body)
    if (!parsed.success) {
      response.status(400).json({ code: 'INVALID', issues: parsed.error.issues })
      return
    }
    const { owner, name, tier } = parsed.data
    const projects = await store.list(owner)
    if (projects.some((project) => project.name === name)) {
      response.status(409).json({ code: 'DUPLICATE' })
      return
    }
    if (!canCreateProject(tier, projects)) {
      response.status(403).json({ code: 'TIER_LIMIT' })
      return
    }
    const project = { id: randomUUID(), owner, name, status: 'draft' as const }
    await store.add(project)
    response.status(201).json({ project })
  })
  return router
}
`,
    'src/routes/project-routes.test.ts': `import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { createProjectStore } from '../store/project-store.ts'

let server: ReturnType<ReturnType<typeof createApp>['listen']>
let origin = ''

beforeEach(async () => {
  server = createApp(createProjectStore()).listen(0)
  origin = \`http://localhost:\${(server.address() as AddressInfo).port}\`
})
afterEach(() => server.close())

const create = (name: string) =>
  fetch(\`\${origin}/api/projects\`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ owner: 'ada', name, tier: 'free' }),
  })

test('creating a project over the limit answers 403 with the code TIER_LIMIT', async () => {
  for (const name of ['a', 'b', 'c']) expect((await create(name)).status).toBe(201)
  const refused = await create('d')
  expect(refused.status).toBe(403)
  expect(await refused.json()).toEqual({ code: 'TIER_LIMIT' })
})

test('creating the same project twice is refused as a duplicate', async () => {
  await create('a')
  expect((await create('a')).status).toBe(409)
})

test('a project without a name is refused', async () => {
  expect((await create('')).status).toBe(400)
})
`,
  },
}
