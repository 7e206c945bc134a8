import {
  countOf,
  type Dialect,
  doing,
  type Json,
  moneyOf,
  objectOf,
  type Sign,
  textOf,
} from './dialect.ts'

const readsOnly = { edit: 'deny', bash: 'deny', webfetch: 'deny', external_directory: 'deny' }
const writesHere = { ...readsOnly, edit: 'allow' }

/** opencode, `opencode run --format json`. */
export const opencode: Dialect = {
  program: 'opencode',
  start: ({ writes, isWalled, model, session }) => ({
    args: [
      'run',
      '--format',
      'json',
      ...(model === undefined ? [] : ['--model', model]),
      ...(session === null ? [] : ['--session', session]),
    ],
    env: {
      // commands run only behind walls
      OPENCODE_PERMISSION: JSON.stringify(
        writes ? { ...writesHere, ...(isWalled ? { bash: 'allow' } : {}) } : readsOnly,
      ),
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    },
  }),
  read(event) {
    const part = objectOf(event['part'])
    switch (event['type']) {
      case 'step_start':
        return [{ type: 'session', id: textOf(event['sessionID']) }, { type: 'turn' }]
      case 'tool_use':
        return toolUse(part)
      case 'text':
        return [{ type: 'text', text: textOf(part['text']), more: true }]
      case 'step_finish':
        return used(part)
      case 'error': {
        const { name, data } = objectOf(event['error'])
        const { message, statusCode } = objectOf(data)
        return [
          {
            type: 'trouble',
            message: `${textOf(name)} ${countOf(statusCode)}: ${textOf(message)}`,
          },
        ]
      }
      default:
        return []
    }
  },
}

function toolUse(part: Json): readonly Sign[] {
  const state = objectOf(part['state'])
  const sign = doing(textOf(part['tool']), state['input'])
  const refused =
    state['status'] === 'error' &&
    /permission|rejected|denied|prevents you/i.test(textOf(state['error']))
  return refused ? [sign, { type: 'denied', what: textOf(part['tool']) }] : [sign]
}

function used(part: Json): readonly Sign[] {
  const tokens = objectOf(part['tokens'])
  const cache = objectOf(tokens['cache'])
  return [
    {
      type: 'used',
      input: countOf(tokens['input']) + countOf(cache['read']) + countOf(cache['write']),
      output: countOf(tokens['output']) + countOf(tokens['reasoning']),
      // it says 0 of models whose price it does not know, too
      costUsd: moneyOf(part['cost']) || null,
      cached: countOf(cache['read']),
      cacheWritten: countOf(cache['write']),
      sum: false,
    },
  ]
}
