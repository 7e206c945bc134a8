import type { SmallTrack } from '../track.ts'

/** Next with server actions, Prisma, Tailwind and vitest: publishing of articles. */
export const articles: SmallTrack = {
  product: `# Inkwell

Inkwell is a magazine for authors.

## Editorial workflow

An article moves through these states:

| From | To | Who |
|---|---|---|
| draft | review | author |
| review | published | editor |
| review | draft | editor |
| published | archived | editor |

## Limits

- Titles: at most 80 characters
- Authors: up to 10 drafts each
`,
  spec: `# Publish articles

## Acceptance criteria

- [ ] An editor publishes an article that is in review
- [ ] An author cannot publish
- [ ] A title longer than 80 characters is refused
- [ ] A published article shows up at \`/articles/[slug]\`

## User story

1. The editor opens the review page
2. The editor clicks "Publish"
3. The article appears on its page
`,
  before: {
    'package.json':
      '{ "name": "inkwell", "scripts": { "build": "next build", "dev": "next dev", "test": "vitest run" }, "dependencies": { "next": "^15.0.0", "react": "^19.0.0", "@prisma/client": "^6.0.0", "zod": "^4.0.0" }, "devDependencies": { "vitest": "^3.0.0", "typescript": "^5.9.0", "tailwindcss": "^4.0.0", "prisma": "^6.0.0" } }\n',
    'tsconfig.json': '{ "compilerOptions": { "strict": true, "paths": { "@/*": ["./src/*"] } } }\n',
    'prisma/schema.prisma':
      'model Article {\n  id String @id @default(cuid())\n  slug String @unique\n  title String\n  body String\n  status String @default("draft")\n  authorId String\n  createdAt DateTime @default(now())\n  @@index([authorId])\n}\n',
    'src/lib/db.ts':
      "import { PrismaClient } from '@prisma/client'\n\nexport const db = new PrismaClient()\n",
    'src/lib/session.ts':
      "import { cookies } from 'next/headers'\n\nexport type Role = 'author' | 'editor'\n\nexport async function currentRole(): Promise<Role> {\n  const jar = await cookies()\n  return jar.get('role')?.value === 'editor' ? 'editor' : 'author'\n}\n",
    'src/app/layout.tsx':
      'import type { ReactNode } from \'react\'\n\nexport default function RootLayout({ children }: { children: ReactNode }) {\n  return (\n    <html lang="en">\n      <body>{children}</body>\n    </html>\n  )\n}\n',
    'src/app/page.tsx':
      'import Link from \'next/link\'\n\nexport default function Home() {\n  return <Link href="/">Inkwell</Link>\n}\n',
  },
  wrote: {
    'src/lib/articles/workflow.ts': `import type { Role } from '@/lib/session'

export const statuses = ['draft', 'review', 'published', 'archived'] as const
export type ArticleStatus = (typeof statuses)[number]

type Step = { from: ArticleStatus; to: ArticleStatus; who: Role }

const steps: Step[] = [
  { from: 'draft', to: 'review', who: 'author' },
  { from: 'review', to: 'published', who: 'editor' },
  { from: 'review', to: 'draft', who: 'editor' },
  { from: 'published', to: 'archived', who: 'editor' },
]

export const isStatus = (value: string): value is ArticleStatus => (statuses as readonly string[]).includes(value)

export const canMove = (role: Role, from: ArticleStatus, to: ArticleStatus): boolean =>
  steps.some((step) => step.from === from && step.to === to && step.who === role)

export const MAX_TITLE_LENGTH = 80

export const isTitle = (title: string): boolean => title.trim() !== '' && title.length <= MAX_TITLE_LENGTH
`,
    'src/lib/articles/workflow.test.ts': `import { describe, expect, it } from 'vitest'
import { canMove, isStatus, isTitle } from './workflow'

describe('canMove', () => {
  it('lets an editor publish an article that is in review', () => {
    expect(canMove('editor', 'review', 'published')).toBe(true)
  })
  it('does not let an author publish', () => {
    expect(canMove('author', 'review', 'published')).toBe(false)
  })
})

it('refuses a title longer than 80 characters', () => {
  expect(isTitle('x'.repeat(80))).toBe(true)
  expect(isTitle('x'.repeat(81))).toBe(false)
  expect(isTitle('')).toBe(false)
})

it('knows its states', () => {
  expect(isStatus('draft')).toBe(true)
  expect(isStatus('lost')).toBe(false)
})
`,
    'src/app/review/actions.ts': `'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { canMove, isStatus, isTitle } from '@/lib/articles/workflow'
import { db } from '@/lib/db'
import { currentRole } from '@/lib/session'

export type PublishState = { error: string | null }

const Form = z.object({ id: z.string().min(1) })

export async function publish(_: PublishState, form: FormData): Promise<PublishState> {
  const { id } = Form.parse({ id: form.get('id') })
  const article = await db.article.findUnique({ where: { id } })
  if (article === null) return { error: 'The article is gone.' }
  const role = await currentRole()
  if (!isStatus(article.status) || !canMove(role, article.status, 'published')) {
    return { error: 'Only editors publish articles that are in review.' }
  }
  if (!isTitle(article.title)) return { error: 'The title is too long.' }
  await db.article.update({ where: { id }, data: { status: 'published' } })
  revalidatePath(\`/articles/\${article.slug}\`)
  return { error: null }
}
`,
    'src/app/review/publish-button.tsx': `'use client'

import { useActionState } from 'react'
import { publish, type PublishState } from './actions'

const initial: PublishState = { error: null }

export function PublishButton({ id }: { id: string }) {
  const [state, action, isPending] = useActionState(publish, initial)
  return (
    <form action={action} className="flex gap-2">
      <input type="hidden" name="id" value={id} />
      <button disabled={isPending} className="rounded bg-blue-700 px-4 py-2 text-white">
        Publish
      </button>
      {state.error && <p role="alert">{state.error}</p>}
    </form>
  )
}
`,
    'src/app/review/page.tsx': `import { db } from '@/lib/db'
import { PublishButton } from './publish-button'

export default async function ReviewPage() {
  const articles = await db.article.findMany({ where: { status: 'review' } })
  if (articles.length === 0) return <p>No article waits for a review.</p>
  return (
    <ul className="space-y-4">
      {articles.map((article) => (
        <li key={article.id}>
          <h2>{article.title}</h2>
          <PublishButton id={article.id} />
        </li>
      ))}
    </ul>
  )
}
`,
    'src/app/articles/[slug]/page.tsx': `import { notFound } from 'next/navigation'
import { db } from '@/lib/db'

type Props = { params: Promise<{ slug: string }> }

export default async function ArticlePage({ params }: Props) {
  const { slug } = await params
  const article = await db.article.findUnique({ where: { slug, status: 'published' } })
  if (article === null) notFound()
  return (
    <article>
      <h1>{article.title}</h1>
      <p>{article.body}</p>
    </article>
  )
}
`,
    'src/app/page.tsx':
      'import Link from \'next/link\'\n\nexport default function Home() {\n  return <Link href="/review">Review articles</Link>\n}\n',
  },
}
