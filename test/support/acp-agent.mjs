// An agent of the Agent Client Protocol that does what its prompt says, one line `verb argument` at a time.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { agent, methods, ndJsonStream, RequestError } from '@agentclientprotocol/sdk'

let cwd = ''
const options = [
  { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
]

/** What can be asked for. `say` prints as the agent. */
const verbs = {
  say: (words, { say }) => say(words.replaceAll('\\n', '\n')),
  async write(path, { client, sessionId, say }) {
    const at = { sessionId, path: path.replace('$cwd', cwd) }
    await client
      .request(methods.client.fs.writeTextFile, { ...at, content: 'written\n' })
      .then(() => say('written. '))
      .catch((error) => say(`refused: ${error.message}. `))
  },
  async read(path, { client, sessionId, say }) {
    const at = { sessionId, path: path.replace('$cwd', cwd) }
    await client
      .request(methods.client.fs.readTextFile, at)
      .then(({ content }) => say(`read ${content.trim()}. `))
      .catch((error) => say(`refused: ${error.message}. `))
  },
  async ask(kind, { client, sessionId, say, update }) {
    update({ sessionUpdate: 'tool_call', toolCallId: 't', title: `wants ${kind}`, kind })
    const toolCall = {
      toolCallId: 't',
      title: `wants ${kind}`,
      kind,
      locations: [{ path: `${cwd}/a` }],
    }
    const { outcome } = await client.request(methods.client.session.requestPermission, {
      sessionId,
      toolCall,
      options,
    })
    say(`${kind}: ${outcome.optionId ?? outcome.outcome}. `)
  },
  cost: (amount, { update }) =>
    update({
      sessionUpdate: 'usage_update',
      used: 100,
      size: 1000,
      cost: { amount: Number(amount), currency: 'USD' },
    }),
  directly(path) {
    const place = path.replace('$cwd', cwd)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, 'directly\n')
  },
  hang: () => wait(60_000),
  die: () => process.exit(3),
  flood: async () => {
    for (;;) {
      process.stdout.write(
        `${JSON.stringify({ jsonrpc: '2.0', method: 'x', params: 'y'.repeat(1e5) })}\n`,
      )
      await wait(1)
    }
  },
  locked() {
    throw new RequestError(-32000, 'Authentication required')
  },
}

agent({ name: 'stand-in' })
  .onRequest(methods.agent.initialize, () => ({ protocolVersion: 1, agentCapabilities: {} }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    cwd = params.cwd
    return { sessionId: 's' }
  })
  .onRequest(methods.agent.session.prompt, async ({ params: { sessionId, prompt }, client }) => {
    const update = (told) =>
      client.notify(methods.client.session.update, { sessionId, update: told })
    const say = (text) =>
      update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
    let stopReason = 'end_turn'
    for (const line of prompt[0].text.split('\n')) {
      const [verb, ...rest] = line.split(' ')
      if (verb === 'stop') stopReason = rest[0]
      await verbs[verb]?.(rest.join(' '), { client, sessionId, say, update })
    }
    return { stopReason }
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)))
