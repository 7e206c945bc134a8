import { relative, resolve } from 'node:path'
import type { Workspace } from '../ports/workspace.ts'
import { type Change, changedGuards, changeSince, headOf, readFiles, readGuards } from './change.ts'
import type { GateResult } from './gate.ts'
import { type HookEvent, type HookInput, type HookWord, type HostName, mostBlocks } from './host.ts'
import {
  keepSession,
  readJournal,
  readSession,
  record,
  type Session,
  timesSentBack,
} from './session.ts'
import { decideStop } from './stop.ts'

export type HookCall = {
  readonly agent: HostName
  readonly event: HookEvent
  readonly input: HookInput
  /** The folder where the session began, where it went on in another one. */
  readonly besides: string | null
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
    const answered = await answer(workspace, call, { late, since })
    if (answered === null) return silent
    const { word, lines, ...message } = answered
    await record(workspace, {
      at: clock.now().toISOString(),
      agent: call.agent,
      session: call.input.session,
      event: call.event,
      ...message,
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

const answer = (workspace: Workspace, call: HookCall, time: Time): Promise<Told | null> => {
  if (call.event === 'session-start') return begin(workspace, call)
  return call.event === 'stop' ? stop(workspace, call, time) : afterEdit(workspace, call)
}

const newSession = async (workspace: Workspace, base: string | null): Promise<Session> => ({
  base,
  files: {},
  guards: await readGuards(workspace),
  blocks: 0,
  last: null,
})

/**
 * Where the work of a session branched off that went on in another worktree. Null where this folder is none: what lies
 * open there may be anybody's.
 */
async function forkOf({ root, git, openAt }: Workspace, { input, besides }: HookCall) {
  if (besides === null) return null
  const places = [root, besides].map((folder) =>
    git(folder, ['rev-parse', '--path-format=absolute', '--git-common-dir', '--show-toplevel']),
  )
  const [here, there] = (await Promise.all(places)).map((said) => said?.split('\n'))
  if (here === undefined || here[0] !== there?.[0] || here[1] === there?.[1]) return null
  const begun = await openAt(besides).catch(() => null)
  const stored = begun?.ok ? await readSession(begun.value, input.session) : null
  if (stored === null || stored === 'edited' || stored.base === null) return null
  return (await git(root, ['merge-base', stored.base, 'HEAD']))?.trim() ?? null
}

async function begin(workspace: Workspace, { input }: HookCall): Promise<Told> {
  // a session that is resumed goes on with what it began with
  if ((await readSession(workspace, input.session)) === null) {
    const session = await newSession(workspace, await headOf(workspace))
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
  call: HookCall,
  { late, since }: Time,
): Promise<Told | null> {
  const { config, clock } = workspace
  const { agent, input } = call
  // below what the program honours, so that the last word is ours
  const most = mostBlocks(agent, config.hooks.max_blocks)
  const read = await readSession(workspace, input.session)
  if (read === 'edited') return heldBack(workspace, input.session, most)
  const base =
    read === null ? await (call.besides === null ? headOf : forkOf)(workspace, call) : null
  if (read === null && base === null && call.besides !== null) return null
  const session = read ?? (await newSession(workspace, base))
  const now = await readFiles(workspace, session.base, Object.keys(session.files))
  const change = now && changeSince(session.base, session.files, now)
  const edited = [
    ...changedGuards(session.guards, await readGuards(workspace)),
    ...(change === null ? ['the commit that this session began at'] : []),
  ]
  // what is said of guards holds for no state of the files
  const {
    hash,
    isIdle = false,
    ...result
  } = change === null || edited.length > 0
    ? { hash: '', isIdle: false, verdict: 'not_accepted' as const, lines: edited.map(lineOn) }
    : { hash: change.hash, ...(await gateFor(workspace, session, { change, late })) }
  const { last } = session
  // another hook of this end of a turn was answered while this one waited
  if (last !== null && last.at >= since && last.hash === hash) return toldBefore(last)
  const at = clock.now().toISOString()
  const isAnew = last?.verdict === 'given-up' && input.isAgain === false
  const asked = isAnew ? { ...session, blocks: 0 } : session
  const { session: next, ...message } = decideStop({
    session: asked,
    at,
    hash,
    result,
    most,
    isIdle,
  })
  await keepSession(workspace, input.session, next)
  return { ...message, hash, lines: result.lines }
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
async function heldBack(workspace: Workspace, session: string, most: number): Promise<Told> {
  const lines = [lineOn('what Loopwright keeps of this session')]
  const text = `Loopwright: this is NOT done: ${lines.join('')}`
  const { records } = await readJournal(workspace)
  return timesSentBack(records, session) < most
    ? { verdict: 'sent-back', lines, word: { say: 'go-on', text } }
    : { verdict: 'given-up', lines, word: { say: 'note', text } }
}

async function gateFor(
  workspace: Workspace,
  { last }: Session,
  { change, late }: { readonly change: Change; readonly late: AbortSignal },
): Promise<GateResult & { readonly isIdle?: boolean }> {
  const idle = { verdict: 'accepted', lines: [], isIdle: true } as const
  if (change.paths.length === 0) return idle
  if (last?.hash === change.hash && last.gate !== 'broken')
    return { verdict: last.gate, lines: last.lines, isIdle: last.verdict === 'nothing-to-check' }
  const { checksFor, runGate } = await import('./gate.ts')
  const checks = await checksFor(workspace, change)
  return checks.length === 0 ? idle : runGate(workspace, checks, late)
}
