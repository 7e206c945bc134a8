import type { FileKind } from './kind.ts'

/** What the reader of a kind of file refuses, as JSON Schema. What is not said here is not claimed. */
export type Schema = Readonly<Record<string, unknown>>

const words = (text: string): readonly string[] => text.trim().split(/\s+/)
const anything = {}
const text = { type: 'string' }
const flag = { type: ['boolean', 'null'] }
const texts = { type: 'array', items: text }

/** An object that knows no other keys than these; some of them have a shape. */
const closed = (
  keys: string,
  shapes: Readonly<Record<string, Schema>> = {},
  more: Schema = {},
): Schema => ({
  type: 'object',
  properties: { ...Object.fromEntries(words(keys).map((key) => [key, anything])), ...shapes },
  additionalProperties: false,
  ...more,
})
const needsOne = (...keys: readonly string[]): Schema => ({
  anyOf: keys.map((key) => ({ required: [key] })),
})
const mapOf = (schema: Schema): Schema => ({ type: 'object', additionalProperties: schema })
const list = { type: ['array', 'null'] }
const extensions = { patternProperties: { '^x-': anything } }

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

const step = closed(
  'id if name uses run working-directory shell with env continue-on-error timeout-minutes background wait cancel',
  {},
  needsOne('uses', 'run'),
)
const job = closed(
  `name permissions needs if runs-on environment concurrency outputs env defaults steps timeout-minutes strategy
  continue-on-error container services uses with secrets snapshot`,
  { steps: { type: 'array', minItems: 1, items: step } },
  { anyOf: [{ required: ['uses'] }, { required: ['runs-on', 'steps'] }] },
)
const events = words(
  `branch_protection_rule check_run check_suite create delete deployment deployment_status discussion discussion_comment
  fork gollum image_version issue_comment issues label merge_group milestone page_build project project_card
  project_column public pull_request pull_request_comment pull_request_review pull_request_review_comment
  pull_request_target push registry_package release repository_dispatch schedule status watch workflow_call
  workflow_dispatch workflow_run`,
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
const kindIs = (pattern: string, then: Schema): Schema => ({
  if: { required: ['kind'], properties: { kind: { type: 'string', pattern } } },
  then,
})

const severity = { enum: [0, 1, 2, 'off', 'warn', 'error'] }
const compilerOptions = closed(
  `allowArbitraryExtensions allowImportingTsExtensions allowJs allowSyntheticDefaultImports allowUmdGlobalAccess
  allowUnreachableCode allowUnusedLabels alwaysStrict assumeChangesOnlyAffectDirectDependencies baseUrl charset checkJs
  composite customConditions declaration declarationDir declarationMap diagnostics disableReferencedProjectLoad
  disableSizeLimit disableSolutionSearching disableSourceOfProjectReferenceRedirect downlevelIteration emitBOM
  emitDeclarationOnly emitDecoratorMetadata erasableSyntaxOnly esModuleInterop exactOptionalPropertyTypes
  experimentalDecorators explainFiles extendedDiagnostics forceConsistentCasingInFileNames generateCpuProfile
  generateTrace ignoreDeprecations importHelpers importsNotUsedAsValues incremental inlineSourceMap inlineSources
  isolatedDeclarations isolatedModules jsx jsxFactory jsxFragmentFactory jsxImportSource keyofStringsOnly lib libReplacement
  listEmittedFiles listFiles locale mapRoot maxNodeModuleJsDepth module moduleDetection moduleResolution moduleSuffixes
  newLine noCheck noEmit noEmitHelpers noEmitOnError noErrorTruncation noFallthroughCasesInSwitch noImplicitAny
  noImplicitOverride noImplicitReturns noImplicitThis noImplicitUseStrict noLib noPropertyAccessFromIndexSignature
  noResolve noStrictGenericChecks noUncheckedIndexedAccess noUncheckedSideEffectImports noUnusedLocals noUnusedParameters
  out outDir outFile paths plugins preserveConstEnums preserveSymlinks preserveValueImports preserveWatchOutput pretty
  reactNamespace removeComments resolveJsonModule resolvePackageJsonExports resolvePackageJsonImports
  rewriteRelativeImportExtensions rootDir rootDirs skipDefaultLibCheck skipLibCheck sourceMap sourceRoot
  stableTypeOrdering strict strictBindCallApply strictBuiltinIteratorReturn strictFunctionTypes strictNullChecks
  strictPropertyInitialization stripInternal suppressExcessPropertyErrors suppressImplicitAnyIndexErrors target
  traceResolution tsBuildInfoFile typeRoots types useDefineForClassFields useUnknownInCatchVariables verbatimModuleSyntax`,
  {
    strict: flag,
    declaration: flag,
    noEmit: flag,
    sourceMap: flag,
    skipLibCheck: flag,
    esModuleInterop: flag,
    outDir: { type: ['string', 'null'] },
    lib: { type: ['array', 'null'], items: text },
    types: { type: ['array', 'null'], items: text },
    target: { type: 'string', pattern: '^(?:[Ee][Ss](?:3|5|6|20[12]\\d|[Nn][Ee][Xx][Tt]))$' },
  },
)

const dependencies = mapOf(text)
const schemas: Partial<Record<FileKind, Schema>> = {
  compose: closed(
    'version name networks volumes configs secrets models include',
    { services: mapOf(service) },
    extensions,
  ),
  workflow: closed(
    'run-name description permissions env defaults concurrency',
    {
      name: { type: ['string', 'number'] },
      on: {
        anyOf: [
          { enum: events },
          { type: 'array', items: { enum: events } },
          { type: 'object', propertyNames: { enum: events } },
        ],
      },
      jobs: { type: 'object', minProperties: 1, additionalProperties: job },
    },
    { required: ['on', 'jobs'] },
  ),
  kubernetes: {
    type: 'object',
    required: ['apiVersion', 'kind'],
    properties: { apiVersion: text, kind: text },
    allOf: [
      kindIs('^(?!.*List$|Kustomization$|Component$|Config$|.*Configuration$|.*Policy$)', {
        required: ['metadata'],
        properties: { metadata: { type: 'object', ...needsOne('name', 'generateName') } },
      }),
      {
        if: {
          required: ['apiVersion', 'kind'],
          properties: {
            apiVersion: { const: 'apps/v1' },
            kind: { enum: ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet'] },
          },
        },
        then: {
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
      },
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
  },
  dependabot: {
    type: 'object',
    required: ['version', 'updates'],
    properties: {
      version: { const: 2 },
      updates: {
        type: 'array',
        items: {
          type: 'object',
          required: ['package-ecosystem'],
          allOf: [
            needsOne('directory', 'directories'),
            needsOne('schedule', 'multi-ecosystem-group'),
          ],
        },
      },
    },
  },
  tsconfig: {
    type: 'object',
    properties: {
      compilerOptions,
      include: texts,
      exclude: texts,
      files: texts,
      references: { type: 'array' },
    },
  },
  eslint: closed(
    `$schema ecmaFeatures env extends globals ignorePatterns noInlineConfig overrides parser parserOptions plugins processor
    reportUnusedDisableDirectives root settings`,
    { rules: mapOf({ anyOf: [severity, { type: 'array', minItems: 1 }] }) },
  ),
  prettier: {
    type: 'object',
    properties: {
      semi: { type: 'boolean' },
      singleQuote: { type: 'boolean' },
      useTabs: { type: 'boolean' },
      tabWidth: { type: 'integer' },
      printWidth: { type: 'integer' },
      trailingComma: { enum: ['all', 'es5', 'none'] },
    },
  },
  package: {
    type: 'object',
    properties: {
      name: text,
      version: text,
      type: { enum: ['module', 'commonjs'] },
      private: { type: 'boolean' },
      scripts: { type: 'object', additionalProperties: { type: ['string', 'object'] } },
      dependencies,
      devDependencies: dependencies,
      peerDependencies: dependencies,
    },
  },
  pyproject: {
    type: 'object',
    properties: {
      project: {
        type: 'object',
        required: ['name'],
        ...needsOne('version', 'dynamic'),
        properties: { dependencies: texts },
      },
    },
  },
  iam: {
    type: 'object',
    properties: {
      Statement: {
        type: ['array', 'object'],
        items: {
          type: 'object',
          required: ['Effect'],
          ...needsOne('Resource', 'NotResource', 'Principal', 'NotPrincipal'),
        },
      },
    },
  },
}

export const schemaOf = (kind: FileKind): Schema | null => schemas[kind] ?? null
