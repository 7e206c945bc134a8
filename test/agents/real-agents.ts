import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type CliKind, knownAgents } from '../../src/model/known-agents.ts'

const cache =
  process.env['LOOPWRIGHT_AGENTS'] ?? join(import.meta.dirname, '..', '..', '.cache', 'agents')

const acp = { package: '@agentclientprotocol/claude-agent-acp' }

/** The folder with the real program, installed by its name from the registry where it is not there yet. */
export const installed = (kind: CliKind | 'acp'): string =>
  join(fetched(kind, (kind === 'acp' ? acp : knownAgents[kind]).package), '.bin')

/** The modules of a package. It appears whole: others may look for it while it is fetched, or die with it half there. */
export function fetched(name: string, packageName: string): string {
  const folder = join(cache, name)
  const modules = join(folder, 'node_modules')
  if (existsSync(folder)) return modules
  mkdirSync(cache, { recursive: true })
  const fresh = mkdtempSync(`${folder}-`)
  const { status, stderr } = spawnSync(
    'npm',
    [
      'install',
      '--prefix',
      fresh,
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      `${packageName}@latest`,
    ],
    { cwd: fresh, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`${name} could not be installed: ${stderr}`)
  try {
    renameSync(fresh, folder)
  } catch {
    rmSync(fresh, { recursive: true })
  }
  return modules
}

const key = 'sk-test-0123456789abcdef'

/** Variables that point an agent at a model on this machine. */
const pointers: Readonly<Record<CliKind, (url: string) => Readonly<Record<string, string>>>> = {
  claude: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key }),
  codex: () => ({ OPENAI_API_KEY: key }),
  gemini: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key }),
  // it asks the network for a list of models otherwise, and waits
  opencode: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1' }),
  copilot: (url) => ({
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_API_KEY: key,
    COPILOT_MODEL: 'm',
    COPILOT_OFFLINE: 'true',
  }),
}

/** Settings in the home that do the same. */
const settings: Readonly<Record<string, (url: string) => string>> = {
  '.codex/config.toml': (url) =>
    `model = "gpt-5"\nmodel_provider = "local"\n[model_providers.local]\nname = "local"\nbase_url = "${url}/v1"\nenv_key = "OPENAI_API_KEY"\nwire_api = "responses"\nrequest_max_retries = 0\nstream_max_retries = 0\n`,
  '.gemini/settings.json': () =>
    JSON.stringify({ security: { auth: { selectedType: 'gemini-api-key' } } }),
  '.config/opencode/opencode.json': (url) =>
    JSON.stringify({
      model: 'local/m',
      provider: {
        local: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${url}/v1`, apiKey: key },
          models: { m: { name: 'm' } },
        },
      },
    }),
  // what opencode shows of a login; the key above is what it uses
  '.local/share/opencode/auth.json': () => '{}',
}

export type Machine = {
  readonly home: string
  readonly env: Readonly<Record<string, string>>
  remove(): void
}

/** The home and the environment of somebody who has these agents and is logged in to a model at this address. */
export function machineWith(kinds: readonly (CliKind | 'acp')[], url: string): Machine {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'home-')))
  for (const [path, text] of Object.entries(settings)) {
    mkdirSync(join(home, dirname(path)), { recursive: true })
    writeFileSync(join(home, path), text(url))
  }
  const bins = kinds.map(installed)
  const given = kinds.map((kind) => pointers[kind === 'acp' ? 'claude' : kind](url))
  return {
    home,
    env: Object.assign(
      {
        PATH: [...bins, dirname(process.execPath), '/usr/bin', '/bin'].join(':'),
        HOME: home,
        LANG: 'C.UTF-8',
        NO_COLOR: '1',
      },
      ...given,
    ),
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
