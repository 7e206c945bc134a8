import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { configName } from '../../../app/find-root.ts'
import type { HookCall } from '../../../hosts/hook.ts'
import {
  foldersOf,
  type HookEvent,
  hookEvents,
  type HookInput,
  type HookWord,
  type HostName,
  hosts,
  isHost,
  mostBlocks,
  unnamed,
} from '../../../hosts/host.ts'
import { usualBlocks } from '../../../model/config.ts'
import { type ExitCode, exitCodes } from '../../../model/problem.ts'
import { type AsyncResult, err, ok, usageError } from '../../../model/result.ts'
import { type Call, type Command, text } from '../command.ts'
import { heldFolders } from '../idle-hook.ts'
import { readAll } from '../read-all.ts'

export const command: Command = {
  name: 'hook',
  usage: 'hook <stop|post-edit|session-start|reset> [options]',
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
      return usageError(
        agent === '' ? `hook ${word} needs --agent` : `there is no agent "${agent}"`,
        `--agent is one of ${Object.keys(hosts).join(', ')}`,
      )
    return answer(call, agent, event)
  },
}

/** Answers for every folder that holds the session: whoever is sent back by one is sent back. */
async function answer(call: Call, agent: HostName, event: HookEvent): AsyncResult<ExitCode> {
  const given = (await readAll(call.stdin)).toString('utf8')
  const { readInput } = await import('../../../hosts/input.ts')
  const input = readInput(given)
  const roots = await rootsOf(call, foldersOf(agent, given, call), input?.session ?? unnamed)
  const words = await Promise.all(
    roots.map((root, index) =>
      wordOf(call, root, { agent, event, input, besides: index === 0 ? null : (roots[0] ?? null) }),
    ),
  )
  const [word] = words
  if (word !== undefined) {
    const strongest = (['go-on', 'note'] as const).find((say) =>
      words.some((each) => each.say === say),
    )
    const texts = words.flatMap((each) => (each.say === 'nothing' ? [] : [each.text]))
    const said = strongest === undefined ? word : { say: strongest, text: texts.join('\n') }
    call.terminal.print(JSON.stringify(hosts[agent].output(event, said)))
  }
  return ok(exitCodes.accepted)
}

/** Folders whose checks hold a session: also one whose loopwright.yaml is gone since it began. */
async function rootsOf(
  { env }: Pick<Call, 'env'>,
  from: readonly string[],
  session: string,
): Promise<readonly string[]> {
  const roots = from.map(async (start) => {
    for (const root of heldFolders([start], env)) {
      if (existsSync(join(root, configName))) return root
      const { openOwnPlace } = await import('../../../app.ts')
      const { isKnown } = await import('../../../hosts/session.ts')
      if (await isKnown(openOwnPlace(root, { env }), session)) return root
    }
    return []
  })
  return [...new Set((await Promise.all(roots)).flat())]
}

type Asked = Omit<HookCall, 'input'> & { readonly input: HookInput | null }
type Failure = { readonly what: string; readonly isForPerson: boolean }

/** Whatever goes wrong is said in the form of the program: most take any other end of a hook for a pass. */
async function wordOf(call: Call, root: string, asked: Asked): Promise<HookWord> {
  const message = await ask(call, root, asked)
  if (message.ok) return message.value
  const { what, isForPerson } = message.error
  const why = `Loopwright could not check this, so it is not accepted: ${what}`
  call.terminal.mention(why)
  const times = await keepFailure(call, root, { ...asked, what })
  const isOver =
    times === null ? asked.input?.isAgain === true : times > mostBlocks(asked.agent, usualBlocks)
  const isNote = asked.event !== 'stop' || isForPerson || isOver
  return { say: isNote ? 'note' : 'go-on', text: why }
}

async function ask(
  call: Call,
  root: string,
  { input, ...asked }: Asked,
): AsyncResult<HookWord, Failure> {
  const fail = (what: string, isForPerson = false) => err({ what, isForPerson })
  if (input === null) return fail('the input of the hook is no JSON object')
  try {
    await call.announceCaller?.()
    const { openWorkspace } = await import('../../../app.ts')
    const opened = await openWorkspace({ ...call, cwd: root, root })
    if (!opened.ok) {
      const { where = root, what } = opened.error
      return fail(`${where}: ${what}`)
    }
    if (!(await opened.value.trust.isGiven()))
      return fail('nobody agreed to its loopwright.yaml; a person runs: loopwright trust', true)
    const { runHook } = await import('../../../hosts/hook.ts')
    return ok(await runHook(opened.value, { ...asked, input }))
  } catch (error) {
    const { translateError } = await import('../translate-error.ts')
    return fail(translateError(error).what)
  }
}

/**
 * That the gate did not run is kept, too, and how often in a row the agent was sent back is known from that. Null where
 * it cannot be kept: the program is told all the same.
 */
async function keepFailure(
  { env }: Call,
  root: string,
  { what, agent, event, input }: Asked & Pick<Failure, 'what'>,
): Promise<number | null> {
  try {
    const { openOwnPlace } = await import('../../../app.ts')
    const { didNotRun, readJournal, record, timesSentBack } =
      await import('../../../hosts/session.ts')
    const [place, session] = [openOwnPlace(root, { env }), input?.session ?? unnamed]
    const at = new Date().toISOString()
    const entry = { at, agent, session, event, verdict: didNotRun, lines: [what], ms: 0 }
    await record(place, entry)
    return timesSentBack((await readJournal(place)).records, session)
  } catch {
    return null
  }
}

/** A person's word: an agent that could say it would change what holds it. */
async function reset(call: Call): AsyncResult<ExitCode> {
  const { isSaidByAgent } = await import('../inside-agent.ts')
  if (isSaidByAgent(call.env, call.terminal))
    return usageError('an agent started this, and only a person may say it', 'run it in a terminal')
  const { openWorkspace } = await import('../../../app.ts')
  const opened = await openWorkspace(call)
  if (!opened.ok) return opened
  const { forgetSessions } = await import('../../../hosts/session.ts')
  await forgetSessions(opened.value, opened.value.clock.now().toISOString())
  call.terminal.print('every session begins with what is there now')
  return ok(exitCodes.accepted)
}
