import { jsonOf } from '../../kit/parse.ts'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { type Seal, sealed, unsealed } from '../../kit/seal.ts'
import { AgentAnswer } from '../../model/agent.ts'
import { GateAnswer } from '../../model/gate.ts'
import { err, ok } from '../../model/result.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Disk } from '../../ports/disk.ts'
import type { Journal } from '../../ports/journal.ts'
import type { RunStore } from '../../ports/run-store.ts'
import { damagedFile, takeLock } from './lock.ts'

const Body = z.object({
  version: z.number(),
  mark: z.object({ events: z.number(), bytes: z.number(), ts: z.string(), hash: z.string() }),
  state: z.unknown(),
})
const Stop = z.object({ reason: z.string(), by: z.string(), at: z.string() })

type Place = {
  readonly folder: string
  readonly runId: string
  readonly journal: Journal
  /** Takes the lock at a path; the kernel's, unless a simulation brings its own. */
  readonly takeLock?: typeof takeLock
  readonly movedOn?: () => boolean
  /** Makes what is kept hard to forge. */
  readonly seal: Seal
  /** How far this machine wrote the history. */
  readonly head?: RunStore['head']
}

/** What Loopwright keeps of a run beside the workflow's own files: lock, snapshot, answers, decisions. */
export function openRunStore(disk: Disk, clock: Clock, place: Place): RunStore {
  const { seal } = place
  const at = (...parts: string[]) => join(place.folder, ...parts)
  const stopPath = at('stop.json')
  const answerPath = (key: string) => at('answers', `${sha256(key)}.json`)
  const gatePath = (gate: string) => at('decisions', `${sha256(gate).slice(0, 32)}.json`)
  const readAs = async <Value>(path: string, schema: z.ZodType<Value>): Promise<Value | null> => {
    const bytes = await disk.read(path)
    return bytes === null
      ? null
      : (schema.safeParse(jsonOf(Buffer.from(bytes).toString('utf8'))).data ?? null)
  }
  const readSealed = async <Value>(path: string, about: string, schema: z.ZodType<Value>) => {
    const bytes = await disk.read(path)
    const text = bytes === null ? '' : Buffer.from(bytes).toString('utf8')
    const body = unsealed(seal, `${place.runId} ${about}`, text)
    return body === null ? null : (schema.safeParse(jsonOf(body)).data ?? null)
  }

  return {
    runId: place.runId,
    journal: place.journal,
    async lock() {
      // the disk refuses links on the way; the lock itself is the kernel's
      if ((await disk.size(at('lock'))) === null) await disk.create(at('lock'), '')
      return (place.takeLock ?? takeLock)(at('lock'), clock.now().toISOString())
    },
    async readSnapshot() {
      return readSealed(at('snapshot'), 'snapshot', Body)
    },
    async writeSnapshot(snapshot) {
      const body = JSON.stringify(snapshot)
      await disk.replace(at('snapshot'), sealed(seal, `${place.runId} snapshot`, body))
    },
    answers: {
      get: (key) => readSealed(answerPath(key), key, AgentAnswer),
      keep: (key, answer) =>
        disk.replace(
          answerPath(key),
          sealed(seal, `${place.runId} ${key}`, JSON.stringify(answer)),
        ),
    },
    async decide(answer) {
      if (await disk.create(gatePath(answer.gate), JSON.stringify(answer))) return ok(answer)
      const earlier = await readAs(gatePath(answer.gate), GateAnswer)
      if (earlier === null) throw damagedFile(gatePath(answer.gate))
      return err(earlier)
    },
    decision: (gate) => readAs(gatePath(gate), GateAnswer),
    head: () => place.head?.() ?? null,
    movedOn: () => place.movedOn?.() ?? false,
    async requestStop(request) {
      const text = JSON.stringify(request)
      if (await disk.create(stopPath, text)) return
      // a request that was damaged must not keep another from being heard
      if ((await readAs(at('stop.json'), Stop)) === null) await disk.replace(at('stop.json'), text)
    },
    stopRequested: () => readAs(stopPath, Stop),
    clearStopRequest: () => disk.remove(stopPath),
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
