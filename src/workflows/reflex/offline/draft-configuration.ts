import type { Format } from '../../../checks/configuration/configuration.ts'
import { formatAskedFor } from '../../../checks/configuration/detect-format.ts'
import { describeKey } from '../../../checks/configuration/describe-key.ts'
import { guessValue } from '../../../checks/configuration/guess-value.ts'
import { keysAskedFor } from '../../../checks/configuration/keys-asked-for.ts'

type Tree = Map<string, Tree | null>
type Task = { readonly prompt: string; readonly ideal_result: string }

/**
 * A first draft of a configuration: every key the task names, in the format it names, without values.
 * Values, notes and safe defaults come from the fixers of the rules, so each can be traced to a rule.
 */
export function draftConfiguration(task: Task): string {
  const named = keysAskedFor(task)
  const format = formatOf(task, named)
  const keys = named.length > 0 ? named : usualKeys(format)
  switch (format) {
    case 'env':
      return `${unique(keys.map((key) => variable(key)))
        .map((key) => `${key}=`)
        .join('\n')}\n`
    case 'toml':
      return tomlOf(treeOf(keys))
    case 'json':
      return jsonOf(treeOf(keys), keys)
    case 'yaml':
      return `${yamlOf(treeOf(keys), 0).join('\n')}\n`
  }
}

type Draftable = 'env' | 'toml' | 'json' | 'yaml'

function formatOf(task: Task, keys: readonly string[]): Draftable {
  const asked: Format | null = formatAskedFor(`${task.prompt}\n${task.ideal_result}`)
  if (asked === 'json' || asked === 'jsonc') return 'json'
  if (asked === 'toml' || asked === 'yaml' || asked === 'env') return asked
  // without a word on the format, names in capitals mean environment variables
  const shouted = keys.filter((key) => /^[A-Z][A-Z0-9_]*$/.test(key)).length
  return shouted * 2 >= keys.length ? 'env' : 'yaml'
}

const usualKeys = (format: Draftable): readonly string[] =>
  format === 'env' ? ['PORT', 'HOST', 'LOG_LEVEL'] : ['server.port', 'server.host', 'logging.level']

const unique = (keys: readonly string[]): readonly string[] => [...new Set(keys)]

const variable = (key: string): string =>
  key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase()

function treeOf(keys: readonly string[]): Tree {
  const root: Tree = new Map()
  for (const key of keys) {
    let node = root
    const parts = key.split('.')
    for (const [index, part] of parts.entries()) {
      const known = node.get(part)
      if (index === parts.length - 1) {
        if (known === undefined) node.set(part, null)
        break
      }
      const next: Tree = known ?? new Map<string, Tree | null>()
      node.set(part, next)
      node = next
    }
  }
  return root
}

const yamlOf = (tree: Tree, depth: number): readonly string[] =>
  [...tree].flatMap(([key, inner]) => [
    `${'  '.repeat(depth)}${key}:`,
    ...(inner === null ? [] : yamlOf(inner, depth + 1)),
  ])

function tomlOf(tree: Tree): string {
  const lines: string[] = []
  const write = (node: Tree, path: readonly string[]) => {
    const values = [...node].filter(([, inner]) => inner === null)
    if (path.length > 0 && values.length > 0)
      lines.push(...(lines.length > 0 ? [''] : []), `[${path.join('.')}]`)
    for (const [key] of values) lines.push(`${key} = ""`)
    for (const [key, inner] of node) if (inner !== null) write(inner, [...path, key])
  }
  write(tree, [])
  return `${lines.join('\n')}\n`
}

// JSON cannot hold notes, so the keys are explained in a table beside it
function jsonOf(tree: Tree, keys: readonly string[]): string {
  const plain = (node: Tree): Record<string, unknown> =>
    Object.fromEntries([...node].map(([key, inner]) => [key, inner === null ? null : plain(inner)]))
  const rows = unique(keys).map(
    (key) => `| \`${key.split('.').at(-1)}\` | ${describeKey(key, undefined)} |`,
  )
  // a key whose name tells nothing becomes a variable, which needs its own row
  const rest = unique(keys.flatMap((key) => /^\$\{(\w+)\}$/.exec(guessValue(key))?.[1] ?? []))
  return [
    '# Configuration',
    '',
    '```json',
    JSON.stringify(plain(tree), null, 2),
    '```',
    '',
    '| Key | Meaning |',
    '| --- | --- |',
    ...rows,
    ...rest.map((name) => `| \`${name}\` | ${describeKey(name, undefined)} |`),
    '',
  ].join('\n')
}
