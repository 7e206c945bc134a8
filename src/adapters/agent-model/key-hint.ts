import type { ModelProvider } from './connect-model.ts'

/** Where each provider's key is looked for when the caller does not say. */
export const defaultKeyHint = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  'openai-compatible': '`api_key_env` of this agent in loopwright.yaml',
} as const satisfies Record<ModelProvider, string>
