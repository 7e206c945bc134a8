import { met, unmet } from '../../obligations/examine.ts'
import { sameValue } from './amount.ts'
import { type Fact, factsAt } from './facts.ts'
import { type Look, placeOf, seen, textOf } from './look.ts'

/** What directives of nginx come to. */
export const nginxLooks: Readonly<Record<string, Look>> = {
  https: (_, __, facts) =>
    seen(
      factsAt(facts, '**.return|**.rewrite').find((fact) => /\bhttps:\/\//.test(textOf(fact))),
      'it redirects to https',
      'nothing redirects to https',
    ),
  'only-redirect': (_, wanted, facts) => {
    const plain = factsAt(facts, '**.listen').filter((fact) =>
      /(?:^|:)80(?:\s|$)/.test(textOf(fact)),
    )
    const starts = facts.flatMap(({ path, line }) => (path.at(-1) === 'server' ? [line] : []))
    const blockOf = ({ line }: Fact) => starts.findLast((start) => start <= line)
    const inside = facts.filter((fact) => plain.some((one) => blockOf(one) === blockOf(fact)))
    const other = inside.find(({ path }) =>
      /^(?:root|alias|proxy_pass|try_files)$/.test(path.at(-1) ?? ''),
    )
    if (other !== undefined) return unmet(`port 80 does more than redirect`, placeOf(other))
    return seen(
      factsAt(inside, '**.return').find((fact) =>
        new RegExp(`^${wanted || '30\\d'} https://`).test(textOf(fact)),
      ),
      'port 80 only redirects to https',
      `port 80 does not redirect to https${wanted === '' ? '' : ` with ${wanted}`}`,
    )
  },
  header: (_, wanted, facts) => {
    const [name = '', value = ''] = wanted.split(' → ')
    return seen(
      factsAt(facts, '**.add_header').find((fact) => {
        const [own = '', ...rest] = textOf(fact)
          .replace(/ always$/, '')
          .split(' ')
        return (
          own.toLowerCase() === name.toLowerCase() && rest.join(' ').replace(/^"|"$/g, '') === value
        )
      }),
      `${name} is ${value}`,
      `no add_header sets ${name} to ${value}`,
    )
  },
  'server-name': (_, wanted, facts) =>
    seen(
      factsAt(facts, '**.server_name').find((fact) => textOf(fact).split(/\s+/).includes(wanted)),
      `server_name holds ${wanted}`,
      `no server_name holds ${wanted}`,
    ),
  listen: (_, wanted, facts) =>
    seen(
      factsAt(facts, '**.listen').find((fact) =>
        new RegExp(`(?:^|[\\s:\\]])${wanted}(?:\\s|$)`).test(textOf(fact)),
      ),
      `it listens on ${wanted}`,
      `nothing listens on ${wanted}`,
    ),
  'no-listing': (_, __, facts) => {
    const on = factsAt(facts, '**.autoindex').find((fact) => /^(?:on|true)$/.test(textOf(fact)))
    return on === undefined
      ? met('autoindex is nowhere on, and off by itself', 'autoindex')
      : unmet('directory listings are on', placeOf(on))
  },
  'host-header': (_, __, facts) =>
    seen(
      factsAt(facts, '**.proxy_set_header').find((fact) =>
        /^host\s+"?\$(?:host|http_host)\b/i.test(textOf(fact)),
      ),
      'the host is passed on',
      'no proxy_set_header passes the host on',
    ),
  'browser-cache': (_, wanted, facts) =>
    seen(
      factsAt(facts, '**.expires|**.add_header').find((fact) => {
        const age = /^cache-control\s.*max-age=(\d+)/i.exec(textOf(fact))?.[1]
        const text = age === undefined ? textOf(fact).replace(/^modified\s+\+?/, '') : `${age}s`
        return sameValue(text, wanted, 'expires')
      }),
      `cached for ${wanted}`,
      `nothing is cached for ${wanted}`,
    ),
  proxy: (_, wanted, facts) => {
    const [path = '', target = ''] = wanted.split(' → ')
    const bare = (text: string) => text.replace(/^https?:\/\//, '').replace(/\/$/, '')
    const inside = factsAt(facts, '**.proxy_pass').filter((fact) =>
      fact.path.some((part) =>
        new RegExp(
          `^location (?:[=~^*]+ )?\\^?${path.replace(/\/?\*?$/, '').replace(/[.+?()]/g, '\\$&')}/?$`,
        ).test(part),
      ),
    )
    const result = inside.find(
      (fact) =>
        bare(textOf(fact)).startsWith(bare(target)) ||
        upstreamHolds(facts, bare(textOf(fact)), bare(target)),
    )
    return seen(
      result,
      `${path} is passed to ${target}`,
      inside[0] === undefined
        ? `no location ${path} has a proxy_pass`
        : `location ${path} is passed to ${textOf(inside[0])}, not to ${target}`,
    )
  },
}

const upstreamHolds = (facts: readonly Fact[], name: string, target: string): boolean =>
  facts.some(
    (fact) =>
      fact.path.at(-1) === 'server' &&
      fact.path.includes(`upstream ${name}`) &&
      textOf(fact).startsWith(target),
  )
