import { foundIn, keyword, ownKeyword, plainWords, type Keyword } from './find-words.ts'

/** Where a mistake opens a door: only the strongest proposer may try. */
export const securityStops: readonly Keyword[] = [
  keyword(
    'authentication',
    'authenticat*',
    'log ?in flow',
    'sign ?in flow',
    '(?:two|multi) factor',
  ),
  keyword('authorisation', 'authori[sz](?:e|es|ed|ing|ation)', 'access controls?'),
  keyword('password', 'passwords?', 'passphrases?'),
  keyword('cryptography', '(?:en|de)crypt*', 'crypto(?:graph*)?', 'ciphers?'),
  keyword('credentials', 'credentials?', 'api (?:key|secret)s?'),
  keyword('private key', '(?:private|secret|signing) keys?'),
  keyword('access token', '(?:access|refresh|session|bearer|auth) tokens?', 'jwts?'),
  keyword('single sign-on', 'oauth ?2?', 'openid', 'saml', 'sso', 'single sign on'),
  keyword('injection', '(?:sql|command|code|shell) injections?'),
  keyword('cross-site attack', 'xss', 'csrf', 'cross site'),
  keyword('payment', 'payments?', 'credit cards?', 'pci'),
  keyword('vulnerability', 'vulnerab*', 'exploits?', 'privilege escalations?'),
]

/** Where a mistake is expensive to take back. */
export const architectureStops: readonly Keyword[] = [
  keyword('system architecture', '(?:system|software|service) architectures?', 'rearchitect*'),
  keyword('microservices', 'micro ?services?'),
  keyword('distributed system', 'distributed (?:systems?|transactions?|locks?)'),
  keyword(
    'schema migration',
    '(?:schema|database|data) migrations?',
    'migrat(?:e|es|ing) the (?:database|schema|data)',
    'database schemas?',
  ),
  keyword('breaking change', 'breaking(?: api)? changes?', 'backwards? incompatible'),
  keyword('event sourcing', 'event sourc*', 'cqrs'),
  keyword('multi-tenancy', 'multi ?tenan*'),
  keyword('consensus', 'consensus', 'sharding', 'replication', 'leader elections?'),
]

export type HardStops = {
  readonly security: readonly string[]
  readonly architecture: readonly string[]
  readonly own: readonly string[]
}

/** The keywords that call for the strongest proposer, by name: 12 of security, 8 of architecture, and one's own. */
export function hardStopsIn(text: string, own: readonly string[] = []): HardStops {
  const words = plainWords(text)
  return {
    security: foundIn(words, securityStops),
    architecture: foundIn(words, architectureStops),
    own: foundIn(words, own.map(ownKeyword)),
  }
}
