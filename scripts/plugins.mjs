// The plugin for programs that name tools, events or files otherwise than Claude Code: rendered from plugin/ and from
// what `loopwright install` writes for them.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { targets } from '../src/hosts/targets.ts'

const programs = {
  gemini: {
    manifest: 'gemini-extension.json',
    agent: '.md',
    tools: { Bash: 'run_shell_command', Read: 'read_file' },
  },
  copilot: {
    manifest: 'plugin.json',
    agent: '.agent.md',
    tools: { Bash: 'execute', Read: 'read' },
  },
}

// a program that is not there exits with 127, which some take for a reason to go on for ever
const guarded = (command) =>
  `command -v loopwright >/dev/null || { echo 'loopwright is not installed, so the gate did not run' >&2; exit 1; }; ${command}`

/** What the entries of a target make of an empty file, without what belongs into a manifest. */
function hooksOf(program) {
  const file = {}
  for (const entry of targets[program].project(['loopwright'])[0].entries) {
    const path = entry.at ?? entry.list
    if (path[0] === 'mcpServers') continue
    const last = path.slice(0, -1).reduce((at, key) => (at[key] ??= {}), file)
    const key = path.at(-1)
    if (entry.at === undefined) (last[key] ??= []).push(entry.value)
    else last[key] = entry.value
  }
  return JSON.parse(JSON.stringify(file), (key, value) =>
    (key === 'command' && value !== 'command') || key === 'bash' ? guarded(value) : value,
  )
}

function toolsOf(text, tools) {
  return text.replace(/^tools: \[(.*)\]$/m, (_, names) => {
    const own = names.split(', ').map((name) => {
      if (tools[name] === undefined) throw new Error(`nobody said what ${name} is called there`)
      return tools[name]
    })
    return `tools: [${own.join(', ')}]`
  })
}

export function renderPlugins(root, to) {
  const from = join(root, 'plugin')
  const json = (name) => JSON.parse(readFileSync(join(from, name), 'utf8'))
  for (const [program, { manifest, agent, tools }] of Object.entries(programs)) {
    const folder = join(to, program)
    const write = (name, text) => {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    rmSync(folder, { recursive: true, force: true })
    cpSync(join(from, 'skills'), join(folder, 'skills'), { recursive: true })
    cpSync(join(from, 'LICENSE'), join(folder, 'LICENSE'))
    const { name, version, description } = json('.claude-plugin/plugin.json')
    const about = description.replace('Claude', targets[program].title)
    const facts = { name, version, description: about, ...json('.mcp.json') }
    write(manifest, `${JSON.stringify(facts, null, 2)}\n`)
    write('hooks/hooks.json', `${JSON.stringify(hooksOf(program), null, 2)}\n`)
    for (const file of readdirSync(join(from, 'agents'))) {
      const text = readFileSync(join(from, 'agents', file), 'utf8')
      write(`agents/${file.replace(/\.md$/, agent)}`, toolsOf(text, tools))
    }
  }
}
