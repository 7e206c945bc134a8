import { closed, extensions, list, mapOf, needsOne, type Schema, text, when } from './schema.ts'

const composeService = closed(
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
  { services: mapOf(composeService) },
  extensions,
)

const port = { type: 'integer', minimum: 0, maximum: 65_535 }
const metadata = closed(
  `annotations clusterName creationTimestamp deletionGracePeriodSeconds deletionTimestamp finalizers generateName
  generation initializers labels managedFields name namespace ownerReferences resourceVersion selfLink uid`,
)
const container = closed(
  `args command envFrom image imagePullPolicy lifecycle livenessProbe name readinessProbe resizePolicy restartPolicy
  restartPolicyRules securityContext startupProbe stdin stdinOnce targetContainerName terminationMessagePath
  terminationMessagePolicy tty volumeDevices volumeMounts workingDir`,
  {
    ports: {
      type: ['array', 'null'],
      items: closed('hostIP hostPort name protocol', { containerPort: port }),
    },
    env: {
      type: ['array', 'null'],
      items: closed(
        'name valueFrom',
        { value: { type: ['string', 'null'] } },
        { required: ['name'] },
      ),
    },
    resources: { anyOf: [closed('limits requests claims'), { type: 'null' }] },
  },
)
const podSpec = closed(
  `activeDeadlineSeconds affinity automountServiceAccountToken dnsConfig dnsPolicy enableServiceLinks ephemeralContainers
  hostAliases hostIPC hostNetwork hostPID hostUsers hostname hostnameOverride imagePullSecrets nodeName nodeSelector os
  overhead preemptionPolicy priority priorityClassName readinessGates resourceClaims resources restartPolicy
  runtimeClassName schedulerName schedulingGates securityContext serviceAccount serviceAccountName setHostnameAsFQDN
  shareProcessNamespace subdomain terminationGracePeriodSeconds tolerations topologySpreadConstraints volumes workloadRef`,
  {
    containers: {
      type: 'array',
      minItems: 1,
      items: { ...container, required: ['name', 'image'] },
    },
    initContainers: { type: ['array', 'null'], items: container },
  },
  { required: ['containers'] },
)
const template = closed('metadata', { spec: podSpec }, { required: ['spec'] })
const jobSpec = closed(
  `activeDeadlineSeconds backoffLimit backoffLimitPerIndex completionMode completions managedBy manualSelector
  maxFailedIndexes parallelism podFailurePolicy podReplacementPolicy selector successPolicy suspend ttlSecondsAfterFinished`,
  { template },
  { required: ['template'] },
)
const specs: readonly (readonly [string, string, Schema])[] = [
  ...[
    ['Deployment', 'paused progressDeadlineSeconds revisionHistoryLimit strategy'],
    [
      'StatefulSet',
      `ordinals persistentVolumeClaimRetentionPolicy podManagementPolicy revisionHistoryLimit serviceName updateStrategy
      volumeClaimTemplates`,
    ],
    ['DaemonSet', 'revisionHistoryLimit updateStrategy'],
    ['ReplicaSet', ''],
  ].map(([kind = '', keys = '']): readonly [string, string, Schema] => [
    'apps/v1',
    kind,
    closed(
      `minReadySeconds selector ${keys}`,
      { template, ...(kind === 'DaemonSet' ? {} : { replicas: { type: ['integer', 'null'] } }) },
      { required: ['selector', 'template'] },
    ),
  ]),
  ['batch/v1', 'Job', jobSpec],
  [
    'batch/v1',
    'CronJob',
    closed(
      `concurrencyPolicy failedJobsHistoryLimit schedule startingDeadlineSeconds successfulJobsHistoryLimit suspend timeZone`,
      { jobTemplate: closed('metadata', { spec: jobSpec }) },
      { required: ['schedule', 'jobTemplate'] },
    ),
  ],
  ['v1', 'Pod', podSpec],
]
const service = closed(
  `allocateLoadBalancerNodePorts clusterIP clusterIPs externalIPs externalName externalTrafficPolicy healthCheckNodePort
  internalTrafficPolicy ipFamilies ipFamily ipFamilyPolicy loadBalancerClass loadBalancerIP loadBalancerSourceRanges
  publishNotReadyAddresses selector sessionAffinity sessionAffinityConfig topologyKeys trafficDistribution type`,
  {
    ports: {
      type: ['array', 'null'],
      items: closed(
        'appProtocol name protocol targetPort',
        { port, nodePort: port },
        { required: ['port'] },
      ),
    },
  },
)
const isA = (apiVersion: string, kind: string): Schema => ({
  required: ['apiVersion', 'kind'],
  properties: { apiVersion: { const: apiVersion }, kind: { const: kind } },
})
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
    ...specs.map(([version, kind, spec]) =>
      when(isA(version, kind), {
        ...closed('apiVersion kind status', { metadata, spec }),
        required: ['spec'],
      }),
    ),
    when(isA('v1', 'Service'), closed('apiVersion kind status', { metadata, spec: service })),
    when(isA('v1', 'ConfigMap'), closed('apiVersion kind data binaryData immutable', { metadata })),
    when(
      isA('v1', 'Secret'),
      closed('apiVersion kind data stringData immutable type', { metadata }),
    ),
  ],
}
