import { McpServer } from '@modelcontextprotocol/server'
import type { McpContext } from './context.ts'
import { registerResources } from './resources.ts'
import { registerTool, type Tool } from './tool.ts'
import { checkTool } from './tools/check.ts'
import { gateTools } from './tools/gates.ts'
import { runTools } from './tools/runs.ts'
import { stepTools } from './tools/steps.ts'

const instructions = `Loopwright accepts work only when checks that it runs itself say so.
Start a run with run_start, then call run_wait. When the state is "your_turn", call next_step, do what its instruction says, and call submit with its token; go on until the state is "ended". When it is "waits_for_person", call gate_answer: the person decides, not you. "accepted" is decided by evidence: never tell the person that work is done before a run or a check says so.`

export const toolsOf = (context: McpContext): readonly Tool[] => [
  ...runTools(context),
  ...stepTools(context),
  checkTool(context),
  ...gateTools(context),
]

/** A server for one connection, or for one request; all share one context. */
export function buildServer(context: McpContext): McpServer {
  const server = new McpServer(
    { name: 'loopwright', title: 'Loopwright', version: context.loopwright.workspace.toolVersion },
    { instructions },
  )
  for (const tool of toolsOf(context)) registerTool(server, tool)
  registerResources(server, context)
  return server
}
