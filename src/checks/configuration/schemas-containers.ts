import { closed, extensions, list, mapOf, needsOne, type Schema, text, when } from './schema.ts'

const service = closed(
  `annotations attach blkio_config build cap_add cap_drop cgroup cgroup_parent command configs container_name cpu_count
  cpu_percent cpu_period cpu_quota cpu_rt_period cpu_rt_runtime cpu_shares cpus cpuset credential_spec depends_on deploy
  develop device_cgroup_rules devices dns dns_opt dns_search domainname entrypoint env_file environment expose extends
  external_links extra_hosts gpus group_add healthcheck hostname image init ipc isolation label_file labels links logging
  mac_address mem_limit mem_reservation mem_swappiness memswap_limit models network_mode networks oom_kill_disable
  oom_score_adj pid pids_limit platform ports post_start pre_stop privileged profiles provider pull_policy
  pull_refresh_after read_only restart runtime scale secrets security_opt shm_size stdin_open stop_grace_period stop_signal
  storage_opt sysctls tmpfs tty ulimits use_api_socket user userns_mode uts volumes volumes_from working_dir`,
  {
    ports: list,
    volumes: list,
    cap_add: list,
    cap_drop: list,
    image: text,
    restart: {
      type: 'string',
      pattern: String.raw`^(?:no|always|unless-stopped|on-failure(?::\d+)?|\$\{.*\})$`,
    },
    healthcheck: closed(
      'test interval timeout retries start_period start_interval disable',
      {},
      extensions,
    ),
    build: { type: ['string', 'object'] },
  },
  { ...extensions, ...needsOne('image', 'build', 'extends', 'provider') },
)

export const compose: Schema = closed(
  'version name networks volumes configs secrets models include',
  { services: mapOf(service) },
  extensions,
)

const port = { type: 'integer', minimum: 0, maximum: 65_535 }
const container = {
  type: 'object',
  required: ['name', 'image'],
  properties: {
    ports: { type: 'array', items: { type: 'object', properties: { containerPort: port } } },
    env: {
      type: 'array',
      items: { type: 'object', required: ['name'], properties: { value: text } },
    },
  },
}
const podSpec = {
  type: 'object',
  required: ['containers'],
  properties: { containers: { type: 'array', minItems: 1, items: container } },
}
const kindIs = (pattern: string, then: Schema): Schema =>
  when({ required: ['kind'], properties: { kind: { type: 'string', pattern } } }, then)

export const kubernetes: Schema = {
  type: 'object',
  required: ['apiVersion', 'kind'],
  properties: { apiVersion: text, kind: text },
  allOf: [
    kindIs('^(?!.*List$|Kustomization$|Component$|Config$|.*Configuration$|.*Policy$)', {
      required: ['metadata'],
      properties: { metadata: { type: 'object', ...needsOne('name', 'generateName') } },
    }),
    when(
      {
        required: ['apiVersion', 'kind'],
        properties: {
          apiVersion: { const: 'apps/v1' },
          kind: { enum: ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet'] },
        },
      },
      {
        required: ['spec'],
        properties: {
          spec: {
            type: 'object',
            required: ['selector', 'template'],
            properties: {
              replicas: { type: 'integer' },
              template: { type: 'object', required: ['spec'], properties: { spec: podSpec } },
            },
          },
        },
      },
    ),
    kindIs('^Pod$', { required: ['spec'], properties: { spec: podSpec } }),
    kindIs('^Service$', {
      properties: {
        spec: {
          type: 'object',
          properties: {
            ports: {
              type: 'array',
              items: { type: 'object', required: ['port'], properties: { port, nodePort: port } },
            },
          },
        },
      },
    }),
  ],
}
