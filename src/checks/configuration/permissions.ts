import type { Finding } from '../../model/finding.ts'
import type { Unit } from './configuration.ts'
import { findingAtEntry } from './configuration-check.ts'
import { type Risk, riskCheck } from './risk.ts'

const isTrue = /^true$/

const risks: readonly Risk[] = [
  {
    why: 'a privileged container owns the host',
    key: /^privileged$/,
    value: isTrue,
    safe: 'false',
  },
  {
    why: 'adds a capability that reaches beyond the container',
    under: /\bcap_add$|capabilities add$/,
    value:
      /^(?:CAP_)?(?:ALL|SYS_ADMIN|NET_ADMIN|SYS_PTRACE|SYS_MODULE|DAC_OVERRIDE|NET_RAW|SYS_RAWIO|SETUID|SETGID)$/i,
  },
  {
    why: 'the container engine’s socket gives away the host',
    value: /\/(?:var\/)?run\/(?:docker|containerd\/containerd|crio\/crio)\.sock/,
  },
  {
    why: 'shares a namespace with the host',
    key: /^(?:network_mode|pid|ipc|userns_mode|uts)$/,
    value: /^host$/,
    only: ['compose'],
  },
  {
    why: 'shares a namespace with the host',
    key: /^host_?(?:network|pid|ipc)$/,
    value: isTrue,
    safe: 'false',
  },
  {
    why: 'switches confinement off',
    value: /^(?:seccomp|apparmor|label)[:=](?:unconfined|disable)$/,
  },
  {
    why: 'mounts the host’s own system folders',
    under: /\bvolumes$|host_path$/,
    value: /^\/(?:etc|proc|sys|root|boot|dev)?(?::|\/:|\/?$)/,
    only: ['compose', 'kubernetes'],
  },
  {
    why: 'runs as root',
    key: /^user$/,
    value: /^(?:root|0)(?::(?:root|0))?$/,
    only: ['compose', 'nginx'],
  },
  { why: 'runs as root', key: /^run_as_(?:user|group)$/, value: /^0$/ },
  { why: 'allows root', key: /^run_as_non_root$/, value: /^false$/, safe: 'true' },
  {
    why: 'lets a process gain rights',
    key: /^allow_privilege_escalation$/,
    value: isTrue,
    safe: 'false',
  },
  {
    why: 'hands the cluster’s token to the container',
    key: /^automount_service_account_token$/,
    value: isTrue,
    safe: 'false',
  },
  {
    why: 'grants everything',
    under: /(?:verbs|resources|api_groups)$/,
    value: /^\*$/,
    only: ['kubernetes'],
  },
  { why: 'binds the role that may do everything', value: /^cluster-admin$/ },
  { why: 'gives the token every right', key: /^permissions$/, value: /^(?:write-all|admin|all)$/ },
  {
    why: 'runs with secrets on code from outside',
    key: /^pull_request_target$/,
    value: /^/,
    only: ['actions'],
  },
  {
    why: 'runs with secrets on code from outside',
    value: /^pull_request_target$/,
    only: ['actions'],
  },
  {
    why: 'grants everything by *',
    key: /^(?:not_)?(?:action|resource|principal)$/,
    value: /^(?:\*|[\w-]+:\*)$/,
  },
  {
    why: 'grants everything by *',
    under: /(?:^| )(?:action|resource|principal)$/,
    value: /^(?:\*|[\w-]+:\*)$/,
  },
  {
    why: 'lets everyone write',
    key: /(?:^|_)(?:mode|umask|chmod|permissions?|perms?)$/,
    value: /^["']?0?o?(?:777|666|776|767)["']?$/,
    never: ['dockerfile'],
  },
  { why: 'lets everyone write', key: /(?:^|_)umask$/, value: /^["']?0{1,4}["']?$/ },
  {
    why: 'lets everyone write',
    value: /\bchmod\s+(?:-R\s+)?(?:0?777|a\+rwx|0?666|a\+w|o\+w)\b/,
  },
  {
    why: 'grants everything in the database',
    value: /\bGRANT\s+ALL\b|\bSUPERUSER\b|\bWITH GRANT OPTION\b/i,
    except: /NOSUPERUSER/i,
  },
  {
    why: 'the program is the database’s administrator',
    key: /^(?:db|database|postgres|pg|mysql|mongo|sql)_(?:user|username)$/,
    value: /^(?:root|sa|admin|administrator|superuser)$/,
  },
  {
    why: 'the program is the database’s administrator',
    key: /^user(?:name)?$/,
    under: /(?:^|[ _])(?:db|database|postgres|pg|mysql|mongo|sql)(?:$|[ _])/,
    value: /^(?:root|sa|admin|administrator|superuser)$/,
  },
  { why: 'allows all origins', key: /cors|origins?/, value: /^\*$|^\["?\*"?\]$/ },
  { why: 'allows all origins', under: /cors|origins?/, value: /^\*$|^\["?\*"?\]$/ },
  { why: 'allows all origins', value: /allow[_-]origin\s+["']?\*/i },
  {
    why: 'lets everyone in',
    key: /(?:^|_)(?:allowed_hosts|allow_hosts|trusted_hosts|allowed_ips|allowed_users|allowed_roles|roles|scopes?|groups)$/,
    value: /^(?:\*|\["?\*"?\]|all|0\.0\.0\.0\/0)$/,
  },
  { why: 'takes every right', value: /--privileged\b|\bsudo\s+-S\b|NOPASSWD:\s*ALL/ },
]

/** Nothing runs with more rights than it needs. */
export const permissions = riskCheck(
  { id: 'configuration/permissions', title: 'Least privilege' },
  risks,
  rootImage,
)

// without USER, or with USER root at the end, the image runs as root
function rootImage(unit: Unit): readonly Finding[] {
  if (unit.format !== 'dockerfile') return []
  const from = unit.entries.findLast(({ key }) => key === 'FROM')
  const user = unit.entries.findLast(
    ({ key, start }) => key === 'USER' && start > (from?.start ?? 0),
  )
  const at = user ?? from
  const isSafe =
    user === undefined
      ? /nonroot|distroless|scratch/.test(from?.raw ?? '')
      : !/^(?:root|0)(?::|$)/.test(user.raw)
  return at === undefined || isSafe ? [] : [findingAtEntry(at, unit, 'the image runs as root')]
}
