import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder } from '../../../test/support/folder.ts'
import { Config } from '../../model/config.ts'
import { openRecords } from './open-records.ts'

const now = '2026-03-01T00:00:00.000Z'
const secret = 'correct-horse-battery'

async function openAt(url: string, { root = freshFolder(), env = {} } = {}) {
  const records = await openRecords({ url, root, env, now })
  if (records.ok) await records.value.close()
  return records
}

describe('opening records', () => {
  test('[RECORD-50] finds a file in the workspace, by default in the private folder', async () => {
    const root = freshFolder()
    const { url } = Config.parse({}).records
    expect(await openAt(url, { root })).toMatchObject({ ok: true })
    expect(existsSync(join(root, '.loopwright', 'records.db'))).toBe(true)
    expect(readFileSync(join(root, '.loopwright', '.gitignore'), 'utf8')).toBe('*\n')
    expect(
      await openAt('env:RECORDS', { root, env: { RECORDS: 'sqlite:other.db' } }),
    ).toMatchObject({ ok: true })
    expect(existsSync(join(root, 'other.db'))).toBe(true)
  })

  test('[RECORD-50] refuses a file outside the workspace, also behind a link', async () => {
    const outside = freshFolder()
    const root = freshFolder()
    symlinkSync(outside, join(root, 'link'))
    symlinkSync(join(outside, 'records.db'), join(root, 'dangling.db'))
    for (const path of [
      '../records.db',
      `${outside}/records.db`,
      'a/../../b.db',
      'link/records.db',
      'dangling.db',
      '.',
    ])
      expect(await openAt(`sqlite:${path}`, { root }), path).toMatchObject({
        ok: false,
        error: { exit: 2, what: expect.stringContaining('inside the workspace') },
      })
    expect(existsSync(join(outside, 'records.db'))).toBe(false)
  })

  test('[RECORD-52] takes only URLs it knows, and never repeats what may be a password', () => {
    const check = (url: unknown) => Config.safeParse({ records: { url } })
    for (const good of [
      'sqlite:records.db',
      'postgres://ada@db/records',
      `postgresql://ada:${secret}@db:5433/records?sslmode=require`,
      'env:RECORDS_URL',
    ])
      expect(check(good).success, good).toBe(true)
    for (const bad of [
      `mysql://ada:${secret}@db/records`,
      `postgres:ada:${secret}@db`,
      `ada:${secret}@db`,
      'sqlite:',
      'sqlite:/etc/records.db',
      'env:no name',
      '',
      7,
    ]) {
      const parsed = check(bad)
      expect(parsed.success, String(bad)).toBe(false)
      expect(parsed.error?.issues[0]?.path).toEqual(['records', 'url'])
      expect(JSON.stringify(parsed.error?.issues)).not.toContain(secret)
      if (typeof bad === 'string') expect(parsed.error?.message).toContain('must be sqlite:')
    }
  })

  test('[RECORD-52] says which variable is missing or wrong without showing it', async () => {
    expect(await openAt('env:RECORDS')).toMatchObject({
      ok: false,
      error: { exit: 2, what: 'records.url is env:RECORDS, but RECORDS is not set' },
    })
    for (const RECORDS of [`mysql://ada:${secret}@db/x`, 'env:RECORDS']) {
      const refused = await openAt('env:RECORDS', { env: { RECORDS } })
      expect(refused).toMatchObject({ ok: false, error: { exit: 2 } })
      expect(JSON.stringify(refused)).not.toContain(secret)
    }
  })

  test('[RECORD-52] says that a server cannot be reached, and never shows its password', async () => {
    const broken = [
      `postgresql://ada:${secret}@127.0.0.1:1/records`,
      `postgresql://ada@127.0.0.1:1/records?password=${secret}`,
      `postgresql://ada:${encodeURIComponent(`${secret}@/:`)}@127.0.0.1:1/records`,
      `postgresql://ada:${secret}@:::/records`,
    ]
    for (const url of broken) {
      const refused = await openAt(url)
      expect(refused).toMatchObject({ ok: false, error: { exit: 2, todo: expect.any(String) } })
      expect(JSON.stringify(refused)).not.toContain(secret)
    }
    expect(await openAt(broken[0] ?? '')).toMatchObject({
      ok: false,
      error: {
        what: expect.stringContaining('the records on 127.0.0.1:1/records cannot be opened'),
      },
    })
  })

  test('says that a file is no database, and leaves it as it is', async () => {
    const root = freshFolder()
    writeFileSync(join(root, 'notes.db'), 'These are notes, and no database at all. '.repeat(50))
    expect(await openAt('sqlite:notes.db', { root })).toMatchObject({
      ok: false,
      error: { exit: 5, where: 'notes.db', what: expect.stringContaining('no database') },
    })
    mkdirSync(join(root, 'folder.db'))
    expect(await openAt('sqlite:folder.db', { root })).toMatchObject({ ok: false })
  })
})
