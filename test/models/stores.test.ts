import { unkeyed } from '../../src/kit/seal.contract.ts'
import { readdirSync, readFileSync, writeFileSync, existsSync, rmSync, mkdirSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openFileBlobs } from '../../src/adapters/blobs-files/blobs.ts'
import { openFileCheckCache } from '../../src/adapters/check-cache-files/check-cache.ts'
import { openNodeDisk } from '../../src/adapters/disk-node/disk.ts'
import { openFileProjections } from '../../src/adapters/projection-files/projections.ts'
import type { CheckCache } from '../../src/ports/check-cache.ts'
import type { CheckOutcome } from '../../src/model/check.ts'
import type { Blobs } from '../../src/ports/blobs.ts'
import type { Projections } from '../../src/ports/projection.ts'
import { freshFolder } from '../support/folder.ts'
import { command, compare, openReach, type Reach } from './model.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const damage = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('flip', 'cut', 'noise', 'empty', 'folder'),
})

/** Damages a file the way disks, people and crashes do. True where its bytes really changed. */
function spoilFile(path: string, { at, how }: { at: number; how: string }): boolean {
  const bytes = readFileSync(path)
  if (how === 'folder') {
    rmSync(path)
    mkdirSync(path)
    return true
  }
  const place = bytes.length === 0 ? 0 : at % bytes.length
  const flipped = Buffer.from(bytes)
  if (how === 'flip' && bytes.length > 0) flipped[place] = (flipped[place] ?? 0) ^ (1 + (at % 127))
  const changed =
    {
      flip: flipped,
      cut: bytes.subarray(0, place),
      noise: Buffer.from(`{"verdict":"pass","details":"${at}","findings":[]}`),
      empty: Buffer.alloc(0),
    }[how] ?? bytes
  writeFileSync(path, changed)
  return !changed.equals(bytes)
}

describe('the check cache and its model', () => {
  type Model = { good: Set<string>; bad: Set<string> }
  type Real = { readonly folder: string; cache: CheckCache; readonly open: () => CheckCache }
  const keys = fc.constantFrom(...['a', 'b', 'c', 'd'].map(sha256))
  const verdicts = ['pass', 'fail', 'na', 'undecided'] as const
  const outcomeOf = (key: string): CheckOutcome => ({
    verdict: verdicts[key.charCodeAt(0) % 4] ?? 'fail',
    details: `of ${key}`,
    findings: [{ message: 'm', place: { line: 3 } }],
  })
  const fileOf = ({ folder }: Real, key: string) => join(folder, key.slice(0, 2), `${key}.json`)

  const commandsFor = (reach: Reach) => [
    keys.map((key) =>
      command<Model, Real>(`set ${key.slice(0, 4)}`, async (model, real) => {
        reach.see(
          model.bad.has(key) ? 'set over damage' : model.good.has(key) ? 'set again' : 'set',
        )
        await real.cache.set(key, outcomeOf(key))
        // a folder in the way is no reason to fail; the outcome is simply not kept
        if (
          model.bad.has(key) &&
          existsSync(fileOf(real, key)) &&
          readdirSyncOrNull(fileOf(real, key)) !== null
        )
          return
        model.bad.delete(key)
        model.good.add(key)
      }),
    ),
    keys.map((key) =>
      command<Model, Real>(`get ${key.slice(0, 4)}`, async (model, real) => {
        reach.see(model.good.has(key) ? 'hit' : model.bad.has(key) ? 'damaged' : 'miss')
        expect(await real.cache.get(key)).toEqual(model.good.has(key) ? outcomeOf(key) : null)
      }),
    ),
    fc.tuple(keys, damage).map(([key, how]) =>
      command<Model, Real>(
        `damage ${key.slice(0, 4)} ${JSON.stringify(how)}`,
        async (model, real) => {
          if (!spoilFile(fileOf(real, key), how)) return
          reach.see('damage')
          model.good.delete(key)
          model.bad.add(key)
          expect(await real.cache.get(key)).toBeNull()
        },
        ({ good }) => good.has(key),
      ),
    ),
    fc.constant(command<Model, Real>('reopen', async (_, real) => void (real.cache = real.open()))),
  ]
  const trial = (
    reach: Reach,
    spoil: (cache: CheckCache, folder: string) => CheckCache = (cache) => cache,
  ) => {
    const root = freshFolder()
    let number = 0
    return {
      commands: commandsFor(reach),
      runs: 60,
      start: async () => {
        const folder = join(root, String((number += 1)))
        const open = () => spoil(openFileCheckCache(openNodeDisk(root), folder, unkeyed), folder)
        const model: Model = { good: new Set(), bad: new Set() }
        return { model, real: { folder, open, cache: open() } as Real }
      },
    }
  }

  test('agree: nothing is evicted, the same key has the same outcome, and what was damaged is absent', async () => {
    const reach = openReach()
    await compare(trial(reach))
    expect(
      reach.missing(['set', 'set again', 'set over damage', 'hit', 'miss', 'damaged', 'damage']),
    ).toEqual([])
  })

  test('disagree as soon as an outcome is believed without its seal', async () => {
    const trusting = (cache: CheckCache, folder: string): CheckCache => ({
      ...cache,
      async get(key) {
        const path = join(folder, key.slice(0, 2), `${key}.json`)
        if (!existsSync(path) || readdirSyncOrNull(path) !== null) return null
        try {
          return JSON.parse(
            readFileSync(path, 'utf8').split('\n').findLast(Boolean) ?? '',
          ) as CheckOutcome
        } catch {
          return null
        }
      },
    })
    await expect(compare(trial(openReach(), trusting))).rejects.toThrow(/damage/)
  })
})

function readdirSyncOrNull(path: string): readonly string[] | null {
  try {
    return readdirSync(path)
  } catch {
    return null
  }
}

describe('the artifact versions and their model', () => {
  type Model = { kept: Map<string, string>; spoilt: Set<string> }
  type Real = { readonly folder: string; blobs: Blobs }
  const texts = fc.oneof(
    fc.constantFrom('', 'one', '# Ünï\r\n', '\ufeffx'),
    fc.string({ unit: 'binary', maxLength: 30 }),
  )

  const commandsFor = (reach: Reach) => [
    texts.map((text) =>
      command<Model, Real>(`put ${JSON.stringify(text)}`, async (model, { blobs }) => {
        const hash = sha256(text)
        reach.see(model.spoilt.has(hash) ? 'healed' : model.kept.has(hash) ? 'put again' : 'put')
        expect(await blobs.put(text)).toBe(hash)
        model.kept.set(hash, text)
        model.spoilt.delete(hash)
      }),
    ),
    fc.nat().map((pick) =>
      command<Model, Real>(`get ${pick}`, async (model, { blobs }) => {
        const hashes = [...model.kept.keys(), sha256('never'), '../../x']
        const hash = hashes[pick % hashes.length] ?? ''
        reach.see(model.spoilt.has(hash) ? 'spoilt' : model.kept.has(hash) ? 'found' : 'unknown')
        expect(await blobs.get(hash)).toBe(
          model.spoilt.has(hash) ? null : (model.kept.get(hash) ?? null),
        )
      }),
    ),
    fc.tuple(fc.nat(), damage).map(([pick, how]) =>
      command<Model, Real>(
        `damage ${pick} ${JSON.stringify(how)}`,
        async (model, { folder }) => {
          const hash = [...model.kept.keys()][pick % model.kept.size] ?? ''
          const path = join(folder, hash.slice(0, 2), hash)
          if (how.how === 'folder' || !spoilFile(path, how)) return
          if (sha256(readFileSync(path, 'utf8')) === hash) model.spoilt.delete(hash)
          else model.spoilt.add(hash)
        },
        ({ kept }) => kept.size > 0,
      ),
    ),
  ]
  const trial = (
    reach: Reach,
    spoil: (blobs: Blobs, folder: string) => Blobs = (blobs) => blobs,
  ) => {
    const root = freshFolder()
    let number = 0
    return {
      commands: commandsFor(reach),
      runs: 60,
      start: async () => {
        const folder = join(root, String((number += 1)))
        const model: Model = { kept: new Map(), spoilt: new Set() }
        return {
          model,
          real: { folder, blobs: spoil(openFileBlobs(openNodeDisk(root), folder), folder) } as Real,
        }
      },
    }
  }

  test('agree: every version is given back as it was put, or not at all, and heals when it is put again', async () => {
    const reach = openReach()
    await compare(trial(reach))
    expect(reach.missing(['put', 'put again', 'healed', 'found', 'spoilt', 'unknown'], 3)).toEqual(
      [],
    )
  })

  test('disagree as soon as a version is not verified when it is read', async () => {
    const trusting = (blobs: Blobs, folder: string): Blobs => ({
      ...blobs,
      get: async (hash) => {
        const path = join(folder, hash.slice(0, 2), hash)
        return /^[0-9a-f]{64}$/.test(hash) && existsSync(path) ? readFileSync(path, 'utf8') : null
      },
    })
    await expect(compare(trial(openReach(), trusting))).rejects.toThrow(/damage/)
  })
})

describe('the projections and their model', () => {
  /** What each file must show, and which of them cannot be written now. */
  type Model = { shown: Map<string, string | null>; failing: Set<string>; behind: Set<string> }
  type Real = {
    readonly folder: string
    readonly failing: Set<string>
    readonly projections: Projections
  }
  const files = fc.constantFrom('run.json', 'current.json', 'artifact.md')
  const contents = fc.option(fc.string({ maxLength: 8 }), { nil: null })

  const commandsFor = (reach: Reach) => [
    fc.tuple(files, contents, fc.boolean()).map(([file, content, late]) =>
      command<Model, Real>(
        `show ${file} ${JSON.stringify(content)}${late ? ' late' : ''}`,
        async (model, { folder, projections }) => {
          reach.see(content === null ? 'removed' : late ? 'found out late' : 'shown')
          model.shown.set(file, content)
          if (model.failing.has(file)) model.behind.add(file)
          else model.behind.delete(file)
          projections.show([
            { path: join(folder, file), content: late ? async () => content : content },
          ])
        },
      ),
    ),
    fc.constant(
      command<Model, Real>('settle', async (model, { folder, projections }) => {
        reach.see(model.behind.size > 0 ? 'settled with failures' : 'settled')
        if (model.behind.size > 0) await expect(projections.settled()).rejects.toThrow('no room')
        else await projections.settled()
        for (const [file, content] of model.shown) {
          const path = join(folder, file)
          if (!model.behind.has(file))
            expect(existsSync(path) ? readFileSync(path, 'utf8') : null).toBe(content)
        }
        for (const file of model.behind) model.shown.delete(file)
        model.behind.clear()
      }),
    ),
    files.map((file) =>
      command<Model, Real>(`toggle ${file}`, async (model, { failing, projections }) => {
        // what was shown before is written before, so that the model knows how it went
        await projections.settled().catch(() => undefined)
        for (const late of model.behind) model.shown.delete(late)
        model.behind.clear()
        for (const set of [model.failing, failing]) if (!set.delete(file)) set.add(file)
        reach.see(failing.has(file) ? 'broken' : 'mended')
      }),
    ),
  ]
  const trial = (
    reach: Reach,
    spoil: (projections: Projections) => Projections = (projections) => projections,
  ) => {
    const root = freshFolder()
    let number = 0
    return {
      commands: commandsFor(reach),
      runs: 60,
      start: async () => {
        const folder = join(root, String((number += 1)))
        const failing = new Set<string>()
        const disk = openNodeDisk(root)
        const mayFail =
          <Args extends [string, ...unknown[]]>(operation: (...args: Args) => Promise<void>) =>
          async (...args: Args) => {
            if ([...failing].some((file) => args[0].endsWith(file))) throw new Error('no room')
            await operation(...args)
          }
        const projections = spoil(
          openFileProjections({
            ...disk,
            replace: mayFail(disk.replace),
            remove: mayFail(disk.remove),
          }),
        )
        const model: Model = { shown: new Map(), failing: new Set(), behind: new Set() }
        return { model, real: { folder, failing, projections } as Real }
      },
    }
  }

  test('agree: settled files show what was shown last, and only files that stayed behind are told', async () => {
    const reach = openReach()
    await compare(trial(reach))
    expect(
      reach.missing([
        'shown',
        'found out late',
        'removed',
        'settled',
        'settled with failures',
        'broken',
        'mended',
      ]),
    ).toEqual([])
  })

  test('disagree as soon as what is shown while something waits is dropped', async () => {
    const dropping = (projections: Projections): Projections => {
      let busy = false
      return {
        show(shown) {
          if (!busy) projections.show(shown)
          busy = true
        },
        async settled() {
          busy = false
          return projections.settled()
        },
      }
    }
    await expect(compare(trial(openReach(), dropping))).rejects.toThrow(/show/)
  })

  test('a file that could not be written once and was written later is no failure', async () => {
    const folder = freshFolder()
    const disk = openNodeDisk(folder)
    let full = true
    const projections = openFileProjections({
      ...disk,
      replace: async (path, text) => {
        if (full) throw new Error('no room')
        await disk.replace(path, text)
      },
    })
    const path = join(folder, 'run.json')
    let tried: () => void = () => undefined
    const first = new Promise<void>((resolve) => (tried = resolve))
    projections.show([{ path, content: async () => (setImmediate(tried), 'old') }])
    await first
    full = false
    projections.show([{ path, content: 'new' }])
    await projections.settled()
    expect(readFileSync(path, 'utf8')).toBe('new')
  })
})
