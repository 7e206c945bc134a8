import { readNamed, readNamedText } from '../../engine/read-named.ts'
import { isThere } from '../../engine/user-files.ts'
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { basename, isAbsolute, relative, resolve } from 'node:path'
import type { Workspace } from '../../ports/workspace.ts'
import { rubricVersion } from '../../checks/design/criticise.ts'
import { type AsyncResult, ok, usageError } from '../../model/result.ts'
import type { Exam } from '../../obligations/exam.ts'
import type { Agent } from '../../ports/agent.ts'
import { type DesignSetup, type PromptTemplate, type SentTemperature, Threshold } from './events.ts'
import { type DesignRole, designRoles } from './steps/bench.ts'
import { modelName } from './steps/guard.ts'
import { filesOf } from './places.ts'

type DesignAgents = Readonly<Record<DesignRole, Agent>>

export type DesignOptions = {
  readonly requirements?: string | undefined
  readonly threshold?: number | undefined
  readonly maxIterations?: number | undefined
}

export type Requirements = { readonly path: string; readonly text: string }

const mostRequirementBytes = 1_000_000

/** The requirements: the file that was named, or requirements.md in the feature's folder. */
export async function readRequirements(
  workspace: Workspace,
  name: string,
  named: string | undefined,
): AsyncResult<Requirements> {
  const usual = resolve(filesOf(workspace, name).feature, 'requirements.md')
  const path = named === undefined ? usual : resolve(workspace.cwd, named)
  const bytes = await readNamed(workspace, path, {
    missing: named === undefined ? 'there are no requirements' : 'there is no such file',
    todo: `name them: loopwright design start ${name} requirements.md`,
  })
  if (!bytes.ok) return bytes
  const wrong = (what: string) =>
    usageError(what, 'name a Markdown document', workspace.relative(path))
  if (bytes.value.byteLength > mostRequirementBytes)
    return wrong('the requirements are larger than 1 MB')
  const text = bytes.value.toString('utf8')
  if (text.includes('\0') || !isUtf8(bytes.value)) return wrong('the requirements are not text')
  if (text.trim() === '') return wrong('the requirements are empty')
  return ok({ path: workspace.relative(path), text })
}

/** All that a run is bound to, gathered before its first step. */
export async function prepareSetup(
  workspace: Workspace,
  featureId: string,
  given: {
    readonly agents: DesignAgents
    readonly options: DesignOptions
    readonly requirements: Requirements
    readonly exam: Exam
  },
): AsyncResult<DesignSetup> {
  const { agents, options, requirements } = given
  const config = workspace.config.workflows.design
  const threshold = Threshold.safeParse(options.threshold ?? config.threshold)
  if (!threshold.success)
    return usageError(
      `the threshold is ${options.threshold}; it must be from 70 to 95`,
      'leave it out for 80',
    )
  const promptTemplates = await findPrompts(workspace)
  if (!promptTemplates.ok) return promptTemplates
  const temperature = await temperatures(agents)
  if (!temperature.ok) return temperature
  return ok({
    featureId,
    requirements: {
      path: requirements.path,
      sha256: await workspace.blobs.put(requirements.text),
      exam: await workspace.blobs.put(JSON.stringify(given.exam)),
    },
    threshold: threshold.data,
    maxIterations: options.maxIterations ?? config.maxIterations,
    agentTimeoutMs: config.agentTimeoutMs,
    stagnationCount: config.stagnationCount,
    strictTermination: config.strictTermination,
    strictDeterminism: config.strictDeterminism,
    contractRetries: config.contractRetries,
    fixers: config.fixers,
    caps: workspace.config.caps,
    rubricVersion,
    agents: { generator: { ...agents.generator.identity }, critic: { ...agents.critic.identity } },
    models: {
      generator: modelName(agents.generator.identity),
      critic: modelName(agents.critic.identity),
    },
    temperature: temperature.value,
    promptTemplates: promptTemplates.value,
  })
}

/** What is really sent: programs of one's own decide for themselves, and the rest is asked. */
async function temperatures(
  agents: DesignAgents,
): AsyncResult<Record<DesignRole, SentTemperature>> {
  const sent = async (agent: Agent): Promise<SentTemperature> =>
    agent.sentTemperature
      ? await agent.sentTemperature()
      : agent.identity.kind === 'offline' || agent.identity.kind === 'scripted'
        ? 0
        : 'unsupported'
  const result = { generator: await sent(agents.generator), critic: await sent(agents.critic) }
  const warm = designRoles.find((role) => result[role] !== 0 && result[role] !== 'unsupported')
  if (warm === undefined) return ok(result)
  return usageError(
    `the agent of the role "${warm}" has a temperature of ${result[warm]}; a design run needs 0`,
    `set temperature: 0, or bind the role to another agent`,
    'loopwright.yaml',
  )
}

const packaged: Readonly<Record<DesignRole, string>> = {
  generator: 'templates/prompts/design-generator-v1.0.0.txt',
  critic: 'templates/prompts/design-critic-v1.0.0.txt',
}
const fromPackage = 'loopwright:'

/** A template of the workspace wins over the one that comes with the package. */
async function findPrompts(
  workspace: Pick<Workspace, 'config' | 'packageText' | 'root' | 'relative' | 'cwd'>,
): AsyncResult<Record<DesignRole, PromptTemplate>> {
  const generator = await findPrompt(workspace, 'generator')
  if (!generator.ok) return generator
  const critic = await findPrompt(workspace, 'critic')
  return critic.ok ? ok({ generator: generator.value, critic: critic.value }) : critic
}

async function findPrompt(
  workspace: Pick<Workspace, 'config' | 'packageText' | 'root' | 'relative' | 'cwd'>,
  role: DesignRole,
): AsyncResult<PromptTemplate> {
  const configured = workspace.config.workflows.design.prompts[role]
  const path =
    configured ??
    (isThere(resolve(workspace.root, packaged[role]))
      ? packaged[role]
      : `${fromPackage}${packaged[role]}`)
  const text = await readPrompt(workspace, path)
  const wrong = (what: string, todo: string) => usageError(what, todo, path)
  if (text === null) return wrong(`the ${role}'s prompt cannot be read`, 'correct the path')
  const [, version] = /-v(\d+\.\d+\.\d+)\.\w+$/.exec(basename(path)) ?? []
  if (version === undefined)
    return wrong(
      `the ${role}'s prompt has no version in its name`,
      'call it such as design-generator-v1.0.0.txt',
    )
  return ok({ path, version, sha256: createHash('sha256').update(text).digest('hex') })
}

/** The template as it is now; null where it cannot be read, or would lie outside the workspace. */
export async function readPrompt(
  workspace: Pick<Workspace, 'packageText' | 'root' | 'relative' | 'cwd'>,
  path: string,
): Promise<string | null> {
  const inside = relative(workspace.root, resolve(workspace.root, path))
  if (path.startsWith(fromPackage)) return workspace.packageText(path.slice(fromPackage.length))
  if (isAbsolute(inside) || inside.startsWith('..')) return null
  const text = await readNamedText(workspace, resolve(workspace.root, path))
  return text.ok ? text.value : null
}
