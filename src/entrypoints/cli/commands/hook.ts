import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { configName } from '../../../app/find-root.ts'
import type { HookCall } from '../../../hosts/hook.ts'
import type { HookRecord } from '../../../hosts/session.ts'
import {
  foldersOf,
  type HookEvent,
  hookEvents,
  type HookInput,
  type HookWord,
  type HostName,
  hosts,
  isHost,
  unnamed,
} from '../../../hosts/host.ts'
import { type ExitCode, exitCodes } from '../../../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../../../model/result.ts'
import { type Call, type Command, text } from '../command.ts'
import { heldFolders } from '../idle-hook.ts'
import { readAll } from '../read-all.ts'

export const command: Command = {
  name: 'hook',
  usage: 'hook <stop|post-edit|session-start|reset> --agent <agent> [options]',
  about: `Called by the hooks of ${Object.values(hosts)
    .map(({ title }) => title)
    .join(
      ', ',
    )}: reads their input on standard input and answers in their form.\nstop runs the checks on what changed and sends the agent back with what fails; post-edit looks at one file; session-start\nremembers where a session began; reset makes what is there now the start of every session.\nSays nothing in a folder without loopwright.yaml. loopwright install writes the hooks.`,
  words: { least: 1, most: 1 },
  firstWords: [...hookEvents, 'reset'],
  options: {
    agent: {
      type: 'string',
      value: 'AGENT',
      choices: Object.keys(hosts),
      help: Object.keys(hosts).join(', '),
    },
  },
  examples: [
    [
      'loopwright hook stop --agent claude',
      'what .claude/settings.json calls at the end of a turn',
    ],
    ['loopwright hook reset', 'you changed loopwright.yaml yourself, while an agent was at work'],
  ],
  async run(call) {
    const [word = ''] = call.words
    if (word === 'reset') return reset(call)
    const event = hookEvents.find((each) => each === word)
    if (event === undefined)
      return usageError(`there is no hook "${word}"`, `hooks: ${hookEvents.join(', ')}`)
    const agent = text(call.values, 'agent') ?? ''
    if (!isHost(agent))
      return usageError(`--agent must be one of ${Object.keys(hosts).join(', ')}, not "${agent}"`)
    return answer(call, agent, event)
  },
}

/** Whatever goes wrong is said in the form of the program: most take any other end of a hook for a pass. */
async function answer(call: Call, agent: HostName, event: HookEvent): AsyncResult<ExitCode> {
  const { output } = hosts[agent]
  const given = (await readAll(call.stdin)).toString('utf8')
  const { readInput } = await import('../../../hosts/input.ts')
  const input = readInput(given)
  const session = input?.session ?? unnamed
  const root = await rootOf(call, foldersOf(agent, given, call), session)
  if (root === null) return ok(exitCodes.accepted)
  const told = await ask(call, root, { agent, event, input })
  if (told.ok) call.terminal.print(JSON.stringify(output(event, told.value)))
  else {
    const { what, isForPerson } = told.error
    const why = `Loopwright could not check this, so it is not accepted: ${what}`
    const isNote = event !== 'stop' || isForPerson || input?.isAgain === true
    call.terminal.print(
      JSON.stringify(output(event, { say: isNote ? 'note' : 'go-on', text: why })),
    )
    call.terminal.mention(why)
    await keepFailure(call, root, { agent, event, session, what })
  }
  return ok(exitCodes.accepted)
}

/** The folder whose checks hold a session: also one whose loopwright.yaml is gone since it began. */
async function rootOf(
  { env }: Pick<Call, 'env'>,
  from: readonly string[],
  session: string,
): Promise<string | null> {
  for (const root of heldFolders(from, env)) {
    if (existsSync(join(root, configName))) return root
    const { openOwnPlace } = await import('../../../app.ts')
    const { isKnown } = await import('../../../hosts/session.ts')
    if (await isKnown(openOwnPlace(root, { env }), session)) return root
  }
  return null
}

type Asked = Omit<HookCall, 'input'> & { readonly input: HookInput | null }
type Failure = { readonly what: string; readonly isForPerson: boolean }

async function ask(
  call: Call,
  root: string,
  { input, ...asked }: Asked,
): AsyncResult<HookWord, Failure> {
  const fail = (what: string, isForPerson = false) => err({ what, isForPerson })
  if (input === null) return fail('the input of the hook is no JSON object')
  try {
    const { openWorkspace } = await import('../../../app.ts')
    const opened = await openWorkspace({ ...call, cwd: root, root })
    if (!opened.ok) return fail(opened.error.what)
    if (!(await opened.value.trust.isGiven()))
      return fail('nobody agreed to its loopwright.yaml; a person runs: loopwright trust', true)
    const { runHook } = await import('../../../hosts/hook.ts')
    return ok(await runHook(opened.value, { ...asked, input }))
  } catch (error) {
    const { translateError } = await import('../translate-error.ts')
    return fail(translateError(error).what)
  }
}

/** That the gate did not run is kept, too. Where it cannot be, the program has been told. */
async function keepFailure(
  { env }: Call,
  root: string,
  { what, ...asked }: Pick<HookRecord, 'agent' | 'session' | 'event'> & Pick<Failure, 'what'>,
): Promise<void> {
  const { openOwnPlace } = await import('../../../app.ts')
  const { didNotRun, record } = await import('../../../hosts/session.ts')
  const entry = { at: new Date().toISOString(), ...asked, verdict: didNotRun, lines: [what], ms: 0 }
  await record(openOwnPlace(root, { env }), entry).catch(() => undefined)
}

/** A person's word: an agent that could say it would change what holds it. */
async function reset(call: Call): AsyncResult<ExitCode> {
  const { isInsideAgent, isRunByHost } = await import('../inside-agent.ts')
  if (isInsideAgent(call.env) || isRunByHost(call.env))
    return usageError('an agent started this, and only a person may say it', 'run it in a terminal')
  const { openWorkspace } = await import('../../../app.ts')
  const opened = await openWorkspace(call)
  if (!opened.ok) return opened
  const { forgetSessions } = await import('../../../hosts/session.ts')
  await forgetSessions(opened.value, opened.value.clock.now().toISOString())
  call.terminal.print('every session begins with what is there now')
  return ok(exitCodes.accepted)
}
