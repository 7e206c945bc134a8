import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { shellWord } from '../kit/shell-word.ts'
import type { AgentConfig } from '../model/agent-config.ts'
import type { Config } from '../model/config.ts'
import { type Problem, usageProblem } from '../model/problem.ts'
import { readRuleFiles, type RuleText } from './rule-files.ts'

/** What a person agrees to: all that a loopwright.yaml makes this machine run, send or do without. */
export type Deeds = {
  readonly root: string
  readonly lines: readonly string[]
  readonly hash: string
}

/** Thrown where something of a file would be done that came with a repository and that nobody agreed to. */
export class Untrusted extends Error {
  readonly deeds: Deeds
  constructor(deeds: Deeds) {
    super('what loopwright.yaml and the rules beside it do came with this repository')
    this.deeds = deeds
  }
  get problem(): Problem {
    const { root, lines } = this.deeds
    return usageProblem(
      `loopwright.yaml or the rules beside it came with the repository, and nobody has agreed to what they do:\n${lines.join('\n')}`,
      `read it; if you agree: loopwright trust --cwd ${shellWord(root)}   (in a pipeline: LOOPWRIGHT_TRUST=all)`,
      join(root, 'loopwright.yaml'),
    )
  }
}

/** All that a configuration makes this machine do, as a person can judge it. */
export function deedsOf(root: string, config: Config, rules: readonly RuleText[] = []): Deeds {
  const { preview } = config.workflows.design
  const { track, workorder } = config.workflows
  const commands = {
    ...workorder.commands,
    'the build of a track': track.build,
    'the application of a track': track.start,
  }
  const lines = [
    ...Object.entries(config.agents).flatMap(([name, agent]) => agentLines(name, agent)),
    ...(preview.kind === 'local' ? [] : [`the preview is made by ${JSON.stringify(preview)}`]),
    ...Object.entries(commands).flatMap(([purpose, command]) =>
      command === undefined ? [] : [`${purpose} runs in the sandbox: ${command}`],
    ),
    ...(config.mcp.gates === 'agent' ? ['agents answer questions meant for a person'] : []),
    ...(config.walls === 'none' ? ['agents run without walls, as you'] : []),
    ...(config.sandbox.kind === 'none' ? ['commands of checks run without a sandbox, as you'] : []),
    ...(config.records.url.startsWith('sqlite:')
      ? []
      : [`records are kept at ${config.records.url.replace(/:\/\/[^@/]*@/, '://…@')}`]),
    ...rules.map(ruleLine),
  ]
  const said = JSON.stringify([lines, config.records.url])
  return { root, lines, hash: createHash('sha256').update(said).digest('hex') }
}

/** A file with rules; its hash makes another word of trust needed when it changes. */
function ruleLine({ path, text }: RuleText): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  return path.endsWith('.mjs')
    ? `the rule ${path} runs in the sandbox (${hash})`
    : `rules in ${path} hold work to what they say (${hash})`
}

function agentLines(name: string, agent: AgentConfig): readonly string[] {
  if (agent.kind === 'command') {
    const { kind: _, command, ...rest } = agent
    const line = command.map(shellWord).join(' ')
    return [`the agent ${name} runs: ${line}   ${JSON.stringify(rest)}`]
  }
  if (agent.kind === 'offline' || agent.kind === 'scripted' || agent.kind === 'host') return []
  if (agent.kind !== 'model') {
    const { kind, command, ...rest } = agent
    const line = (command ?? [kind]).map(shellWord).join(' ')
    return [`the agent ${name} runs: ${line}, with your login   ${JSON.stringify(rest)}`]
  }
  const { provider, model, base_url: url, api_key_env: key } = agent
  const place = url === undefined ? provider : `${provider} at ${url}`
  return [`the agent ${name} sends texts and ${key ?? 'the usual key'} to ${place} (${model})`]
}

export type TrustPlace = {
  readonly root: string
  readonly config: Config
  readonly env: Readonly<Record<string, string | undefined>>
  readonly state: {
    trust(root: string, hash: string): void
    isTrusted(root: string, hash: string): boolean
  }
  readonly git: (folder: string, args: readonly string[]) => Promise<string | null>
  /** Told of every file that is looked at. */
  readonly look: (path: string) => void
}

export type Trust = {
  readonly deeds: Deeds
  /** Whether there are rules of the user's own. */
  readonly hasRules: boolean
  /** The word of the user. */
  give(): void
  isGiven(): Promise<boolean>
  /** Throws where this machine would do what a foreign file says. */
  need(): Promise<void>
}

export function openTrust({ root, config, env, state, git, look: tell }: TrustPlace): Trust {
  const rules = readRuleFiles(root, tell)
  let known: Promise<boolean> | null = null
  const deeds = deedsOf(root, config, rules)
  const look = async () =>
    deeds.lines.length === 0 ||
    env['LOOPWRIGHT_TRUST'] === 'all' ||
    state.isTrusted(root, deeds.hash) ||
    (env['LOOPWRIGHT_TRUST'] !== 'ask' &&
      !(await isForeign(root, ['loopwright.yaml', ...rules.map(({ path }) => path)], git)))
  const isGiven = () => (known ??= look())
  const need = async () => {
    if (!(await isGiven())) throw new Untrusted(deeds)
  }
  return {
    deeds,
    hasRules: rules.length > 0,
    give: () => state.trust(root, deeds.hash),
    isGiven,
    need,
  }
}

/** Whether one of the files came from elsewhere: it is part of a repository that was cloned, or another user's. */
async function isForeign(
  root: string,
  files: readonly string[],
  git: TrustPlace['git'],
): Promise<boolean> {
  const owners = files.map((file) => statSync(join(root, file), { throwIfNoEntry: false })?.uid)
  if (owners.some((owner) => owner !== undefined && owner !== 0 && owner !== process.getuid?.()))
    return true
  // most repositories that are not cloned have no remote, so that one question is enough
  const isSaid = async (args: readonly string[]) => ((await git(root, args)) ?? '').trim() !== ''
  return (await isSaid(['remote'])) && isSaid(['ls-files', '--', ...files])
}
