/** Command lines that Loopwright can drive by itself. */
export const cliKinds = ['claude', 'codex', 'gemini', 'opencode', 'copilot'] as const
export type CliKind = (typeof cliKinds)[number]

/** What must be known of a command line before it is started. Paths are below the home. */
export type KnownAgent = {
  readonly title: string
  readonly package: string
  /** Any of these shows that somebody is logged in; they are shown to the agent, which may renew them. */
  readonly logins: readonly string[]
  /** Any of these variables is a login too. */
  readonly keys: readonly string[]
  readonly howToLogIn: string
  /** Settings that say which provider and model are meant; the agent may read them. */
  readonly settings: readonly string[]
  /** Variables beside the keys that it may see. */
  readonly env: readonly string[]
  /** The version whose events were recorded; others may speak otherwise. */
  readonly tried: string
}

/** How programs find their provider behind a company's proxy. */
const proxies = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
]

export const knownAgents: Readonly<Record<CliKind, KnownAgent>> = {
  claude: {
    title: 'Claude Code',
    package: '@anthropic-ai/claude-code',
    logins: ['.claude/.credentials.json'],
    keys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
    howToLogIn: 'run claude once and type /login, or set ANTHROPIC_API_KEY',
    settings: ['.claude/settings.json'],
    env: [...proxies, 'ANTHROPIC_BASE_URL', 'ANTHROPIC_MODEL', 'ANTHROPIC_CUSTOM_HEADERS'],
    tried: '2.1.328',
  },
  codex: {
    title: 'Codex',
    package: '@openai/codex',
    logins: ['.codex/auth.json'],
    keys: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
    howToLogIn: 'run codex login, or set OPENAI_API_KEY',
    settings: ['.codex/config.toml'],
    env: [...proxies, 'OPENAI_BASE_URL'],
    tried: '0.169.0',
  },
  gemini: {
    title: 'Gemini CLI',
    package: '@google/gemini-cli',
    logins: ['.gemini/oauth_creds.json', '.gemini/google_accounts.json'],
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    howToLogIn: 'run gemini once and choose how to log in, or set GEMINI_API_KEY',
    settings: ['.gemini/settings.json'],
    env: [
      ...proxies,
      'GOOGLE_GEMINI_BASE_URL',
      'GOOGLE_GENAI_USE_VERTEXAI',
      'GOOGLE_GENAI_USE_GCA',
      'GOOGLE_CLOUD_PROJECT',
      'GOOGLE_CLOUD_LOCATION',
    ],
    tried: '0.61.0',
  },
  opencode: {
    title: 'opencode',
    package: 'opencode-ai',
    logins: ['.local/share/opencode/auth.json'],
    keys: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'OPENROUTER_API_KEY'],
    howToLogIn: 'run opencode auth login, or set the key of your provider',
    settings: ['.config/opencode/opencode.json', '.config/opencode/opencode.jsonc'],
    env: [...proxies, 'OPENCODE_CONFIG', 'OPENCODE_MODELS_URL', 'OPENCODE_DISABLE_MODELS_FETCH'],
    tried: '1.18.33',
  },
  copilot: {
    title: 'GitHub Copilot',
    package: '@github/copilot',
    logins: ['.copilot/config.json'],
    keys: ['COPILOT_GITHUB_TOKEN', 'COPILOT_PROVIDER_API_KEY'],
    howToLogIn: 'run copilot once and type /login, or set COPILOT_GITHUB_TOKEN',
    // what it unpacked at its first start
    settings: ['.cache/copilot', '.copilot/settings.json'],
    env: [
      ...proxies,
      'COPILOT_PROVIDER_BASE_URL',
      'COPILOT_PROVIDER_TYPE',
      'COPILOT_MODEL',
      'COPILOT_OFFLINE',
    ],
    tried: '1.0.102',
  },
}
