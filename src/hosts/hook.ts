import { relative, resolve } from 'node:path'
import type { Workspace } from '../ports/workspace.ts'
import { type Change, changedGuards, changeSince, headOf, readFiles, readGuards } from './change.ts'
import type { GateResult } from './gate.ts'
import { type HookEvent, type HookInput, type HookWord, type HostName, hosts } from './host.ts'
import { keepSession, readSession, record, type Session } from './session.ts'
import { decideStop } from './stop.ts'

export type HookCall = {
  readonly agent: HostName
  readonly event: HookEvent
  readonly input: HookInput
}

const silent: HookWord = { say: 'nothing' }

type Told = {
  readonly verdict: string
  readonly word: HookWord
  readonly hash?: string
  readonly lines?: readonly string[]
}

/** Answers a hook and keeps what it answered. */
export async function runHook(workspace: Workspace, call: HookCall): Promise<HookWord> {
  const { clock, config } = workspace
  const { timeout_s } = config.hooks
  const begun = clock.elapsedMs()
  const since = clock.now().toISOString()
  await workspace.hidePrivateFolder()
  const lock = await takeTurn(workspace, begun)
  try {
    // what was spent on waiting is not there for the checks
    const left = begun + timeout_s * 1_000 - clock.elapsedMs()
    const late = AbortSignal.timeout(Math.max(0, Math.round(left)))
    const { word, lines, ...told } = await answer(workspace, call, { late, since })
    await record(workspace, {
      at: clock.now().toISOString(),
      agent: call.agent,
      session: call.input.session,
      event: call.event,
      ...told,
      ...(lines === undefined ? {} : { lines: [...lines] }),
      ms: Math.round(clock.elapsedMs() - begun),
    })
    return word
  } finally {
    await lock?.release()
  }
}

/** One hook of a workspace at a time; whoever cannot wait longer goes on without. */
async function takeTurn({ lock, clock, config }: Workspace, begun: number) {
  for (;;) {
    const taken = await lock('hooks.lock')
    if (taken.ok) return taken.value
    if (clock.elapsedMs() - begun > config.hooks.timeout_s * 500) return null
    await new Promise((done) => setTimeout(done, 100))
  }
}

/** When the hook was called, and what ends when its time is over. */
type Time = { readonly since: string; readonly late: AbortSignal }

const answer = (workspace: Workspace, call: HookCall, time: Time): Promise<Told> => {
  if (call.event === 'session-start') return begin(workspace, call)
  return call.event === 'stop' ? stop(workspace, call, time) : afterEdit(workspace, call)
}

const newSession = async (workspace: Workspace): Promise<Session> => ({
  base: await headOf(workspace),
  files: {},
  guards: await readGuards(workspace),
  blocks: 0,
  last: null,
})

async function begin(workspace: Workspace, { input }: HookCall): Promise<Told> {
  // a session that is resumed goes on with what it began with
  if ((await readSession(workspace, input.session)) === null) {
    const session = await newSession(workspace)
    const files = (await readFiles(workspace, session.base)) ?? {}
    await keepSession(workspace, input.session, { ...session, files })
  }
  const text =
    'Work in this folder is held by Loopwright: when you finish, it runs the checks of loopwright.yaml on what you changed, and sends you back with what fails. You are done when they pass. Do not change loopwright.yaml, hooks or existing tests to get past them.'
  return { verdict: 'begun', word: { say: 'note', text } }
}

async function afterEdit(workspace: Workspace, { input }: HookCall): Promise<Told> {
  const { root, cwd } = workspace
  const path = input.edited === null ? '' : relative(root, resolve(input.cwd ?? cwd, input.edited))
  if (path === '' || path.startsWith('..')) return { verdict: 'not-checked', word: silent }
  const { checkEdited } = await import('./gate.ts')
  const result = await checkEdited(workspace, path)
  if (result === null) return { verdict: 'not-checked', word: silent }
  const { verdict, lines } = result
  if (verdict !== 'not_accepted') return { verdict, word: silent }
  const text = `Loopwright, about ${path}:\n${lines
    .slice(0, 10)
    .map((line) => `- ${line}`)
    .join('\n')}`
  return { verdict, lines, word: { say: 'note', text } }
}

async function stop(
  workspace: Workspace,
  { agent, input }: HookCall,
  { late, since }: Time,
): Promise<Told> {
  const { config, clock } = workspace
  const kept = await readSession(workspace, input.session)
  if (kept === 'edited') return heldBack(input)
  const session = kept ?? (await newSession(workspace))
  const now = await readFiles(workspace, session.base)
  const change = now && changeSince(session.base, session.files, now)
  const edited = [
    ...changedGuards(session.guards, await readGuards(workspace)),
    ...(change === null ? ['the commit that this session began at'] : []),
  ]
  // what is said of guards holds for no state of the files
  const { hash, ...result } =
    change === null || edited.length > 0
      ? { hash: '', verdict: 'not_accepted' as const, lines: edited.map(lineOn) }
      : { hash: change.hash, ...(await gateFor(workspace, session, { change, late })) }
  // another hook of this end of a turn was answered while this one waited
  if (session.last !== null && session.last.at >= since && session.last.hash === hash)
    return toldBefore(session.last)
  // one below what the program honours, so that the last word is ours
  const most = Math.min(config.hooks.max_blocks, hosts[agent].blocks - 1)
  const at = clock.now().toISOString()
  const { session: next, ...told } = decideStop({ session, at, hash, result, most })
  await keepSession(workspace, input.session, next)
  return { ...told, hash, lines: result.lines }
}

const toldBefore = ({ verdict, word, hash, lines }: NonNullable<Session['last']>): Told => ({
  verdict,
  word,
  hash,
  lines,
})

const lineOn = (what: string) =>
  `${what} was changed in this session, and it decides whether the work is done: restore it; a person who changed it runs \`loopwright hook reset\``

/** Nothing that was kept can be believed, so nothing is kept either: only a person ends this. */
function heldBack({ isAgain }: HookInput): Told {
  const lines = [lineOn('what Loopwright keeps of this session')]
  const text = `Loopwright: this is NOT done: ${lines.join('')}`
  return isAgain
    ? { verdict: 'given-up', lines, word: { say: 'note', text } }
    : { verdict: 'sent-back', lines, word: { say: 'go-on', text } }
}

async function gateFor(
  workspace: Workspace,
  { last }: Session,
  { change, late }: { readonly change: Change; readonly late: AbortSignal },
): Promise<GateResult> {
  if (change.paths.length === 0) return { verdict: 'accepted', lines: [] }
  if (last?.hash === change.hash && last.gate !== 'broken')
    return { verdict: last.gate, lines: last.lines }
  const { checksFor, runGate } = await import('./gate.ts')
  return runGate(workspace, await checksFor(workspace, change), late)
}
