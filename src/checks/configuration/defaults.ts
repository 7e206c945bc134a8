import type { Finding } from '../../model/finding.ts'
import { outcomeOf } from '../outcome.ts'
import type { Entry, Unit } from './configuration.ts'
import {
  configurationCheck,
  findingAtEntry,
  keyWords,
  revalued,
  settingsOf,
} from './configuration-check.ts'
import { imageFindings } from './image-tags.ts'

/** Settings that nobody changes are safe as they stand. */
export const defaults = configurationCheck(
  { id: 'configuration/defaults', title: 'Defaults are safe' },
  (configuration) => {
    const findings = settingsOf(configuration).flatMap(({ entry, unit }) => {
      const unsafe = rules.find((rule) => rule.applies(entry, unit))
      if (unsafe === undefined) return []
      const safe = unsafe.safe?.(entry) ?? null
      return [
        findingAtEntry(
          entry,
          unit,
          `${entry.path.join('.')}: ${unsafe.why}`,
          safe === null ? undefined : revalued(entry, safe, `set it to ${safe}`),
        ),
      ]
    })
    return outcomeOf(
      [
        ...findings,
        ...configuration.units.flatMap((unit) => [...imageFindings(unit), ...limitFindings(unit)]),
      ],
      'no unsafe default was found',
    )
  },
)

type Rule = {
  readonly applies: (entry: Entry, unit: Unit) => boolean
  readonly why: string
  readonly safe?: (entry: Entry) => string | null
}

const name = ({ key }: Entry): string => keyWords(key).join('_')
const lower = ({ value }: Entry): string => String(value).toLowerCase().trim()
const isOn = (entry: Entry): boolean => /^(?:true|1|on|yes|enabled)$/.test(lower(entry))
const isOff = (entry: Entry): boolean => /^(?:false|0|off|no|disabled|none)$/.test(lower(entry))
const flipped = (entry: Entry): string =>
  ({
    true: 'false',
    false: 'true',
    '1': '0',
    '0': '1',
    on: 'off',
    off: 'on',
    yes: 'no',
    no: 'yes',
    enabled: 'disabled',
    disabled: 'enabled',
  })[lower(entry)] ?? 'false'
const parent = ({ path }: Entry): string => keyWords(path.at(-2) ?? '').join('_')
const inContainer = (unit: Unit): boolean =>
  unit.platform === 'compose' ||
  unit.platform === 'kubernetes' ||
  unit.format === 'dockerfile' ||
  unit.format === 'nginx'

const rules: readonly Rule[] = [
  {
    applies: (entry) =>
      /(?:^|_)debug(?:_mode|_enabled)?$/.test(name(entry)) && (isOn(entry) || lower(entry) === '*'),
    why: 'debugging is on by default',
    safe: (entry) => (lower(entry) === '*' ? null : flipped(entry)),
  },
  {
    applies: (entry) =>
      /(?:^|_)(?:log_?level|level)$/.test(name(entry)) &&
      /^(?:debug|trace|verbose|all|silly)$/.test(lower(entry)) &&
      (name(entry) !== 'level' || /log/.test(parent(entry))),
    why: 'logs everything by default, secrets included',
  },
  {
    applies: (entry) =>
      /(?:verify|verification|reject_unauthorized|strict_ssl|check_hostname|validate_certs?|ssl_verify\w*|verify_\w+)$|tls_reject_unauthorized$/.test(
        name(entry),
      ) && isOff(entry),
    why: 'certificates are not verified',
    safe: flipped,
  },
  {
    applies: (entry) =>
      /insecure|skip_verify|skip_tls|allow_http$|allow_invalid_cert\w*|trust_all|disable_(?:ssl|tls|auth|security|csrf)\w*/.test(
        name(entry),
      ) && isOn(entry),
    why: 'protection is switched off',
    safe: flipped,
  },
  {
    applies: (entry) =>
      (/^(?:tls|ssl|https|secure|force_https|require_tls|use_tls|use_ssl|ssl_enabled|tls_enabled|cookie_secure|secure_cookies?|session_secure|http_only|httponly|csrf\w*|auth_enabled|auth|authentication|require_auth|rate_limit_enabled|\w+_(?:tls|ssl)(?:_enabled)?)$/.test(
        name(entry),
      ) ||
        (name(entry) === 'enabled' &&
          /^(?:tls|ssl|https|auth|authentication|csrf|rate_limit\w*|security)$/.test(
            parent(entry),
          ))) &&
      isOff(entry),
    why: 'protection is off by default',
    safe: flipped,
  },
  {
    applies: (entry) => /sslmode=disable|ssl=false|tls=false/i.test(lower(entry)),
    why: 'the connection is not encrypted',
  },
  {
    applies: (entry) =>
      /allow_?anonymous|anonymous_access|public_access|allow_empty_password|permit_root_login/.test(
        name(entry),
      ) && isOn(entry),
    why: 'lets anyone in',
    safe: flipped,
  },
  {
    applies: (entry, unit) =>
      !inContainer(unit) &&
      /(?:^|_)(?:host|bind|bind_address|listen|listen_address|address|bind_host|bind_addr|interface)$/.test(
        name(entry),
      ) &&
      /^(?:0\.0\.0\.0|::|\[::\]|\*)(?::\d+)?$/.test(lower(entry)),
    why: 'listens on every network interface',
  },
  {
    applies: (entry) =>
      /timeout/.test(name(entry)) &&
      /^(?:0|-\d+|0s|none|null|never|infinite|infinity|inf|unlimited|)$/.test(lower(entry)) &&
      entry.value !== '',
    why: 'never times out',
  },
  {
    applies: (entry, unit) =>
      unit.platform !== 'kubernetes' &&
      /(?:^|_)(?:max|limit|quota|pool_size|max_size|max_connections|rate_limit|body_limit)(?:_|$)|_(?:limit|max)$|client_max_body_size/.test(
        name(entry),
      ) &&
      /^(?:0|-1|none|never|infinite|infinity|inf|unlimited|\.inf)$/.test(lower(entry)),
    why: 'sets no limit',
  },
  {
    applies: (entry) =>
      /retries|max_attempts|retry_count/.test(name(entry)) &&
      (Number(entry.value) >= 50 ||
        /^(?:-1|unlimited|infinite|infinity|forever)$/.test(lower(entry))),
    why: 'tries again without end',
  },
  {
    applies: (entry) =>
      (/cors|origin/.test(name(entry)) ||
        (/^(?:\d+|allow|allowed|origins?)$/.test(name(entry)) &&
          /cors|origin/.test(entry.path.map((part) => keyWords(part).join('_')).join('_')))) &&
      /^(?:\*|\["?\*"?\]|all|any)$/.test(lower(entry)),
    why: 'every web site may call it (wildcard CORS)',
  },
  {
    applies: (entry) => /allow[_-]origin\s+["']?\*/i.test(entry.raw),
    why: 'every web site may call it (wildcard CORS)',
  },
  {
    applies: (entry) =>
      /(?:^|_)(?:pass(?:word|wd)?|pwd|secret|secret_key|token|api_key)$/.test(name(entry)) &&
      /^(?:admin\d*|password\d*|passw0rd|root|toor|1234\d*|change-?_?me\d*|secret\d*|guest|postgres|mysql|test\d*|default|qwerty|letmein|welcome\d*|pass|user|abc123|example)$/.test(
        lower(entry),
      ),
    why: 'a default password that everyone knows',
  },
  {
    applies: (entry) =>
      /:\/\/[^\s:/@]+:(?:admin|password|root|postgres|guest|secret|changeme|test|1234\d*)@/.test(
        lower(entry),
      ),
    why: 'a default password that everyone knows',
  },
  {
    applies: (entry) =>
      /(?:ENV|environment)?.*\b\w*(?:PASSWORD|SECRET|TOKEN)=(?:admin|password|root|changeme|secret|postgres|guest|1234\d*)$/i.test(
        entry.raw,
      ) && /^\d+$|^ENV$/.test(entry.key),
    why: 'a default password that everyone knows',
  },
  {
    applies: (entry, unit) =>
      unit.format === 'nginx' && /^(?:autoindex|server_tokens)$/.test(entry.key) && isOn(entry),
    why: 'shows more than visitors need',
    safe: () => 'off',
  },
  {
    applies: (entry) =>
      /(?:ssl|tls)_?(?:protocols?|version|min_version)|min_tls\w*|minimum_tls/.test(name(entry)) &&
      /sslv[23]|tlsv1(?:\.[01])?(?![.\d])|^1\.[01]$|^tls1[._]?[01]$/.test(lower(entry)),
    why: 'allows TLS versions that are broken',
  },
  {
    applies: (entry, unit) =>
      unit.platform !== 'actions' &&
      /^(?:version|\w+_version)$/.test(name(entry)) &&
      /^(?:latest|\*)$/.test(lower(entry)),
    why: 'takes whatever version is newest',
  },
]

// a container without limits can take the whole node
function limitFindings(unit: Unit): readonly Finding[] {
  if (unit.platform !== 'kubernetes') return []
  const containers = unit.entries.filter(
    ({ path, value }) =>
      value === undefined && path.at(-2) === 'containers' && /^\d+$/.test(path.at(-1)!),
  )
  return containers.flatMap((container) => {
    const limited = unit.entries.some(
      ({ path }) =>
        path.length > container.path.length + 1 &&
        path.at(container.path.length) === 'resources' &&
        path.at(container.path.length + 1) === 'limits' &&
        container.path.every((part, index) => path[index] === part),
    )
    return limited ? [] : [findingAtEntry(container, unit, 'the container has no resource limits')]
  })
}
