// Prints the schemas by which Visual Studio Code reads tasks.json and mcp.json. It builds them when it starts, so
// they are taken from its own modules; what it draws with is left out.
import { registerHooks } from 'node:module'

registerHooks({
  load: (url, context, next) =>
    /\.(?:css|svg|ttf)$/.test(url)
      ? { format: 'module', source: 'export default ""', shortCircuit: true }
      : next(url, context),
})

const [, , modules] = process.argv
const from = (path) =>
  import(`${modules}/@codingame/monaco-vscode-${path}.js`.replace('*', 'vscode/src/vs/workbench'))
const tasks = await from('task-service-override/*/contrib/tasks/common/jsonSchema_v2')
const { mcpServerSchema } = await from('api/*/contrib/mcp/common/mcpConfiguration')
tasks.updateProblemMatchers()
tasks.updateTaskDefinitions()
process.stdout.write(JSON.stringify({ tasks: tasks.default, mcp: mcpServerSchema }))
