import type { Tokens } from '../../model/price.ts'
import { countOf, type Dialect, doing, type Json, objectOf, type Sign, textOf } from './dialect.ts'

/** Gemini CLI with a stream of events. */
export const gemini: Dialect = {
  program: 'gemini',
  start: ({ writes, isWalled, model, session }) => ({
    args: [
      '-o',
      'stream-json',
      '--skip-trust',
      // commands run only behind walls
      '--approval-mode',
      writes ? (isWalled ? 'yolo' : 'auto_edit') : 'plan',
      ...(model === undefined ? [] : ['-m', model]),
      ...(session === null ? [] : ['--resume', session]),
    ],
  }),
  read(event) {
    switch (event['type']) {
      case 'init':
        return [
          { type: 'session', id: textOf(event['session_id']) },
          { type: 'model', model: textOf(event['model']) },
        ]
      case 'message':
        return event['role'] === 'assistant'
          ? [{ type: 'text', text: textOf(event['content']), more: event['delta'] === true }]
          : []
      case 'tool_use':
        return [{ type: 'turn' }, doing(textOf(event['tool_name']), event['parameters'])]
      case 'tool_result':
        return denials(event)
      case 'error':
        return event['severity'] === 'warning'
          ? []
          : [{ type: 'trouble', message: textOf(event['message']) }]
      case 'result':
        return result(event)
      default:
        return []
    }
  },
}

function denials(event: Json): readonly Sign[] {
  const { type, message } = objectOf(event['error'])
  return /permission|denied|policy/i.test(`${textOf(type)} ${textOf(message)}`)
    ? [{ type: 'denied', what: textOf(message) || textOf(event['tool_id']) }]
    : []
}

const tokensIn = (stats: Json): Tokens => ({
  input: countOf(stats['input_tokens']),
  // what it thought is in the total alone
  output: Math.max(
    countOf(stats['output_tokens']),
    countOf(stats['total_tokens']) - countOf(stats['input_tokens']),
  ),
  cached: countOf(stats['cached']),
})

function result(event: Json): readonly Sign[] {
  const stats = objectOf(event['stats'])
  const used: Sign = {
    type: 'used',
    ...tokensIn(stats),
    costUsd: null,
    sum: true,
    models: Object.entries(objectOf(stats['models'])).map(([model, each]) => ({
      model,
      ...tokensIn(objectOf(each)),
    })),
  }
  return event['status'] === 'error'
    ? [used, { type: 'trouble', message: textOf(objectOf(event['error'])['message']) }]
    : [used]
}
