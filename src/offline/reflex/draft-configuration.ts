import { formatAskedFor } from '../../checks/configuration/detect-format.ts'
import { kindsAskedFor } from '../../checks/configuration/kind.ts'
import { settingsKeyOf, vocabularyOf } from '../../checks/configuration/vocabulary.ts'
import type { Demand } from '../../obligations/demand.ts'
import { readDemands } from '../../obligations/read.ts'

type Task = { readonly prompt: string; readonly ideal_result: string }
type Value = string | number | boolean | null
type Setting = { readonly key: string; readonly value: Value }
type Plan = {
  readonly format: 'env' | 'toml' | 'json' | 'yaml'
  readonly settings: readonly Setting[]
}

/** Whether every demand of the task can be read and made without a model; else what could not. */
export function canDraftConfiguration(
  task: Task,
): { readonly ok: true } | { readonly cannot: string } {
  const plan = planOf(task)
  return 'cannot' in plan ? plan : { ok: true }
}

/** The settings that the task names with their values, in the format it names, and nothing else. */
export function draftConfiguration(task: Task): string {
  const plan = planOf(task)
  if ('cannot' in plan) return `${plan.cannot}\n`
  const { format, settings } = plan
  const pairs = settings.map(({ key, value }) => [key, value] as const)
  switch (format) {
    case 'env':
      return pairs.map(([key, value]) => `${key}=${envValue(value)}\n`).join('')
    case 'toml':
      return tomlOf(settings)
    case 'json':
      return `${JSON.stringify(treeOf(settings), null, 2)}\n`
    case 'yaml':
      return `${yamlOf(treeOf(settings), 0).join('\n')}\n`
  }
}

function planOf(task: Task): Plan | { readonly cannot: string } {
  const text = `${task.prompt}\n${task.ideal_result}`
  const { sentences, demands } = readDemands(text, vocabularyOf(text, null))
  const unread = sentences.find(({ account }) => account === 'rest')
  if (unread !== undefined)
    return {
      cannot: `the words "${unread.rest.join(' ')}" in "${unread.text}" cannot be read without a model`,
    }
  const format = formatOf(text)
  if (format === null)
    return {
      cannot:
        'the task names no format that can be drafted without a model (.env, JSON, YAML, TOML)',
    }
  const settings: Setting[] = []
  for (const demand of demands) {
    const made = settingOf(demand)
    if (made === null) return { cannot: `"${demand.quote}" cannot be made without a model` }
    settings.push(...made)
  }
  return settings.length === 0
    ? { cannot: 'the task names no setting with its value' }
    : { format, settings }
}

/** A kind of file with rules of its own is more than its settings; only lists of settings are drafted. */
function formatOf(text: string): Plan['format'] | null {
  const kind = kindsAskedFor(text)[0]?.kind
  if (kind === 'env') return 'env'
  if (kind === 'tsconfig' || kind === 'prettier') return 'json'
  if (kind !== undefined) return null
  const asked = formatAskedFor(text)
  if (asked === 'jsonc') return 'json'
  return asked === 'json' || asked === 'toml' || asked === 'yaml' || asked === 'env' ? asked : null
}

function settingOf({ check, negated }: Demand): readonly Setting[] | null {
  if (check.type === 'topic') return []
  if (check.type === 'name' && (check.role === 'kind' || (negated && check.name === 'secrets')))
    return []
  if (check.type !== 'value' || negated) return null
  const key = settingsKeyOf(check.name)
  return key === null ? null : [{ key, value: check.value }]
}

const envValue = (value: Value): string =>
  /[\s#"']/.test(String(value)) ? JSON.stringify(String(value)) : String(value)

type Tree = { [key: string]: Value | Tree }

function treeOf(settings: readonly Setting[]): Tree {
  const root: Tree = {}
  for (const { key, value } of settings) {
    const parts = key.split('.')
    let node = root
    for (const part of parts.slice(0, -1)) {
      const inner = node[part]
      const next: Tree = typeof inner === 'object' && inner !== null ? inner : {}
      node[part] = next
      node = next
    }
    node[parts.at(-1)!] = value
  }
  return root
}

const yamlOf = (tree: Tree, depth: number): readonly string[] =>
  Object.entries(tree).flatMap(([key, value]) => {
    const indent = '  '.repeat(depth)
    return typeof value === 'object' && value !== null
      ? [`${indent}${key}:`, ...yamlOf(value, depth + 1)]
      : [`${indent}${key}: ${typeof value === 'string' ? JSON.stringify(value) : String(value)}`]
  })

function tomlOf(settings: readonly Setting[]): string {
  const tables = Map.groupBy(settings, ({ key }) => key.split('.').slice(0, -1).join('.'))
  const sorted = [...tables].toSorted(([one], [other]) => Number(one !== '') - Number(other !== ''))
  return sorted
    .map(([table, own]) =>
      [
        ...(table === '' ? [] : [`[${table}]`]),
        ...own.map(({ key, value }) => `${key.split('.').at(-1)} = ${JSON.stringify(value)}`),
        '',
      ].join('\n'),
    )
    .join('\n')
}
