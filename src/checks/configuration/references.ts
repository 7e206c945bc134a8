import type { Finding } from '../../model/finding.ts'
import { type FileKind, pointerOf, type Unit } from './configuration.ts'
import { type Fact, factsAt, factsOf } from './facts.ts'
import { textOf } from './look.ts'

/** Names that a file must define itself: where they are used, and where they are defined. */
const names: Partial<Record<FileKind, readonly (readonly [string, string, string])[]>> = {
  compose: [
    ['service', 'services.*.depends_on.*', 'services'],
    ['network', 'services.*.networks.*', 'networks'],
  ],
  workflow: [['job', 'jobs.*.needs.*', 'jobs']],
}

/** What the reader of a file refuses because one part of it does not fit another. */
export function referenceFindings(unit: Unit): readonly Finding[] {
  const { kind, problems } = unit
  if (kind === null || problems.length > 0) return []
  const facts = factsOf(unit, kind)
  if (kind === 'kubernetes') return selectorFindings(facts)
  if (factsAt(facts, 'include|include.*|services.*.extends').length > 0) return []
  return (names[kind] ?? []).flatMap(([what, used, top]) => {
    const defined = new Set(facts.flatMap(({ path }) => (path[0] === top ? [path[1]] : [])))
    return factsAt(facts, used)
      .filter(({ path }) => !/^\d/.test(path[3] ?? '') && !path[3]?.includes('$'))
      .filter(({ path }) => path[3] !== 'default' && !defined.has(path[3]))
      .map((fact) => findingAt(fact, `there is no ${what} ${fact.path[3]}`))
  })
}

/** A workload must select its own pods. */
const selectorFindings = (facts: readonly Fact[]): readonly Finding[] =>
  factsAt(facts, 'spec.selector.matchLabels.*').flatMap((fact) => {
    const own = facts.filter(({ document }) => document === fact.document)
    const labels = factsAt(own, 'spec.template.metadata.labels.*')
    const isHad = labels.some(
      (label) => label.path.at(-1) === fact.path.at(-1) && textOf(label) === textOf(fact),
    )
    const isWorkload = factsAt(own, 'spec.template.spec').length > 0
    return isHad || !isWorkload
      ? []
      : [
          findingAt(
            fact,
            `the selector asks for ${selectorOf(fact)}, which its own pods do not have`,
          ),
        ]
  })

const selectorOf = (fact: Fact): string => `${fact.path.at(-1)}: ${textOf(fact)}`

const findingAt = ({ path, line }: Fact, message: string): Finding => ({
  message,
  place: { line, pointer: pointerOf(path) },
})

/** Services of Kubernetes that reach no pod of their file, though it has pods, and why. */
export function unreached(facts: readonly Fact[]): readonly { fact: Fact; why: string }[] {
  const pods = [...Map.groupBy(facts, ({ document }) => document).values()].flatMap((own) => {
    const at = factsAt(own, 'spec.template.spec').length > 0 ? 'spec.template.' : ''
    const isPod = at !== '' || factsAt(own, 'kind').some((fact) => textOf(fact) === 'Pod')
    return isPod ? [{ own, labels: factsAt(own, `${at}metadata.labels.*`) }] : []
  })
  const services = factsAt(facts, 'kind').filter((fact) => textOf(fact) === 'Service')
  if (pods.length === 0) return []
  return services.flatMap(({ document }) => {
    const own = facts.filter((fact) => fact.document === document)
    const selector = factsAt(own, 'spec.selector.*')
    const [first] = selector
    if (first === undefined) return []
    const reached = pods.filter(({ labels }) =>
      selector.every((fact) =>
        labels.some(
          (label) => label.path.at(-1) === fact.path.at(-1) && textOf(label) === textOf(fact),
        ),
      ),
    )
    if (reached.length === 0)
      return [{ fact: first, why: `no pod of the file has ${selector.map(selectorOf).join(', ')}` }]
    const open = reached.flatMap((pod) =>
      factsAt(pod.own, '**.ports.*.containerPort|**.ports.*.name').map(textOf),
    )
    const target = factsAt(own, 'spec.ports.*.targetPort').find(
      (fact) => open.length > 0 && !open.includes(textOf(fact)),
    )
    return target === undefined
      ? []
      : [{ fact: target, why: `its pods open ${open.join(', ')}, not ${textOf(target)}` }]
  })
}
