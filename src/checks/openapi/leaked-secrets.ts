import type { Issue } from './issue.ts'
import { children } from './json.ts'
import type { Node } from './json.ts'
import type { Spec } from './spec.ts'

// forms that only real credentials have; test keys and documented examples are harmless
const secret =
  /\b(?:sk|rk)_live_[0-9A-Za-z]{10,99}|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[0-9A-Za-z]{30,99}|\bxox[abprs]-[0-9A-Za-z-]{10,99}|\bAIza[0-9A-Za-z_-]{35}\b|-----BEGIN (?:[A-Z]{2,10} )?PRIVATE KEY-----/
const harmless = /example|sample|dummy|xxxx|0000000|1234567/i

/** Credentials that were written into a description, an example or a default. */
export function leakedSecrets(spec: Spec): readonly Issue[] {
  if (!secret.test(spec.source)) return []
  const issues: Issue[] = []
  const open: Node[] = [{ value: spec.root, pointer: '' }]
  for (let node = open.pop(); node !== undefined && issues.length < 50; node = open.pop()) {
    const found = typeof node.value === 'string' ? secret.exec(node.value)?.[0] : undefined
    if (found !== undefined && !harmless.test(found))
      issues.push({
        pointer: node.pointer,
        message: `A credential (${found.slice(0, 8)}…) is written into the description`,
      })
    open.push(...children(node))
  }
  return issues
}
