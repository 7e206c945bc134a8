import { keyword, type Keyword } from './find-words.ts'

type Weighted = Keyword & { readonly adds: number }

const adding = (adds: number, ...keywords: readonly Keyword[]): readonly Weighted[] =>
  keywords.map((each) => ({ ...each, adds }))

type Wordy = 'codeComplexity' | 'securityImplications' | 'architecturalImpact' | 'reasoningDepth'

type Known = { readonly baseline: number; readonly words: readonly Weighted[] }

/** Words that make a factor larger than its baseline. Each counts once. */
export const factorWords: Readonly<Record<Wordy, Known>> = {
  codeComplexity: {
    baseline: 0.1,
    words: [
      ...adding(
        0.3,
        keyword('algorithm'),
        keyword('concurrency', 'concurren*', 'race conditions?', 'deadlocks?'),
        keyword('distributed'),
      ),
      ...adding(
        0.2,
        keyword('parser', 'pars(?:e|es|er|ers|ing)'),
        keyword('state machine', 'state machines?'),
        keyword('recursion', 'recurs*'),
        keyword('transaction'),
        keyword('streaming', 'stream(?:s|ing)?'),
        keyword('performance', 'performance', 'optimi[sz]*'),
        keyword('refactoring', 'refactor*', 'rewrit*'),
        keyword('integration', 'integrat*'),
      ),
      ...adding(
        0.15,
        keyword('asynchronous', 'async*', 'promises?', 'queues?'),
        keyword('caching', 'cach(?:e|es|ed|ing)'),
        keyword('several cases', 'edge cases?', 'error handling'),
        keyword('real time', 'real time', 'web ?sockets?'),
      ),
      ...adding(
        0.1,
        keyword('regular expression', 'regex*', 'regular expressions?'),
        keyword('validation', 'validat*'),
      ),
    ],
  },
  securityImplications: {
    baseline: 0.2,
    words: [
      ...adding(
        0.4,
        keyword('authentication', 'authenticat*', 'oauth ?2?', 'sso'),
        keyword('authorisation', 'authori[sz]*', 'access controls?'),
        keyword('cryptography', '(?:en|de)crypt*', 'crypto(?:graph*)?'),
        keyword('vulnerability', 'vulnerab*', 'exploits?', 'xss', 'csrf', '\\p{L}+ injections?'),
      ),
      ...adding(
        0.3,
        keyword('password', 'passwords?', 'credentials?'),
        keyword('secret', 'secrets?', '(?:private|api) keys?'),
        keyword('token', '(?:access|refresh|session|bearer|auth) tokens?', 'jwts?'),
        keyword('payment', 'payments?', 'credit cards?'),
        keyword('personal data', 'personal data', 'pii', 'gdpr'),
      ),
      ...adding(
        0.15,
        keyword('permission', 'permissions?', 'roles?'),
        keyword('session', 'sessions?', 'cookies?'),
        keyword('sanitising', 'saniti[sz]*', 'escap(?:e|es|ed|ing)'),
        keyword('upload', 'uploads?', 'untrusted', 'user input'),
        keyword('cors', 'cors', 'rate limit*'),
      ),
    ],
  },
  architecturalImpact: {
    baseline: 0.2,
    words: [
      ...adding(
        0.3,
        keyword('architecture', 'architect*', 'rearchitect*'),
        keyword('breaking change', 'breaking', 'backwards? (?:in)?compatib*'),
        keyword('migration', 'migrat*'),
        keyword('distributed system', 'micro ?services?', 'distributed', 'multi ?tenan*'),
      ),
      ...adding(
        0.2,
        keyword('database', 'databases?', 'schemas?', 'tables?'),
        keyword('protocol', 'protocols?', 'wire formats?'),
        keyword('framework', 'frameworks?', 'plug ?ins?'),
        keyword('public interface', 'public (?:api|interface)s?', 'endpoints?'),
        keyword('restructuring', 'restructur*', 'reorgani[sz]*', 'decoupl*'),
      ),
      ...adding(
        0.1,
        keyword('api', 'apis?'),
        keyword('module', 'modules?', 'packages?', 'layers?'),
        keyword('dependency', 'dependenc*'),
        keyword('configuration', 'configur*'),
      ),
    ],
  },
  reasoningDepth: {
    baseline: 0.3,
    words: [
      ...adding(
        0.2,
        keyword('investigation', 'investigat*', 'root causes?', 'diagnos*'),
        keyword('trade-off', 'trade ?offs?', 'compromis*'),
        keyword('unclear', 'unclear', 'ambigu*', 'figure out', 'research'),
        keyword('proof', 'prov(?:e|es|en|ing)', 'invariants?', 'correctness'),
      ),
      ...adding(
        0.15,
        keyword('decision', 'decid(?:e|es|ed|ing)', 'decisions?', 'design(?:s|ed|ing)?'),
        keyword('debugging', 'debug*'),
        keyword('edge case', 'edge cases?', 'corner cases?'),
        keyword('algorithm'),
        keyword('optimising', 'optimi[sz]*', 'heuristics?'),
        keyword('consistency', 'consisten*', 'conflict*'),
      ),
      ...adding(
        0.1,
        keyword('comparison', 'compar(?:e|es|ed|ing|ison)'),
        keyword('several steps', 'steps', 'phases?', 'strateg*'),
      ),
    ],
  },
}
