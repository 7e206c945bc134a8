import type { Finding } from '../../model/finding.ts'
import { nearest } from '../../kit/near.ts'
import type { Entry, Platform, Unit } from './configuration.ts'
import { findingAtEntry } from './configuration-check.ts'

const keysOf: Readonly<Record<string, ReadonlySet<string>>> = {
  service: new Set(
    'annotations attach blkio_config build cap_add cap_drop cgroup cgroup_parent command configs container_name cpu_count cpu_percent cpu_period cpu_quota cpu_shares cpus cpuset credential_spec depends_on deploy develop device_cgroup_rules devices dns dns_opt dns_search domainname entrypoint env_file environment expose extends external_links extra_hosts group_add gpus healthcheck hostname image init ipc isolation labels label_file links logging mac_address mem_limit mem_reservation mem_swappiness memswap_limit models network_mode networks oom_kill_disable oom_score_adj pid pids_limit platform ports post_start pre_stop privileged profiles provider pull_policy read_only restart runtime scale secrets security_opt shm_size stdin_open stop_grace_period stop_signal storage_opt sysctls tmpfs tty ulimits user userns_mode uts volumes volumes_from working_dir'.split(
      ' ',
    ),
  ),
  compose: new Set(
    'version name services networks volumes configs secrets include models'.split(' '),
  ),
  workflow: new Set('name run-name on true permissions env defaults concurrency jobs'.split(' ')),
  job: new Set(
    'name permissions needs if runs-on environment concurrency outputs env defaults steps timeout-minutes strategy continue-on-error container services uses with secrets snapshot'.split(
      ' ',
    ),
  ),
  step: new Set(
    'id if name uses run working-directory shell with env continue-on-error timeout-minutes'.split(
      ' ',
    ),
  ),
}

const interesting = /^(?:ports|volumes|cap_add|cap_drop|services|jobs|steps|containers)$/

/** Keys and types that compose, GitHub Actions and Kubernetes refuse. */
export function platformTypeFindings(unit: Unit): readonly Finding[] {
  return unit.entries.flatMap((entry) => {
    const problem = unknownKey(entry, unit.platform) ?? wrongType(entry, unit)
    return problem === null ? [] : [findingAtEntry(entry, unit, problem)]
  })
}

function placeOf({ path }: Entry, platform: Platform): string | null {
  if (platform === 'compose')
    return path.length === 1
      ? 'compose'
      : path.length === 3 && path[0] === 'services'
        ? 'service'
        : null
  if (platform !== 'actions') return null
  if (path.length === 1) return 'workflow'
  if (path[0] !== 'jobs') return null
  return path.length === 3 ? 'job' : path.length === 5 && path[2] === 'steps' ? 'step' : null
}

function unknownKey(entry: Entry, platform: Platform): string | null {
  const place = placeOf(entry, platform)
  const keys = place === null ? undefined : keysOf[place]
  if (
    place === null ||
    keys === undefined ||
    keys.has(entry.key) ||
    entry.key.startsWith('x-') ||
    entry.key === '<<'
  )
    return null
  const near = nearest(entry.key, keys)
  return `${entry.key} is no key of a ${place}${near === null ? '' : `; ${near} is`}`
}

function wrongType(entry: Entry, unit: Unit): string | null {
  const { path, key, value } = entry
  if (unit.platform === null) return null
  const isList = interesting.test(key) && holdsList(entry, unit)
  const place = placeOf(entry, unit.platform)
  if (
    place === 'service' &&
    /^(?:ports|volumes|cap_add|cap_drop)$/.test(key) &&
    !isList &&
    value !== null
  )
    return `${key} must be a list`
  if ((place === 'compose' && key === 'services') || (place === 'workflow' && key === 'jobs'))
    return value === undefined && !isList ? null : `${key} must be a map`
  if (place === 'job' && key === 'steps' && !isList) return 'steps must be a list'
  if (
    unit.platform === 'kubernetes' &&
    /^(?:replicas|containerPort|targetPort|port|nodePort|minReplicas|maxReplicas)$/.test(key)
  ) {
    if (key === 'targetPort' && typeof value === 'string' && /[a-z]/i.test(value)) return null
    return value === undefined || typeof value === 'number' ? null : `${key} must be a number`
  }
  if (
    unit.platform === 'kubernetes' &&
    /^(?:containers|ports)$/.test(key) &&
    path.includes('spec') &&
    !isList
  )
    return `${key} must be a list`
  if (
    unit.platform === 'kubernetes' &&
    key === 'value' &&
    path.includes('env') &&
    (typeof value === 'number' || typeof value === 'boolean')
  )
    return 'the value of an environment variable must be quoted text'
  return null
}

// the first child of a list stands right after it and is called 0
function holdsList(entry: Entry, unit: Unit): boolean {
  const next = unit.entries[unit.entries.indexOf(entry) + 1]
  return (
    entry.value === undefined &&
    next !== undefined &&
    next.path.length === entry.path.length + 1 &&
    next.key === '0'
  )
}
