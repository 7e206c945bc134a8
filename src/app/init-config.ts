/** What was found on the machine: programs by path, variables by name only. */
export type Surroundings = {
  readonly agents: readonly { readonly name: string; readonly path: string }[]
  readonly keys: readonly string[]
  readonly bubblewrap: string | null
  readonly browser: string | null
}

/** loopwright.yaml, fully commented; each example holds as soon as its `# ` is taken away. */
export function configText({ agents, keys, bubblewrap }: Surroundings): string {
  const has = (key: string) => keys.includes(key)
  const note = (key: string) =>
    has(key) ? `${key} is set here.` : `Set ${key} in the environment first.`
  return `# Loopwright's configuration. Every key has a default, so everything here may be left out.
# All keys: docs/configuration.md. What this machine has and lacks: loopwright doctor

# Who answers. A role that is not bound below uses "default".
agents:
  # The embedded agent: no model, no network, the same answer every time. It drafts from what the
  # task says and repairs what a machine can repair. It is not a model and does not pretend to be.
  default: { kind: offline }

  # Any program: one JSON request on its standard input, its answer on standard output.
  # It runs behind walls: it reads the project, and its home is empty unless named (home: [.claude]).
  # writer: { kind: command, command: ["node", "agent.mjs"], timeout_s: 300 }

  # A model of Anthropic. The key stays in the environment, never in a file. ${note('ANTHROPIC_API_KEY')}
  # claude: { kind: model, provider: anthropic, model: "<model id>", api_key_env: ANTHROPIC_API_KEY }

  # A model of OpenAI. ${note('OPENAI_API_KEY')}
  # openai: { kind: model, provider: openai, model: "<model id>", api_key_env: OPENAI_API_KEY }

  # A model on this machine or in your network that speaks the OpenAI protocol (Ollama, llama.cpp, …).
  # local: { kind: model, provider: openai-compatible, model: "<model id>", base_url: "http://127.0.0.1:11434/v1" }
${agentNotes(agents)}
# Which agent does what. Roles: planner, producer, preparer, judge, critic, refiner; of designs: generator, critic;
# of pages: builder, evaluator.
# roles: { producer: writer, refiner: writer, judge: claude }

# Where every run ends at the latest. "unlimited" must be written out.
caps:
  iterations: 4
  wall_time_s: 3600
  tokens: 2000000
  cost_usd: 20

# Commands of checks run here: no network, a read-only system, no keys in the environment.
# auto uses bubblewrap and refuses to run commands without it; none runs them unprotected.
# ${bubblewrap === null ? 'bubblewrap was not found here; install the package "bubblewrap".' : 'bubblewrap was found here.'}
sandbox: { kind: auto }

workflows:
  reflex:
    # Where the loop keeps run.json, history.jsonl and artifact.md of every task.
    path: .ai-factory/evolution
    # true: only the threshold of phase B completes a run; false: no blocking rule left is enough.
    require_threshold: false
    # Repairs that a check can make and verify itself come before the agent is asked.
    fixers: true
  design:
    # Where the features are: <path>/<feature>/design/intent.json and what belongs to it.
    path: features
    # The score a design must reach before a person is asked, 70 to 95.
    threshold: 80
    maxIterations: 10
  gan:
    # Where contracts, reports and pictures of pages go.
    path: .moai/sprints
`
}

function agentNotes(agents: Surroundings['agents']): string {
  if (agents.length === 0) return ''
  const names = agents.map(({ name }) => name).join(', ')
  return `
  # Found on this machine: ${names}. They can be used through a small program of kind "command";
  # adapters of their own come later.
`
}
