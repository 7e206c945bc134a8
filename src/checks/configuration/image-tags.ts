import type { Finding } from '../../model/finding.ts'
import type { Entry, Unit } from './configuration.ts'
import { findingAtEntry } from './configuration-check.ts'

/** Images and actions that move under their users: `latest`, no tag at all, or a branch. */
export function imageFindings(unit: Unit): readonly Finding[] {
  const stages = new Set(
    unit.format === 'dockerfile'
      ? unit.entries.flatMap(({ key, raw }) =>
          key === 'FROM' ? [/\sas\s+(\S+)\s*$/i.exec(raw)?.[1] ?? ''] : [],
        )
      : [],
  )
  return unit.entries.flatMap((entry) => {
    const problem = problemOf(entry, unit, stages)
    return problem === null ? [] : [findingAtEntry(entry, unit, problem)]
  })
}

function problemOf(entry: Entry, unit: Unit, stages: ReadonlySet<string>): string | null {
  if (unit.format === 'dockerfile' && entry.key === 'FROM') {
    const image = entry.raw.replace(/--\S+\s+/g, '').split(/\s/)[0] ?? ''
    return image === 'scratch' || stages.has(image) ? null : movingTag(image)
  }
  if (typeof entry.value !== 'string') return null
  if (
    entry.key === 'image' &&
    (unit.platform === 'compose' ||
      unit.platform === 'kubernetes' ||
      unit.platform === 'actions' ||
      /[/:]/.test(entry.value))
  ) {
    const builtHere =
      unit.platform === 'compose' &&
      unit.entries.some(({ path }) => path.at(-1) === 'build' && path.at(-2) === entry.path.at(-2))
    return builtHere ? null : movingTag(entry.value)
  }
  if (unit.platform === 'actions' && entry.key === 'uses' && !/^(?:\.|docker:)/.test(entry.value)) {
    const version = entry.value.split('@')[1]
    return version === undefined || /^(?:main|master|latest|develop|head)$/i.test(version)
      ? `${entry.value} moves with its branch; pin a version`
      : null
  }
  return null
}

function movingTag(image: string): string | null {
  if (image.includes('@sha256:') || image.includes('$') || image === '') return null
  const tag = /:([\w.-]+)$/.exec(image.split('/').at(-1)!)?.[1]
  if (tag === undefined) return `${image} names no version, so it means latest`
  return /^(?:latest|edge|nightly|dev|main|master)$/i.test(tag)
    ? `${image} moves; pin a version`
    : null
}
