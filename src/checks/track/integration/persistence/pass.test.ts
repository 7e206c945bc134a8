import { describe, expect, test } from 'vitest'
import { verdictOfPass } from '../../evaluation.ts'
import type { ApplicationRequest, TrackFacts } from '../../facts.ts'
import { json, madeFacts } from '../made-facts.contract.ts'
import { readProject } from '../project.ts'
import { routesOf } from '../routes/routes-of.ts'
import { roundsOf } from './rounds.ts'
import { persistencePass } from './pass.ts'

type Given = Parameters<typeof madeFacts>[0]
async function persistence(given: Given) {
  const project = await readProject(madeFacts(given))
  return persistencePass(project, await roundsOf(project, routesOf(project)))
}
const wrong = async (given: Given) =>
  (await persistence(given)).parts.filter(({ status }) => status === 'unmet').map(({ id }) => id)
const sql = (text: string, more: Partial<Given> = {}) =>
  wrong({ ...more, files: { 'migrations/002_notes.sql': text, ...more.files } })

const users =
  'CREATE TABLE users (id SERIAL PRIMARY KEY, email TEXT NOT NULL UNIQUE, created_at TIMESTAMPTZ NOT NULL DEFAULT now());\n'
const notes = `CREATE TABLE IF NOT EXISTS notes (
  id UUID PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  title VARCHAR(200) NOT NULL,
  created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
CREATE INDEX notes_user_id ON notes (user_id);
`

describe('tables in SQL', () => {
  test('that are made well', async () => {
    const pass = await persistence({ files: { 'db/001.sql': users + notes } })
    expect(verdictOfPass(pass)).toBe('PASS')
  })
  test('with constraints of their own lines, quotes and a join table', async () => {
    expect(
      await sql(`${users}CREATE TABLE "public"."tags" (
  "id" integer GENERATED ALWAYS AS IDENTITY, "name" text NOT NULL, "user_id" integer NOT NULL, "created_at" timestamp DEFAULT now(),
  CONSTRAINT tags_pk PRIMARY KEY ("id"),
  CONSTRAINT tags_user FOREIGN KEY ("user_id") REFERENCES "public"."users" ("id") ON DELETE SET NULL,
  UNIQUE ("user_id", "name")
);
CREATE TABLE notes (id int primary key, title text, created_at timestamp);
CREATE TABLE note_tags (note_id int REFERENCES notes ON DELETE CASCADE, tag_id int REFERENCES tags ON DELETE CASCADE, PRIMARY KEY (note_id, tag_id));
CREATE INDEX ON note_tags (tag_id);`),
    ).toEqual([])
  })
  test('each fault by its name', async () => {
    expect(await sql(users + notes.replace(' PRIMARY KEY', ''))).toEqual(['primary-key'])
    expect(await sql(users + notes.replace(/,\n {2}created_at[^\n]*/, ''))).toEqual(['timestamps'])
    expect(await sql(users + notes.replace('REFERENCES users (id) ON DELETE CASCADE', ''))).toEqual(
      ['foreign-keys'],
    )
    expect(await sql(users + notes.replace(' ON DELETE CASCADE', ''))).toEqual(['on-delete'])
    expect(await sql(users + notes.replace(/CREATE INDEX.*/, ''))).toEqual(['foreign-key-index'])
  })
  test('MySQL has an index for each foreign key', async () => {
    expect(
      await sql(
        'CREATE TABLE `users` (`id` INT AUTO_INCREMENT PRIMARY KEY, `email` VARCHAR(99), `created_at` DATETIME) ENGINE=InnoDB;\nCREATE TABLE `notes` (`id` INT AUTO_INCREMENT, `user_id` INT NOT NULL, `body` TEXT, `created_at` DATETIME, PRIMARY KEY (`id`), FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE) ENGINE=InnoDB;',
      ),
    ).toEqual([])
  })
  test('columns that come later', async () => {
    const files = { 'migrations/001_users.sql': users }
    const touched = ['migrations/002_notes.sql']
    expect(
      await sql('ALTER TABLE users ADD COLUMN plan TEXT NOT NULL;', { files, touched }),
    ).toEqual(['new-columns'])
    expect(
      await sql("ALTER TABLE users ADD COLUMN plan TEXT NOT NULL DEFAULT 'free';", {
        files,
        touched,
      }),
    ).toEqual([])
    expect(
      await sql(
        'ALTER TABLE users ADD plan TEXT;\nUPDATE users SET plan = 1;\nALTER TABLE users ALTER COLUMN plan SET NOT NULL;',
        { files, touched },
      ),
    ).toEqual([])
  })
  test('what others made is not judged', async () => {
    const files = {
      'migrations/001_old.sql': 'CREATE TABLE logs (text TEXT, level TEXT, user_id INT);',
    }
    expect(await sql(users + notes, { files, touched: ['migrations/002_notes.sql'] })).toEqual([])
  })
  test('statements in code, and the part that undoes', async () => {
    expect(
      await wrong({
        files: {
          'src/db.js': `import { DatabaseSync } from 'node:sqlite'\nconst db = new DatabaseSync('a.db')\ndb.exec(\`CREATE TABLE books (title TEXT, author TEXT, created_at TEXT)\`)`,
        },
      }),
    ).toEqual(['primary-key'])
    expect(
      await sql(
        `-- migrate:up\n${users}-- migrate:down\nCREATE TABLE broken (a int, b int, c int);`,
      ),
    ).toEqual([])
  })
  test('what the spec calls unique', async () => {
    const loose = users.replace(' UNIQUE', '')
    expect(await sql(loose, { spec: '- The email of a user is unique.' })).toEqual(['uniques'])
    expect(await sql(users, { spec: '- The email of a user is unique.' })).toEqual([])
    expect(await sql(loose, { spec: '- An email address belongs to one user.' })).toEqual([
      'uniques',
    ])
    expect(
      await sql(`${loose}CREATE UNIQUE INDEX u ON users (lower(email));`, {
        spec: '- `email` must be unique',
      }),
    ).toEqual([])
  })
  test('what the spec says about deleting', async () => {
    const spec = '- Deleting a user deletes all their notes.'
    expect(
      await sql(users + notes, {
        spec,
        files: { 'src/a.js': "db.query('DELETE FROM users WHERE id = 1')" },
      }),
    ).toEqual([])
    expect(
      await sql(users + notes.replace('CASCADE', 'RESTRICT'), {
        spec,
        files: { 'src/a.js': "db.query('DELETE FROM users WHERE id = 1')" },
      }),
    ).toContain('on-delete')
  })
})

describe('tables in Prisma', () => {
  const schema = (notesFields: string, more = '') => ({
    'prisma/schema.prisma': `datasource db {
  provider = "postgresql"
  url      = env("DATABASE_URL")
}
model User {
  id        String   @id @default(cuid())
  email     String   @unique
  notes     Note[]
  createdAt DateTime @default(now())
}
model Note {
${notesFields}
${more}
}`,
  })
  const good = `  id        String   @id @default(cuid())
  title     String
  user      User     @relation(fields: [userId], references: [id], onDelete: Cascade)
  userId    String
  createdAt DateTime @default(now())
  updatedAt DateTime @updatedAt`
  test('that are made well, also with a default of Prisma and a composite key', async () => {
    expect(await wrong({ files: schema(good, '  @@index([userId])') })).toEqual([])
    expect(
      await wrong({
        files: schema(good.replace(', onDelete: Cascade', ''), '  @@unique([userId, title])'),
      }),
    ).toEqual([])
  })
  test('without an index, without timestamps, without a relation', async () => {
    expect(await wrong({ files: schema(good) })).toEqual(['foreign-key-index'])
    expect(
      await wrong({
        files: schema(good.split('\n').slice(0, 4).join('\n'), '  @@index([userId])'),
      }),
    ).toEqual(['timestamps'])
    expect(await wrong({ files: schema(good.replace(/\n {2}user .*/, '')) })).toEqual([
      'foreign-keys',
    ])
  })
  test('a required field that is added to a model that was there', async () => {
    const files = schema(`${good}\n  rank Int`, '  @@index([userId])')
    const commit = (text: string): TrackFacts['commits'] => [
      {
        sha: 'abc1234',
        subject: 'x',
        files: ['prisma/schema.prisma'],
        isMerged: true,
        changes: [{ path: 'prisma/schema.prisma', type: 'added', line: 1, text }],
      },
    ]
    expect(await wrong({ files, commits: commit('  rank Int') })).toEqual(['new-columns'])
    expect(
      await wrong({
        files: schema(`${good}\n  rank Int @default(0)`, '  @@index([userId])'),
        commits: commit('  rank Int @default(0)'),
      }),
    ).toEqual([])
  })
})

describe('tables in Drizzle', () => {
  const schema = (columns: string, extras = '') => ({
    'src/schema.ts': `import { pgTable, serial, text, integer, timestamp, index } from 'drizzle-orm/pg-core'
const timestamps = { createdAt: timestamp('created_at').defaultNow().notNull() }
export const users = pgTable('users', { id: serial('id').primaryKey(), email: text('email').notNull().unique(), ...timestamps })
export const notes = pgTable('notes', { id: serial('id').primaryKey(), title: text('title').notNull(), ${columns} }${extras})`,
  })
  const key = `userId: integer('user_id').notNull().references(() => users.id, { onDelete: 'cascade' })`
  const indexed = `, (table) => [index('notes_user').on(table.userId)]`
  test('that are made well', async () => {
    expect(await wrong({ files: schema(`${key}, ...timestamps`, indexed) })).toEqual([])
    expect(
      await wrong({
        files: schema(
          `${key}, createdAt: timestamp().defaultNow()`,
          `, (t) => ({ byUser: index('x').on(t.userId, t.title) })`,
        ),
      }),
    ).toEqual([])
  })
  test('each fault by its name', async () => {
    expect(await wrong({ files: schema(`${key}, ...timestamps`) })).toEqual(['foreign-key-index'])
    expect(await wrong({ files: schema(key, indexed) })).toEqual(['timestamps'])
    expect(
      await wrong({
        files: schema(`${key.replace(", { onDelete: 'cascade' }", '')}, ...timestamps`, indexed),
      }),
    ).toEqual(['on-delete'])
    expect(
      await wrong({
        files: schema(`userId: integer('user_id').notNull(), ...timestamps`, indexed),
      }),
    ).toEqual(['foreign-keys'])
  })
})

describe('things that go round', () => {
  const ref = { $ref: '#/components/schemas/Note' }
  const content = { 'application/json': { schema: ref } }
  const body = {
    required: true,
    content: {
      'application/json': {
        schema: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
      },
    },
  }
  const ok = { description: 'ok', content }
  const files = {
    'openapi.json': JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Notes', version: '1' },
      paths: {
        '/notes': { post: { requestBody: body, responses: { '201': ok } } },
        '/notes/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          get: { responses: { '200': ok, '404': { description: 'no' } } },
          patch: { requestBody: body, responses: { '200': ok } },
          delete: { responses: { '204': { description: 'gone' } } },
        },
      },
      components: {
        schemas: {
          Note: {
            type: 'object',
            required: ['id', 'title'],
            properties: { id: { type: 'string' }, title: { type: 'string' } },
          },
        },
      },
    }),
    'src/app.js': `app.post('/notes', create); app.get('/notes/:id', (req, res) => one(req, res))
app.patch('/notes/:id', (req, res) => change(req, res)); app.delete('/notes/:id', (req, res) => remove(req, res))`,
  }
  const application = (broken: string) => {
    let note: { id: string; title: string } | null = null
    return ({ method, body: text }: ApplicationRequest) => {
      const sent = text === undefined ? {} : (JSON.parse(text) as { title?: string })
      if (method === 'POST')
        return json(
          201,
          (note = { id: 'n1', title: broken === 'create' ? 'x' : (sent.title ?? '') }),
        )
      if (method === 'DELETE' && broken !== 'delete') note = null
      if (method === 'DELETE') return { status: 204 }
      if (method === 'PATCH' && note !== null && broken !== 'update')
        note = { ...note, title: sent.title ?? note.title }
      return note === null ? json(404, {}) : json(200, note)
    }
  }
  const part = async (broken: string) =>
    (await persistence({ files, answer: application(broken) })).parts.find(
      ({ id }) => id === 'round-trip',
    )
  test('as they should', async () => {
    expect(await part('')).toMatchObject({ status: 'met' })
  })
  test('what is lost, not changed, or still there is noticed', async () => {
    expect((await part('create'))?.reason).toContain('does not keep "title"')
    expect((await part('update'))?.reason).toContain('"title" stays as it was')
    expect((await part('delete'))?.reason).toContain('still there')
  })
})
