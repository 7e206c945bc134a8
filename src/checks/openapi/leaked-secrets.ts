import { findSecrets, type Secret } from '../secrets/find-secrets.ts'
import type { Issue } from './issue.ts'
import { children } from './json.ts'
import type { Node } from './json.ts'
import type { Spec } from './spec.ts'

// descriptions show test keys, tokens that anybody can read and addresses of examples
const isHarmless = ({ kind, masked }: Secret): boolean =>
  /^(?:JSON Web Token|password in an address)$/.test(kind) || masked.startsWith('sk_test_')

/** Credentials that were written into a description, an example or a default. */
export function leakedSecrets(spec: Spec): readonly Issue[] {
  if (findSecrets(spec.source).every(isHarmless)) return []
  const issues: Issue[] = []
  const open: Node[] = [{ value: spec.root, pointer: '' }]
  for (let node = open.pop(); node !== undefined && issues.length < 50; node = open.pop()) {
    const found =
      typeof node.value === 'string'
        ? findSecrets(node.value).find((secret) => !isHarmless(secret))
        : undefined
    if (found !== undefined)
      issues.push({
        pointer: node.pointer,
        message: `A credential (${found.kind}, ${found.masked}) is written into the description`,
      })
    open.push(...children(node))
  }
  return issues
}
