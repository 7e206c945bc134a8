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

/** Nothing runs with more rights than it needs. */
export const permissions = configurationCheck(
  { id: 'configuration/permissions', title: 'Least privilege' },
  (configuration) => {
    const findings = settingsOf(configuration).flatMap(({ entry, unit }) => {
      const grant = grants.find((one) => one.applies(entry, unit))
      if (grant === undefined) return []
      return [
        findingAtEntry(
          entry,
          unit,
          `${entry.path.join('.')}: ${grant.why}`,
          grant.safe === undefined
            ? undefined
            : revalued(entry, grant.safe, `set it to ${grant.safe}`),
        ),
      ]
    })
    return outcomeOf(
      [...findings, ...configuration.units.flatMap((unit) => rootImage(unit))],
      'no right beyond the necessary was found',
    )
  },
)

type Grant = {
  readonly applies: (entry: Entry, unit: Unit) => boolean
  readonly why: string
  readonly safe?: string
}

const text = ({ value, raw }: Entry): string => (typeof value === 'string' ? value : raw)
const isTrue = ({ value }: Entry): boolean => value === true || value === 'true'
const within = ({ path }: Entry, key: string): boolean => path.slice(0, -1).includes(key)
const name = ({ key }: Entry): string => keyWords(key).join('_')
const platform = (unit: Unit): boolean =>
  unit.platform === 'compose' || unit.platform === 'kubernetes'
const dangerous =
  /^(?:CAP_)?(?:ALL|SYS_ADMIN|NET_ADMIN|SYS_PTRACE|SYS_MODULE|DAC_OVERRIDE|NET_RAW|SYS_RAWIO|SETUID|SETGID)$/i

const grants: readonly Grant[] = [
  {
    applies: (entry) => entry.key === 'privileged' && isTrue(entry),
    why: 'a privileged container owns the host',
    safe: 'false',
  },
  {
    applies: (entry) =>
      (within(entry, 'cap_add') || (within(entry, 'capabilities') && within(entry, 'add'))) &&
      dangerous.test(text(entry)),
    why: 'adds a capability that reaches beyond the container',
  },
  {
    applies: (entry) =>
      /\/(?:var\/)?run\/(?:docker|containerd\/containerd|crio\/crio)\.sock/.test(text(entry)),
    why: 'the container engine’s socket gives away the host',
  },
  {
    applies: (entry, unit) =>
      unit.platform === 'compose' &&
      /^(?:network_mode|pid|ipc|userns_mode|uts)$/.test(entry.key) &&
      text(entry) === 'host',
    why: 'shares a namespace with the host',
  },
  {
    applies: (entry) => /^host(?:Network|PID|IPC)$/.test(entry.key) && isTrue(entry),
    why: 'shares a namespace with the host',
    safe: 'false',
  },
  {
    applies: (entry) => /^(?:seccomp|apparmor|label)[:=](?:unconfined|disable)$/.test(text(entry)),
    why: 'switches confinement off',
  },
  {
    applies: (entry, unit) =>
      platform(unit) &&
      (entry.path.at(-2) === 'volumes'
        ? /^\/:|^\/(?:etc|proc|sys|root|boot|dev)(?::|\/:)/.test(text(entry))
        : within(entry, 'hostPath') && /^\/(?:etc|proc|sys|root|boot|dev)?\/?$/.test(text(entry))),
    why: 'mounts the host’s own system folders',
  },
  {
    applies: (entry, unit) =>
      entry.key === 'user' &&
      (unit.platform === 'compose' || unit.format === 'nginx') &&
      /^["']?(?:root|0)(?::(?:root|0))?["']?$/.test(text(entry)),
    why: 'runs as root',
  },
  {
    applies: (entry) => /^runAs(?:User|Group)$/.test(entry.key) && Number(entry.value) === 0,
    why: 'runs as root',
  },
  {
    applies: (entry) => entry.key === 'runAsNonRoot' && entry.value === false,
    why: 'allows root',
    safe: 'true',
  },
  {
    applies: (entry) => entry.key === 'allowPrivilegeEscalation' && isTrue(entry),
    why: 'lets a process gain rights',
    safe: 'false',
  },
  {
    applies: (entry) => entry.key === 'automountServiceAccountToken' && isTrue(entry),
    why: 'hands the cluster’s token to the container',
    safe: 'false',
  },
  {
    applies: (entry, unit) =>
      unit.platform === 'kubernetes' &&
      (entry.path.at(-2) === 'verbs' ||
        entry.path.at(-2) === 'resources' ||
        entry.path.at(-2) === 'apiGroups') &&
      entry.value === '*',
    why: 'grants everything',
  },
  {
    applies: (entry) => text(entry) === 'cluster-admin',
    why: 'binds the role that may do everything',
  },
  {
    applies: (entry) =>
      entry.key === 'permissions' && /^(?:write-all|admin|all)$/.test(text(entry)),
    why: 'gives the token every right',
  },
  {
    applies: (entry, unit) =>
      unit.platform === 'actions' &&
      (entry.path[0] === 'on' || entry.path[0] === 'true') &&
      (entry.key === 'pull_request_target' || text(entry) === 'pull_request_target'),
    why: 'runs with secrets on code from outside',
  },
  {
    applies: (entry) =>
      (/^(?:Action|Resource|Principal|NotAction)$/.test(entry.key) ||
        /^(?:Action|Resource|Principal)$/.test(entry.path.at(-2) ?? '')) &&
      /^(?:\*|[\w-]+:\*)$/.test(text(entry)),
    why: 'grants everything by *',
  },
  {
    applies: (entry, unit) =>
      unit.format !== 'dockerfile' &&
      /(?:^|_)(?:mode|umask|chmod|permissions?|perms?)$|^default_?mode$/.test(name(entry)) &&
      /^["']?0?o?(?:777|666|776|767)["']?$/.test(entry.raw),
    why: 'lets everyone write',
  },
  {
    applies: (entry) => /(?:^|_)umask$/.test(name(entry)) && /^["']?0{1,4}["']?$/.test(entry.raw),
    why: 'lets everyone write',
  },
  {
    applies: (entry) => /\bchmod\s+(?:-R\s+)?(?:0?777|a\+rwx|0?666|a\+w|o\+w)\b/.test(text(entry)),
    why: 'lets everyone write',
  },
  {
    applies: (entry) =>
      /\bGRANT\s+ALL\b|\bSUPERUSER\b(?!.*NOSUPERUSER)|\bWITH GRANT OPTION\b/i.test(text(entry)) &&
      !/NOSUPERUSER/i.test(text(entry)),
    why: 'grants everything in the database',
  },
  {
    applies: (entry) =>
      /(?:^|_)(?:db|database|postgres|pg|mysql|mongo|sql)?_?(?:user|username)$/.test(name(entry)) &&
      /(?:^|_)(?:db|database|postgres|pg|mysql|mongo|sql)(?:_|$)/.test(
        entry.path.map((part) => keyWords(part).join('_')).join('_'),
      ) &&
      /^(?:root|sa|admin|administrator|superuser)$/.test(text(entry)),
    why: 'the program is the database’s administrator',
  },
  {
    applies: (entry) =>
      /(?:cors|origins?)/.test(entry.path.map((part) => keyWords(part).join('_')).join('_')) &&
      /^\*$|^\["?\*"?\]$/.test(text(entry)),
    why: 'allows all origins',
  },
  { applies: (entry) => /allow[_-]origin\s+["']?\*/i.test(entry.raw), why: 'allows all origins' },
  {
    applies: (entry) =>
      /(?:^|_)(?:allowed_hosts|allow_hosts|trusted_hosts|allowed_ips|allowed_users|allowed_roles|roles|scopes?|groups)$/.test(
        name(entry),
      ) && /^(?:\*|\["?\*"?\]|all|0\.0\.0\.0\/0)$/.test(text(entry)),
    why: 'allows everyone',
  },
  {
    applies: (entry) =>
      /(?:^|_)(?:allowed_hosts|allowed_ips|allow|roles|scopes|source_ranges|cidr_blocks|cidr|ingress)$/.test(
        keyWords(entry.path.at(-2) ?? '').join('_'),
      ) && /^(?:\*|all|0\.0\.0\.0\/0|::\/0)$/.test(text(entry)),
    why: 'allows everyone',
  },
  {
    applies: (entry) =>
      /(?:^|_)(?:run_as|runas|user|service_user)$/.test(name(entry)) &&
      text(entry) === 'root' &&
      !within(entry, 'database'),
    why: 'runs as root',
  },
  {
    applies: (entry, unit) =>
      unit.format === 'nginx' && entry.key === 'allow' && text(entry) === 'all',
    why: 'allows everyone',
  },
  {
    applies: (entry) => /--privileged\b|\bsudo\s+-S\b|NOPASSWD:\s*ALL/.test(text(entry)),
    why: 'takes every right',
  },
]

// without USER, or with USER root at the end, the image runs as root
function rootImage(unit: Unit): readonly Finding[] {
  if (unit.format !== 'dockerfile' || unit.entries.length === 0) return []
  const lastFrom = unit.entries.findLastIndex(({ key }) => key === 'FROM')
  const user = unit.entries.slice(lastFrom + 1).findLast(({ key }) => key === 'USER')
  if (user !== undefined)
    return /^(?:root|0)(?::|$)/.test(user.raw)
      ? [findingAtEntry(user, unit, 'the image runs as root')]
      : []
  const from = unit.entries[lastFrom]
  if (from === undefined || /nonroot|distroless|scratch/.test(from.raw)) return []
  return [findingAtEntry(from, unit, 'no USER is set, so the image runs as root')]
}
