import type { Finding } from '../../model/finding.ts'
import type { Entry, Unit } from './configuration.ts'
import { findingAtEntry } from './configuration-check.ts'
import { off, on, type Risk, riskCheck } from './risk.ts'

const containers = ['compose', 'kubernetes', 'dockerfile', 'nginx']
const knownPassword =
  'admin\\d*|password\\d*|passw0rd|root|toor|1234\\d*|change-?_?me\\d*|secret\\d*|guest|postgres|mysql|test\\d*|default|qwerty|letmein|welcome\\d*|pass|user|abc123|example'
const endless = /^(?:-\d+|0s?|none|null|never|infinite|infinity|\.?inf|unlimited|forever)$/i

const risks: readonly Risk[] = [
  {
    why: 'debugging is on by default',
    key: /(?:^|_)debug(?:_mode|_enabled)?$/,
    value: on,
    safe: 'flip',
  },
  { why: 'debugging is on by default', key: /(?:^|_)debug$/, value: /^\*$/ },
  {
    why: 'logs everything by default, secrets included',
    key: /(?:^|_)log_?level$/,
    value: /^(?:debug|trace|verbose|all|silly)$/i,
  },
  {
    why: 'logs everything by default, secrets included',
    key: /^level$/,
    under: /log\w*$/,
    value: /^(?:debug|trace|verbose|all|silly)$/i,
  },
  {
    why: 'certificates are not verified',
    key: /(?:verify\w*|verification|reject_unauthorized|strict_ssl|check_hostname|validate_certs?)$/,
    value: off,
    safe: 'flip',
  },
  {
    why: 'protection is switched off',
    key: /insecure|skip_verify|skip_tls|allow_http$|allow_invalid_cert|trust_all|disable_(?:ssl|tls|auth|security|csrf)/,
    value: on,
    safe: 'flip',
  },
  {
    why: 'protection is off by default',
    key: /^(?:tls|ssl|https|secure|cookie_secure|secure_cookies?|session_secure|http_?only|csrf\w*|auth|authentication|auth_enabled|rate_limit_enabled|(?:force|require|use)_(?:https|tls|ssl|auth)|\w+_(?:tls|ssl)|(?:\w+_)?(?:tls|ssl)_enabled)$/,
    value: off,
    safe: 'flip',
  },
  {
    why: 'protection is off by default',
    key: /^enabled$/,
    under: /(?:^| )(?:tls|ssl|https|auth|authentication|csrf|rate_limit\w*|security)$/,
    value: off,
    safe: 'flip',
  },
  { why: 'the connection is not encrypted', value: /sslmode=disable|ssl=false|tls=false/i },
  {
    why: 'lets anyone in',
    key: /allow_?anonymous|anonymous_access|public_access|allow_empty_password|permit_root_login/,
    value: on,
    safe: 'flip',
  },
  {
    why: 'listens on every network interface',
    key: /(?:^|_)(?:host|bind|listen|address|interface|bind_(?:address|host|addr)|listen_address)$/,
    value: /^(?:0\.0\.0\.0|::|\[::\]|\*)(?::\d+)?$/,
    never: containers,
  },
  { why: 'never times out', key: /timeout/, value: endless },
  {
    why: 'sets no limit',
    key: /(?:^|_)(?:max|limit|quota|pool_size|client_max_body_size)(?:_|$)/,
    value: endless,
    never: ['kubernetes'],
  },
  {
    why: 'tries again without end',
    key: /retries|max_attempts|retry_count/,
    value: /^(?:-1|unlimited|infinite|infinity|forever|[5-9]\d|\d{3,})$/i,
  },
  {
    why: 'every web site may call it (wildcard CORS)',
    key: /cors|origin/,
    value: /^(?:\*|\["?\*"?\]|all|any)$/i,
  },
  {
    why: 'every web site may call it (wildcard CORS)',
    under: /cors|origin/,
    key: /^(?:\d+|allow|allowed|origins?)$/,
    value: /^(?:\*|\["?\*"?\]|all|any)$/i,
  },
  { why: 'every web site may call it (wildcard CORS)', value: /allow[_-]origin\s+["']?\*/i },
  {
    why: 'a default password that everyone knows',
    key: /(?:^|_)(?:pass(?:word|wd)?|pwd|secret|secret_key|token|api_key)$/,
    value: new RegExp(`^(?:${knownPassword})$`, 'i'),
  },
  {
    why: 'a default password that everyone knows',
    value: new RegExp(
      `:\\/\\/[^\\s:/@]+:(?:${knownPassword})@|\\b\\w*(?:PASSWORD|SECRET|TOKEN)=(?:${knownPassword})$`,
      'i',
    ),
  },
  {
    why: 'shows more than visitors need',
    key: /^(?:autoindex|server_tokens)$/,
    value: on,
    only: ['nginx'],
    safe: 'off',
  },
  {
    why: 'allows TLS versions that are broken',
    key: /(?:ssl|tls)_?(?:protocols?|version|min_version)|min_tls|minimum_tls/,
    value: /sslv[23]|tlsv1(?:\.[01])?(?![.\d])|^1\.[01]$|^tls1[._]?[01]$/i,
  },
  {
    why: 'takes whatever version is newest',
    key: /^(?:version|\w+_version)$/,
    value: /^(?:latest|\*)$/,
    never: ['actions'],
  },
  {
    why: 'moves with its branch; pin a version',
    key: /^uses$/,
    value: /^(?!\.|docker:)[^@]+(?:@(?:main|master|latest|develop|head))?$/i,
    only: ['actions'],
  },
]

/** Settings that nobody changes are safe as they stand. */
export const defaults = riskCheck(
  { id: 'configuration/defaults', title: 'Defaults are safe' },
  risks,
  (unit) => [...imageFindings(unit), ...limitFindings(unit)],
)

/** Images that move under their users: `latest`, or no tag at all. */
function imageFindings(unit: Unit): readonly Finding[] {
  const isDockerfile = unit.format === 'dockerfile'
  const stages = unit.entries.map(({ raw }) => /\sas\s+(\S+)\s*$/i.exec(raw)?.[1])
  const isBuilt = ({ path }: Entry) =>
    unit.entries.some((one) => one.key === 'build' && one.path.at(-2) === path.at(-2))
  return unit.entries
    .filter(
      ({ key, value }) => key === (isDockerfile ? 'FROM' : 'image') && typeof value === 'string',
    )
    .filter((entry) => isDockerfile || (unit.platform !== null && !isBuilt(entry)))
    .flatMap((entry) => {
      const image =
        String(entry.value)
          .replace(/--\S+\s+/g, '')
          .split(/\s/)[0] ?? ''
      const tag = /:([\w.-]+)$/.exec(image.split('/').at(-1) ?? '')?.[1]
      const isFixed = /^(?:scratch)?$|@sha256:|\$/.test(image) || stages.includes(image)
      if (isFixed || (tag !== undefined && !/^(?:latest|edge|nightly|dev|main|master)$/i.test(tag)))
        return []
      return [findingAtEntry(entry, unit, `${image} moves; pin a version`)]
    })
}

/** A container without limits can take the whole node. */
function limitFindings(unit: Unit): readonly Finding[] {
  if (unit.platform !== 'kubernetes') return []
  const limits = unit.entries
    .filter(({ path }) => path.at(-1) === 'limits' && path.at(-2) === 'resources')
    .map(({ path }) => path.slice(0, -2).join('/'))
  return unit.entries
    .filter(({ path }) => path.at(-2) === 'containers' && !limits.includes(path.join('/')))
    .map((container) => findingAtEntry(container, unit, 'the container has no resource limits'))
}
