import { countOf, type Dialect, doing, type Json, objectOf, type Sign, textOf } from './dialect.ts'
import { isStrictSchema } from './strict-schema.ts'

/** Codex, `codex exec --json`. */
export const codex: Dialect = {
  program: 'codex',
  start({ request, writes, isWalled, model, session, folder }) {
    const { output_schema: schema } = request
    const asksForShape = schema !== null && !writes && isStrictSchema(schema)
    const own = writes ? 'workspace-write' : 'read-only'
    return {
      args: [
        'exec',
        ...(session === null ? [] : ['resume']),
        '--json',
        '--skip-git-repo-check',
        // its own sandbox cannot stand inside ours
        ...(isWalled
          ? ['--dangerously-bypass-approvals-and-sandbox']
          : ['-c', `sandbox_mode="${own}"`, '-c', 'approval_policy="never"']),
        ...(model === undefined ? [] : ['-m', model]),
        ...(asksForShape ? ['--output-schema', `${folder}/schema.json`] : []),
        ...(writes ? [] : ['--ephemeral']),
        ...(session === null ? [] : [session]),
        '-',
      ],
      ...(asksForShape ? { files: { 'schema.json': JSON.stringify(schema) } } : {}),
    }
  },
  read(event) {
    switch (event['type']) {
      case 'thread.started':
        return [{ type: 'session', id: textOf(event['thread_id']) }]
      case 'item.started':
        return begun(objectOf(event['item']))
      case 'item.completed':
        return done(objectOf(event['item']))
      case 'turn.completed':
        return used(objectOf(event['usage']))
      case 'turn.failed':
        return [{ type: 'trouble', message: textOf(objectOf(event['error'])['message']) }]
      case 'error':
        return [{ type: 'doing', what: `waits: ${textOf(event['message']).slice(0, 200)}` }]
      default:
        return []
    }
  },
  // a model below a heading belongs to a profile
  modelIn: (settings) => /^model\s*=\s*"([^"]+)"/m.exec(settings.split(/^\s*\[/m)[0] ?? '')?.[1],
}

function begun(item: Json): readonly Sign[] {
  switch (item['type']) {
    case 'command_execution':
      return [{ type: 'turn' }, doing('runs', item)]
    case 'mcp_tool_call':
      return [{ type: 'turn' }, doing(textOf(item['tool']), item['arguments'])]
    case 'web_search':
      return [{ type: 'turn' }, doing('searches', item)]
    default:
      return []
  }
}

/** An item of type error is a warning: what ends a turn comes as `turn.failed`. */
function done(item: Json): readonly Sign[] {
  switch (item['type']) {
    case 'agent_message':
      return [{ type: 'turn' }, { type: 'text', text: textOf(item['text']) }]
    case 'file_change': {
      const changes = Array.isArray(item['changes']) ? item['changes'] : []
      return [{ type: 'turn' }, ...changes.map((each) => doing('edits', each))]
    }
    default:
      return []
  }
}

const used = (usage: Json): readonly Sign[] => [
  {
    type: 'used',
    input: countOf(usage['input_tokens']),
    output: countOf(usage['output_tokens']),
    cached: countOf(usage['cached_input_tokens']),
    cacheWritten: countOf(usage['cache_write_input_tokens']),
    costUsd: null,
    sum: true,
  },
]
