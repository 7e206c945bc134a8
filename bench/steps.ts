import { spawnSync } from 'node:child_process'
import { closeSync, fdatasyncSync, openSync, statSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import {
  cleanEnvironment,
  type Line,
  type Options,
  ratio,
  roundsOf,
  spread,
  writtenBytes,
} from './measure.ts'
import { openLoop, phases, runLoop } from './no-op-loop.ts'
import { countSyncs, openPeers, type Peer } from './peers.ts'

const line300 = Buffer.from(`${'x'.repeat(299)}\n`)

/** The floor: what a durable step can't do without, one append of 300 bytes and one fdatasync. */
function floor(path: string, steps: number): number {
  const file = openSync(path, 'a')
  const begun = performance.now()
  for (let step = 0; step < steps; step += 1) {
    writeSync(file, line300)
    fdatasyncSync(file)
  }
  const ms = performance.now() - begun
  closeSync(file)
  return ms / steps
}

/** The same through Node's promises, as most programs write it. */
async function awaitedFloor(path: string, steps: number): Promise<number> {
  const file = await open(path, 'a')
  const begun = performance.now()
  for (let step = 0; step < steps; step += 1) {
    await file.write(line300)
    await file.datasync()
  }
  const ms = performance.now() - begun
  await file.close()
  return ms / steps
}

type Round = {
  readonly floor: number
  readonly awaited: number
  readonly ours: number
  readonly written: number
  readonly history: number
  /** Each peer's ms a step, and ours right before it. */
  readonly peers: ReadonlyMap<string, { readonly ms: number; readonly ours: number }>
}

/** Overhead of a durable step: 4 phases that do nothing, about 4 KB of state. */
export async function measureSteps(options: Options): Promise<readonly Line[]> {
  const iterations = options.tiny ? 3 : 50
  const opened = await openPeers(options)
  const { peers } = opened
  const rounds: Round[] = []
  const warmUp = options.tiny ? 1 : 3
  const count = roundsOf(options, 25)
  for (let number = 0; number < count + warmUp; number += 1) {
    await options.calm()
    const round = await oneRound(options, number, iterations, peers)
    if (number >= warmUp) rounds.push(round)
    options.log(`steps: round ${number + 1} of ${count + warmUp}`)
  }
  const syncs = options.tiny ? null : await ownSyncs(options)
  const peerLines: { readonly line: Line; readonly syncs: number | null }[] = []
  for (const peer of peers) peerLines.push(await peerLine(peer, rounds, options))
  opened.close()
  return [
    ...ownLines(rounds, syncs),
    ...peerLines.map(({ line }) => line),
    ...opened.missing,
    ...fastestSynced(peerLines),
  ]
}

async function oneRound(
  options: Options,
  number: number,
  iterations: number,
  peers: readonly Peer[],
): Promise<Round> {
  const steps = iterations * phases.length
  const at = (name: string) => join(options.folder, `${name}-${number}`)
  // the contenders take turns in each round, so that all see the same weather
  const awaited = await awaitedFloor(at('awaited'), steps)
  const before = floor(at('floor-before'), steps)
  const written = writtenBytes()
  const ours = (await runLoop(options.folder, `run-${number}`, { iterations })).ms
  const writtenNow = writtenBytes()
  const after = floor(at('floor-after'), steps)
  const timed = new Map<string, { ms: number; ours: number }>()
  for (const peer of peers) {
    if (!options.quick) await options.calm()
    // a few synced appends first, so that nobody pays for what another left unsynced
    floor(at('settle'), 40)
    const run = `run-${number}-${peer.id}`
    const { msBetween } = await runLoop(options.folder, run, { iterations })
    floor(at('settle'), 40)
    const ms = await peer.run(options.quick ? 20 : iterations)
    timed.set(peer.id, { ms, ours: msBetween })
  }
  const { size } = statSync(openLoop(options.folder, `run-${number}`).history)
  return {
    floor: (before + after) / 2,
    awaited,
    ours,
    written: written === null || writtenNow === null ? -1 : (writtenNow - written) / iterations,
    history: size / iterations,
    peers: timed,
  }
}

function ownLines(rounds: readonly Round[], syncs: number | null): readonly Line[] {
  const of = (pick: (round: Round) => number) => rounds.map(pick)
  const floors = of((round) => round.floor)
  const base = { group: 'step', rounds: rounds.length, goal: null } as const
  const floorMs = spread(floors).median
  const written = of((round) => round.written)
  return [
    {
      ...base,
      id: 'step-ours',
      what: 'Loopwright, a durable step',
      against: 'one append + fdatasync',
      figure: spread(
        ratio(
          of((round) => round.ours),
          floors,
        ),
      ),
      goal: { most: 1.5 },
      note: 'files; whole drive counted: load, snapshot, run.json',
      extra: {
        ms: spread(of((round) => round.ours)).median,
        floor_ms: floorMs,
        ...(syncs === null ? {} : { syncs_per_step: syncs }),
      },
    },
    {
      ...base,
      id: 'step-awaited-floor',
      what: 'append + fdatasync through promises',
      against: 'one append + fdatasync',
      figure: spread(
        ratio(
          of((round) => round.awaited),
          floors,
        ),
      ),
      note: 'what two thread hops cost',
      extra: { ms: spread(of((round) => round.awaited)).median },
    },
    {
      ...base,
      id: 'bytes-history',
      group: 'bytes',
      what: 'history per iteration',
      against: 'bytes',
      figure: spread(of((round) => round.history)),
      goal: { most: 1_300 },
      note: '4 events and their share of the start',
      extra: {},
    },
    {
      ...base,
      id: 'bytes-written',
      group: 'bytes',
      what: 'all bytes written per iteration',
      against: 'bytes',
      figure: written.includes(-1) ? null : spread(written),
      goal: { most: 25_000 },
      note: written.includes(-1)
        ? 'this system does not count them'
        : 'pages handed to the disk, lock and start included',
      extra: {},
    },
  ]
}

/** Syncs a step of our own loop makes, counted by strace in a process of its own. */
async function ownSyncs(options: Options): Promise<number | null> {
  const counts = join(options.folder, 'own-syncs')
  const child = resolve(import.meta.dirname, 'no-op-child.ts')
  const args = ['-f', '-c', '-e', 'trace=fsync,fdatasync', '-o', counts]
  const ran = spawnSync('strace', [...args, process.execPath, child, options.folder, 'counted'], {
    env: cleanEnvironment(),
  })
  return ran.status === 0 ? countSyncs(counts) / (50 * phases.length) : null
}

async function peerLine(peer: Peer, rounds: readonly Round[], options: Options) {
  const timed = rounds.flatMap(({ peers }) => peers.get(peer.id) ?? [])
  const syncs = options.tiny ? null : await peer.syncsPerStep()
  const line: Line = {
    id: `step-${peer.id}`,
    group: 'step',
    what: peer.title,
    against: "Loopwright's step",
    figure: spread(timed.map(({ ms, ours }) => ms / ours)),
    rounds: rounds.length,
    goal: null,
    note: syncs === null ? 'syncs not counted here' : synced(syncs),
    extra: {
      ms: spread(timed.map(({ ms }) => ms)).median,
      ours_ms: spread(timed.map(({ ours }) => ours)).median,
      ...(syncs === null ? {} : { syncs_per_step: syncs }),
    },
  }
  return { line, syncs }
}

const synced = (syncs: number): string =>
  `${syncs >= 0.95 ? 'syncs each step' : 'does not sync each step'} (${syncs.toFixed(2)} syncs a step)`

function fastestSynced(
  peers: readonly { readonly line: Line; readonly syncs: number | null }[],
): readonly Line[] {
  const [fastest] = peers
    .filter(({ syncs, line }) => syncs !== null && syncs >= 0.95 && line.figure !== null)
    .map(({ line }) => line)
    .toSorted((left, right) => (left.figure?.median ?? 0) - (right.figure?.median ?? 0))
  if (fastest === undefined) return []
  return [
    {
      ...fastest,
      id: 'step-fastest-synced',
      what: 'fastest peer that syncs each step',
      goal: { least: 3 },
      note: fastest.what,
    },
  ]
}
