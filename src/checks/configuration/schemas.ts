import type { FileKind } from './configuration.ts'
import { closed, mapOf, needsOne, type Schema, text, texts, words } from './schema.ts'
import { compose, kubernetes } from './schemas-containers.ts'

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

const flag = { type: ['boolean', 'null'] }
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
  compose,
  kubernetes,
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
