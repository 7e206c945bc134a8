import {
  countOf,
  type Dialect,
  doing,
  type Json,
  listOf,
  moneyOf,
  objectOf,
  type Sign,
  textOf,
} from './dialect.ts'

const reads = 'Read,Grep,Glob'
const writes = `${reads},Edit,Write,Bash`

/** Claude Code, `claude -p` with a stream of events. */
export const claude: Dialect = {
  program: 'claude',
  start({ request, writes: mayWrite, model, maxTurns, maxCostUsd, session, isWalled }) {
    const { output_schema: schema } = request
    return {
      args: [
        '-p',
        '--input-format',
        'text',
        '--output-format',
        'stream-json',
        '--verbose',
        '--tools',
        mayWrite ? writes : reads,
        // without walls it runs no commands: what it edits is the work, and we run the tests
        ...(mayWrite && isWalled ? ['--allowedTools', 'Bash'] : []),
        '--permission-mode',
        mayWrite ? 'acceptEdits' : 'dontAsk',
        '--permission-prompts',
        'none',
        '--strict-mcp-config',
        '--disable-slash-commands',
        '--setting-sources',
        mayWrite ? 'user,project' : 'user',
        '--settings',
        '{"disableAllHooks":true}',
        '--max-turns',
        `${maxTurns}`,
        '--max-budget-usd',
        `${maxCostUsd}`,
        ...(model === undefined ? [] : ['--model', model]),
        ...(schema === null || mayWrite ? [] : ['--json-schema', plainSchema(schema)]),
        ...(session === null ? [] : ['--resume', session]),
        ...(mayWrite ? [] : ['--no-session-persistence']),
      ],
      env: {
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
      },
    }
  },
  read(event) {
    switch (event['type']) {
      case 'system':
        return system(event)
      case 'assistant':
        return assistant(event)
      case 'result':
        return result(event)
      default:
        return []
    }
  },
}

/** It knows no other draft than its own, so none is named. */
const plainSchema = (schema: Json): string => JSON.stringify({ ...schema, $schema: undefined })

function system(event: Json): readonly Sign[] {
  switch (event['subtype']) {
    case 'init':
      return [
        { type: 'session', id: textOf(event['session_id']) },
        { type: 'model', model: textOf(event['model']) },
      ]
    case 'permission_denied':
      return [{ type: 'denied', what: textOf(event['tool_name']) || 'a tool' }]
    case 'api_retry': {
      const message = `${textOf(event['error'])} (${String(event['error_status'])})`
      const isFinal = event['error_status'] === 401 || event['error_status'] === 403
      return [
        { type: 'doing', what: `waits for its provider: ${message}` },
        ...(isFinal ? [{ type: 'trouble', message, isFinal } as const] : []),
      ]
    }
    default:
      return []
  }
}

function assistant(event: Json): readonly Sign[] {
  const message = objectOf(event['message'])
  const content = listOf(message['content']).flatMap((block): readonly Sign[] => {
    if (block['type'] === 'tool_use') return [doing(textOf(block['name']), block['input'])]
    return block['type'] === 'text' ? [{ type: 'text', text: textOf(block['text']) }] : []
  })
  return [{ type: 'turn' }, ...content]
}

/** The sums of the models count: `usage` knows only the main one. */
function result(event: Json): readonly Sign[] {
  const models = Object.values(objectOf(event['modelUsage'])).map((each) => objectOf(each))
  const sum = (...keys: readonly string[]) =>
    models.reduce((all, each) => keys.reduce((part, key) => part + countOf(each[key]), all), 0)
  const denied = listOf(event['permission_denials'])
  const failed = event['is_error'] === true || event['subtype'] !== 'success'
  const said = textOf(event['result']) || listOrText(event['errors'])
  return [
    {
      type: 'used',
      input: sum('inputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens'),
      output: sum('outputTokens'),
      costUsd: moneyOf(event['total_cost_usd']),
      sum: true,
    },
    ...denied.map((each): Sign => ({ type: 'denied', what: textOf(each['tool_name']) })),
    ...(failed
      ? [{ type: 'trouble', message: `${textOf(event['subtype'])}: ${said}` } as const]
      : [{ type: 'text', text: said } as const]),
    ...('structured_output' in event
      ? [{ type: 'output', output: event['structured_output'] } as const]
      : []),
  ]
}

const listOrText = (value: unknown): string =>
  Array.isArray(value) ? value.map(textOf).join('; ') : textOf(value)
