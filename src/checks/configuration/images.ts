import type { FileKind } from './configuration.ts'
import type { Answer } from '../../obligations/examine.ts'
import { isVersion, sameValue } from './amount.ts'
import { type Fact, factsAt } from './facts.ts'
import { type Looked, seen, textOf } from './look.ts'

/** Images by name and tag, wherever a kind of file names them. */
export function imagesIn(facts: readonly Fact[], kind: FileKind | null) {
  const places: Partial<Record<FileKind, string>> = {
    compose: 'services.*.image',
    kubernetes: '**.image',
    dockerfile: 'FROM',
    gitlab: 'image|*.image|image.name|*.image.name|**.services.*|**.services.*.name',
    workflow: 'jobs.*.services.*.image|jobs.*.container|jobs.*.container.image',
  }
  return factsAt(facts, (kind && places[kind]) ?? '**.image').flatMap((fact) => {
    const stage =
      kind === 'dockerfile'
        ? textOf(fact)
            .replace(/--\S+\s+/g, '')
            .split(/\s/)[0]!
        : textOf(fact)
    const [, name = '', tag] = /^(.*?)(?::([^:/@]+))?(?:@sha256:\w+)?$/.exec(stage) ?? []
    return name === '' || /^\d+$/.test(name)
      ? []
      : [{ fact, name, short: name.split('/').at(-1)!, tag }]
  })
}

/** Whether an image of a Dockerfile is one of its own stages. */
export const isStage = (facts: readonly Fact[], image: Fact): boolean => {
  const own = textOf(image)
    .replace(/--\S+\s+/g, '')
    .split(/\s/)[0]
  return factsAt(facts, 'FROM').some((fact) =>
    new RegExp(`\\sas\\s+${own?.replace(/\W/g, '\\$&')}$`, 'i').test(textOf(fact)),
  )
}

/** Versions of programs where files of the kind name them; null where this kind names none. */
export function versionAnswer(
  { facts, kind }: Looked,
  name: string,
  wanted: string,
): Answer | null {
  const same = sameProduct(name)
  const images = imagesIn(facts, kind).filter(
    // a service of that name with another image is another program
    ({ short, fact }) => same(short) || (kind === 'compose' && same(fact.path[1] ?? '')),
  )
  const keys = factsAt(
    facts,
    `**.${name}-version|**.${name}-version.*|**.matrix.${name}|**.matrix.${name}.*|engines.${name}|**.requires-${name}`,
  ).filter(({ value }) => value !== undefined && !String(value).includes('${{'))
  const versions = [
    ...images.map(({ fact, short, tag }) => ({
      fact,
      version: same(short) ? (tag ?? '') : `${short}:${tag}`,
    })),
    ...keys.map((fact) => ({ fact, version: textOf(fact) })),
  ]
  if (versions.length === 0) return null
  const match = versions.find(
    ({ version }) => isVersion(version, wanted) || sameValue(version, wanted, ''),
  )
  const others = versions.map(({ version }) => version || 'no version').join(', ')
  return seen(match?.fact, `${name} ${wanted} is there`, `${name} has ${others}, not ${wanted}`)
}

/** Names under which one product goes. */
export const sameProduct = (name: string) => {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/\.?js$/, '')
      .replace(/^postgresql$|^postgis$/, 'postgres')
      .replace(/^mongodb$/, 'mongo')
      .replace(/^golang$/, 'go')
      .replace(/^(?:openjdk|temurin|eclipse-temurin)$/, 'java')
  return (other: string): boolean => plain(other) === plain(name)
}
