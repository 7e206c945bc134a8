import type { Finding } from '../../model/finding.ts'
import type { Entry, Unit } from './configuration.ts'
import { pointerOf } from './configuration.ts'

type Tree = { readonly entry: Entry | null; readonly children: Map<string, Tree> }

/** What compose, GitHub Actions and Kubernetes cannot do without. */
export function platformMusts(unit: Unit): readonly Finding[] {
  if (unit.platform === null) return unit.format === 'nginx' ? nginxMusts(unit) : []
  const root = treeOf(unit)
  switch (unit.platform) {
    case 'compose':
      return childrenOf(root, 'services').flatMap(([name, service]) =>
        service.children.has('image') ||
        service.children.has('build') ||
        service.children.has('extends')
          ? []
          : [missing(service, `the service ${name} has neither image nor build`)],
      )
    case 'actions':
      return actionsMusts(root)
    case 'kubernetes':
      return (root.children.has('apiVersion') ? [root] : [...root.children.values()]).flatMap(
        (document) => kubernetesMusts(document),
      )
    case 'iam':
      return childrenOf(root, 'Statement').flatMap(([, statement]) =>
        ['Effect', 'Resource']
          .filter(
            (key) =>
              !statement.children.has(key) &&
              !statement.children.has('Principal') &&
              /^\d+$/.test(statement.entry?.key ?? ''),
          )
          .map((key) => missing(statement, `the statement has no ${key}`)),
      )
  }
}

function treeOf(unit: Unit): Tree {
  const root: Tree = { entry: null, children: new Map() }
  for (const entry of unit.entries) {
    let node = root
    for (const [index, part] of entry.path.entries()) {
      const known: Tree = node.children.get(part) ?? { entry: null, children: new Map() }
      const next = index === entry.path.length - 1 ? { entry, children: known.children } : known
      node.children.set(part, next)
      node = next
    }
  }
  return root
}

const childrenOf = (tree: Tree, key: string): readonly (readonly [string, Tree])[] => [
  ...(tree.children.get(key)?.children ?? []),
]

const missing = (at: Tree, message: string): Finding => ({
  message,
  place: { line: at.entry?.line ?? 1, ...(at.entry ? { pointer: pointerOf(at.entry.path) } : {}) },
})

const valueAt = (tree: Tree, ...path: readonly string[]): Tree | undefined =>
  path.reduce<Tree | undefined>((node, key) => node?.children.get(key), tree)

function actionsMusts(root: Tree): readonly Finding[] {
  const findings: Finding[] = []
  if (!root.children.has('on') && !root.children.has('true'))
    findings.push(missing(root, 'the workflow has no trigger (on)'))
  for (const [name, job] of childrenOf(root, 'jobs')) {
    if (job.children.has('uses')) continue
    if (!job.children.has('runs-on')) findings.push(missing(job, `the job ${name} has no runs-on`))
    const steps = childrenOf(job, 'steps')
    if (steps.length === 0) findings.push(missing(job, `the job ${name} has no steps`))
    for (const [, step] of steps)
      if (!step.children.has('uses') && !step.children.has('run'))
        findings.push(missing(step, 'the step has neither uses nor run'))
  }
  return findings
}

const workloads = /^(?:Deployment|StatefulSet|DaemonSet|ReplicaSet)$/

function kubernetesMusts(document: Tree): readonly Finding[] {
  const findings = ['apiVersion', 'kind']
    .filter((key) => !document.children.has(key))
    .map((key) => missing(document, `${key} is missing`))
  const kind = String(document.children.get('kind')?.entry?.value ?? '')
  const metadata = document.children.get('metadata')
  if (
    !metadata?.children.has('name') &&
    !metadata?.children.has('generateName') &&
    kind !== 'List' &&
    kind !== 'Kustomization'
  )
    findings.push(missing(metadata ?? document, 'metadata.name is missing'))
  if (workloads.test(kind)) {
    const spec = document.children.get('spec')
    if (!spec?.children.has('selector'))
      findings.push(missing(spec ?? document, 'spec.selector is missing'))
    const containers = valueAt(document, 'spec', 'template', 'spec', 'containers')
    if (containers === undefined || containers.children.size === 0)
      findings.push(missing(spec ?? document, 'spec.template.spec.containers is missing'))
    for (const container of containers?.children.values() ?? [])
      for (const key of ['name', 'image'])
        if (!container.children.has(key))
          findings.push(missing(container, `the container has no ${key}`))
  }
  if (
    kind === 'Service' &&
    !valueAt(document, 'spec', 'ports') &&
    valueAt(document, 'spec', 'type')?.entry?.value !== 'ExternalName'
  )
    findings.push(missing(document.children.get('spec') ?? document, 'spec.ports is missing'))
  return findings
}

function nginxMusts(unit: Unit): readonly Finding[] {
  return unit.entries
    .filter(({ key, value }) => key === 'server' && value === undefined)
    .flatMap((server) => {
      const own = unit.entries.filter(
        ({ path, line }) =>
          path.length > server.path.length &&
          path[server.path.length - 1] === 'server' &&
          line > server.line,
      )
      return own.some(({ key }) => key === 'listen')
        ? []
        : [{ message: 'the server has no listen', place: { line: server.line } }]
    })
}
