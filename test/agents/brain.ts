import type { Asked, Said } from './protocols.ts'

/** What a model that can do the work says: each kind of question gets its right answer, work is done with tools. */
export type Work = {
  /** The artifact of a loop. */
  readonly artifact: string
  /** Files of a work order. */
  readonly files: Readonly<Record<string, string>>
}

const isRight = (value: unknown): value is Record<string, string>[] => Array.isArray(value)

/** The data that stands in a prompt between marked tags. */
function dataIn(text: string, name: string): readonly Record<string, string>[] {
  const [, json = '[]'] =
    new RegExp(`<${name} id="\\w+">\\n([\\s\\S]*?)\\n</${name} id=`).exec(text) ?? []
  const value: unknown = JSON.parse(json)
  return isRight(value) ? value : []
}

export const skilled =
  ({ artifact, files }: Work) =>
  (asked: Asked): Said => {
    const { text, tools, results } = asked
    if (tools.length === 0) return { text: 'A title' }
    const [, workspace] = /You are started in the workspace, (\S+?)\. /.exec(text) ?? []
    if (workspace !== undefined) {
      const [path, content] = Object.entries(files)[results] ?? []
      if (path === undefined || content === undefined) return { text: 'The change is made.' }
      return writing(tools, `${workspace}/${path}`, content)
    }
    if (/PHASE: (?:PRODUCE|REFINE)/.test(text)) return { text: artifact }
    return shaped(tools, results, answerTo(text, [artifact, ...Object.values(files)]))
  }

function answerTo(text: string, works: readonly string[]): Readonly<Record<string, unknown>> {
  if (text.includes('PHASE: PLAN')) return { plan: ['Say what it is', 'Say how', 'Say why'] }
  if (text.includes('Read what was asked into an exam'))
    return {
      sentences: dataIn(text, 'sentences').map(({ id, text: quote }) => ({
        id,
        obligations: [{ quote, statement: quote, weight: 'must' }],
      })),
    }
  const quote = works
    .flatMap((work) => work.split('\n'))
    .find((line) => line.length > 20 && text.includes(line))
  if (text.includes('PHASE: EVALUATE'))
    return {
      rule_results: dataIn(text, 'rules').map(({ id }) => ({
        id,
        evidence: quote,
        reason: 'it says so',
        verdict: 'pass',
      })),
    }
  if (text.includes('PHASE: CRITIQUE')) return { issues: [] }
  return {
    verdicts: dataIn(text, 'statements').map(({ id }) => ({
      id,
      quote,
      reason: 'this line does it',
      verdict: 'met',
    })),
  }
}

/** Claude takes a shape through a tool of its own; the others say it. */
const shaped = (
  tools: readonly string[],
  results: number,
  output: Readonly<Record<string, unknown>>,
): Said =>
  tools.includes('StructuredOutput') && results === 0
    ? { tool: 'StructuredOutput', input: output }
    : { text: JSON.stringify(output) }

/** The tool by which each agent runs a command. */
export function running(tools: readonly string[], command: string): Said {
  const tool = ['Bash', 'run_shell_command', 'bash'].find((name) => tools.includes(name))
  return tool === undefined
    ? { tool: 'exec_command', input: { cmd: command } }
    : { tool, input: { command, description: 'runs it' } }
}

/** The tool by which each agent writes a file. */
export function writing(tools: readonly string[], path: string, content: string): Said {
  const has = (name: string) => tools.includes(name)
  if (has('Write')) return { tool: 'Write', input: { file_path: path, content } }
  if (has('write_file')) return { tool: 'write_file', input: { file_path: path, content } }
  if (has('write')) return { tool: 'write', input: { filePath: path, content } }
  if (has('create')) return { tool: 'create', input: { path, file_text: content } }
  return running(tools, `cat > '${path}' <<'END'\n${content}END\n`)
}
