import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { configName, findRoot } from '../../../app/find-root.ts'
import {
  folderIn,
  type HookEvent,
  hookEvents,
  type HostName,
  hosts,
  isHost,
} from '../../../hosts/host.ts'
import { type ExitCode, exitCodes } from '../../../model/problem.ts'
import { type AsyncResult, ok, usageError } from '../../../model/result.ts'
import { type Call, type Command, text } from '../command.ts'
import { readAll } from '../terminal.ts'

/** More than any program sends. */
const mostInput = 4 * 1024 * 1024

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
  const print = (output: object) => call.terminal.print(JSON.stringify(output))
  const given = (await readAll(call.stdin, mostInput)).toString('utf8')
  const root = findRoot(resolve(folderIn(given) ?? call.cwd))
  if (!existsSync(join(root, configName))) return ok(exitCodes.accepted)
  const { readInput } = await import('../../../hosts/input.ts')
  const input = readInput(given)
  const { output } = hosts[agent]
  const fail = (what: string, isForPerson = false) => {
    const why = `Loopwright could not check this, so it is not accepted: ${what}`
    const say = event !== 'stop' || isForPerson || input?.isAgain === true ? 'note' : 'go-on'
    print(output(event, { say, text: why }))
    call.terminal.mention(why)
    return ok(exitCodes.accepted)
  }
  if (input === null) return fail('the input of the hook is no JSON object')
  try {
    const { openWorkspace } = await import('../../../app.ts')
    const opened = await openWorkspace({ ...call, cwd: root, root })
    if (!opened.ok) return fail(opened.error.what)
    const { trust } = opened.value
    if (!(await trust.isGiven()))
      return fail('nobody agreed to its loopwright.yaml; a person runs: loopwright trust', true)
    const { runHook } = await import('../../../hosts/hook.ts')
    print(output(event, await runHook(opened.value, { agent, event, input })))
    return ok(exitCodes.accepted)
  } catch (error) {
    const { translateError } = await import('../translate-error.ts')
    return fail(translateError(error).what)
  }
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
  await forgetSessions(opened.value)
  call.terminal.print('every session begins with what is there now')
  return ok(exitCodes.accepted)
}
