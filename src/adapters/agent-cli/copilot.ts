import { type Dialect, doing, listOf, objectOf, textOf } from './dialect.ts'

const reads = 'view,grep,glob'
const writes = `${reads},create,edit`
const runs = `${writes},bash,read_bash,stop_bash,list_bash`

/** GitHub Copilot with a stream of events. It tells neither tokens nor money. */
export const copilot: Dialect = {
  program: 'copilot',
  start: ({ writes: mayWrite, isWalled, model, session }) => ({
    args: [
      '--output-format',
      'json',
      '--no-auto-update',
      '--no-ask-user',
      '--no-color',
      '--disable-builtin-mcps',
      '--no-remote',
      '--disallow-temp-dir',
      // it must not ask; what it may do is said by the tools it has, and runs of commands need walls
      '--allow-all-tools',
      '--available-tools',
      mayWrite ? (isWalled ? runs : writes) : reads,
      ...(model === undefined ? [] : ['--model', model]),
      ...(session === null ? [] : [`--resume=${session}`]),
    ],
  }),
  read(event) {
    const data = objectOf(event['data'])
    switch (event['type']) {
      case 'assistant.turn_start':
        return [{ type: 'turn' }]
      case 'tool.execution_start':
        return [doing(textOf(data['toolName']), data['arguments'])]
      case 'assistant.message': {
        const text = textOf(data['content'])
        const isAnswer = text !== '' && listOf(data['toolRequests']).length === 0
        return [
          { type: 'model', model: textOf(data['model']) },
          ...(isAnswer ? [{ type: 'text', text } as const] : []),
        ]
      }
      case 'model.call_failure':
        return [
          {
            type: 'trouble',
            message: `${String(data['statusCode'])} ${textOf(data['errorMessage'])}`,
            isFinal: data['statusCode'] === 401,
          },
        ]
      case 'model.call_final_result':
        return data['result'] === 'success' ? [{ type: 'trouble', message: '' }] : []
      case 'session.error':
        return [{ type: 'trouble', message: textOf(data['message']) }]
      case 'result':
        return [{ type: 'session', id: textOf(event['sessionId']) }]
      default:
        return []
    }
  },
}
