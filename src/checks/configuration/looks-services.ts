import { met, unmet } from '../../obligations/examine.ts'
import { sameValue } from './amount.ts'
import { type Fact, factsAt } from './facts.ts'
import { type Look, placeOf, seen, textOf } from './look.ts'

const updatesOf = (facts: readonly Fact[], ecosystem: string): readonly (readonly Fact[])[] =>
  factsAt(facts, 'updates.*.package-ecosystem')
    .filter((fact) => textOf(fact) === ecosystem.toLowerCase().replace(' ', '-'))
    .map(({ path }) =>
      facts.filter((fact) => fact.path[0] === 'updates' && fact.path[1] === path[1]),
    )

/** What the keys of services, manifests, systemd and dependabot come to together. */
export const serviceLooks: Readonly<Record<string, Look>> = {
  'named-volume': (_, wanted, facts) =>
    seen(
      factsAt(
        facts,
        wanted === ''
          ? 'services.*.volumes.*|services.*.volumes.*.type'
          : 'services.*.volumes.*|services.*.volumes.*.source',
      ).find((fact) =>
        wanted === ''
          ? /^(?:[A-Za-z0-9][\w.-]*:|volume$)/.test(textOf(fact))
          : textOf(fact).split(':')[0] === wanted,
      ),
      'a named volume is mounted',
      `no named volume ${wanted} is mounted`,
    ),
  'read-only-mount': (_, wanted, facts) => {
    const mounts = factsAt(facts, 'services.*.volumes.*|services.*.volumes.*.source').filter(
      (fact) => textOf(fact).split(':')[0] === wanted,
    )
    const open = mounts.find(
      (fact) =>
        !/:ro(?:,|$)/.test(textOf(fact)) &&
        !factsAt(facts, [...fact.path.slice(0, -1), 'read_only'].join('.')).some(
          (one) => one.value === true,
        ),
    )
    return open === undefined
      ? seen(mounts[0], `${wanted} is mounted read-only`, `${wanted} is not mounted`)
      : unmet(`${wanted} can be written to`, placeOf(open))
  },
  'one-namespace': (_, wanted, facts) => {
    const kinds = factsAt(facts, 'kind').filter(
      (fact) => !/^(?:Namespace|Cluster\w+)$/.test(textOf(fact)),
    )
    const other = kinds.find(
      ({ document }) =>
        !factsAt(facts, 'metadata.namespace').some(
          (fact) => fact.document === document && textOf(fact) === wanted,
        ),
    )
    return other === undefined
      ? seen(kinds[0], `everything is in the namespace ${wanted}`, 'there is nothing')
      : unmet(`the ${textOf(other)} is not in the namespace ${wanted}`, placeOf(other))
  },
  'restart-after': (_, wanted, facts) => {
    const policy = factsAt(facts, 'Service.Restart')[0]
    if (policy === undefined || !/^(?:always|on-(?:failure|abnormal|abort))$/.test(textOf(policy)))
      return unmet('Service.Restart restarts nothing after a crash')
    return seen(
      factsAt(facts, 'Service.RestartSec').find((fact) =>
        sameValue(textOf(fact), wanted, 'seconds'),
      ),
      `it is restarted after ${wanted}`,
      `Service.RestartSec is not ${wanted}`,
    )
  },
  writes: (_, wanted, facts) => {
    const strict = factsAt(facts, 'Service.ProtectSystem').find((fact) => textOf(fact) === 'strict')
    if (strict === undefined)
      return unmet('Service.ProtectSystem is not strict: it may write elsewhere')
    const paths = [
      ...factsAt(facts, 'Service.ReadWritePaths').flatMap((fact) => textOf(fact).split(/\s+/)),
      ...factsAt(facts, 'Service.StateDirectory').map((fact) => `/var/lib/${textOf(fact)}`),
    ].map((path) => path.replace(/^[-+]+/, '').replace(/\/$/, ''))
    const other = paths.find((path) => path !== wanted.replace(/\/$/, ''))
    if (other !== undefined) return unmet(`it may write to ${other}, too`)
    return paths.length === 0
      ? unmet(`it may not write to ${wanted}`)
      : met(`it may only write to ${wanted}`, placeOf(strict))
  },
  update: (_, wanted, facts) => {
    const [ecosystem = '', interval = ''] = wanted.split(' → ')
    const match = updatesOf(facts, ecosystem)
      .flatMap((own) => factsAt(own, 'updates.*.schedule.interval'))
      .find((fact) => textOf(fact) === interval.toLowerCase())
    return seen(
      match,
      `${ecosystem} is updated ${interval}`,
      `no update of ${ecosystem} is ${interval}`,
    )
  },
  'update-group': (_, wanted, facts) => {
    const own = wanted === '' ? facts : updatesOf(facts, wanted).flat()
    const kinds = factsAt(own, 'updates.*.groups.*.update-types.*')
    const minor = kinds.find(
      (fact) =>
        textOf(fact) === 'minor' &&
        kinds.some(
          (other) =>
            textOf(other) === 'patch' &&
            other.path.slice(0, -1).join('.') === fact.path.slice(0, -1).join('.'),
        ),
    )
    return seen(
      minor,
      'one group has minor and patch updates',
      'no group has both minor and patch updates',
    )
  },
}
