import { chainOf, keyName, literalOf } from '../../../integrity/names.ts'
import { above, all, below, is, type Node, type Source } from '../../../integrity/source.ts'
import { isSecretName } from '../../../secrets/find-secrets.ts'
import { holdsUnless, type Issue, notApplicable, type Part, undecided } from '../../evaluation.ts'
import { issueAt, type Project } from '../project.ts'
import { specLines } from '../read-spec.ts'
import { type VariableUse, variablesIn } from './variables.ts'

const shown = /^(?:NEXT_PUBLIC|VITE|REACT_APP|EXPO_PUBLIC|NUXT_PUBLIC|GATSBY|PUBLIC)_(?<rest>.+)$/
const surelySecret =
  /SECRET|PRIVATE|PASSWORD|PASSWD|SERVICE_ROLE|DATABASE_URL|CONNECTION_STRING|SIGNING|WEBHOOK/
const meantForAll = /PUBLISHABLE|PUBLIC|ANON|SITE_?KEY|CLIENT_ID|MEASUREMENT|ANALYTICS/

const bareName = (name: string): string => shown.exec(name)?.groups?.['rest'] ?? name
const isSecret = (name: string): boolean =>
  (isSecretName(bareName(name)) || surelySecret.test(name)) && !meantForAll.test(bareName(name))

/** Secrets of the server stay on the server. */
export function exposedPart(project: Project, uses: readonly VariableUse[]): Part {
  const about = 'secrets of the server do not reach the client'
  const fix = 'Read it on the server only and give the client what it needs through a route'
  const isShown = (name: string) => shown.test(name)
  const named = uses.filter(({ name }) => isShown(name) && isSecret(name))
  const sure = named.filter(
    (use) => surelySecret.test(use.name) || isSentAsKey(use) || isForbidden(project, use),
  )
  const issues: readonly Issue[] = [
    ...sure.map(({ source, node, name }) =>
      issueAt(
        source,
        node,
        `${name} is a secret, and its prefix puts it into the code that browsers load`,
        fix,
      ),
    ),
    ...clientIssues(project, fix),
    ...uses
      .filter(
        ({ source, node, name }) => isSecret(name) && !isShown(name) && isHandedOut(source, node),
      )
      .map(({ source, node, name }) =>
        issueAt(source, node, `${name} is handed to the client`, fix),
      ),
    ...settingIssues(project, fix),
    ...exampleIssues(project, fix),
  ]
  const open = named.filter((use) => !sure.includes(use))
  if (issues.length === 0 && open.length > 0)
    return undecided(
      'client-secrets',
      about,
      `browsers get ${[...new Set(open.map(({ name }) => name))].join(', ')}: is that key meant for everybody?`,
    )
  if (issues.length === 0 && uses.every(({ name }) => !isSecret(name)))
    return notApplicable(
      'client-secrets',
      about,
      'touched code reads no secret from the environment',
    )
  return holdsUnless('client-secrets', about, {
    issues,
    reason: 'secrets are read on the server only',
  })
}

/** A key in a header that only the service and its customer should know. */
const isSentAsKey = ({ source, node }: VariableUse): boolean =>
  [...above(source, node)].some(
    (each) =>
      is('Property')(each) &&
      /^(?:authorization|x-api-key|api-key|x-goog-api-key)$/i.test(keyName(each.key)),
  )

const isForbidden = ({ facts }: Project, { name }: VariableUse): boolean => {
  const words = bareName(name)
    .toLowerCase()
    .split('_')
    .filter((word) => !/^(?:api|key|token|secret)$/.test(word))
  return specLines(facts.spec).some(
    ({ text }) =>
      /\b(?:server[- ]side|server only|only on the server|never|not)\b.*\b(?:client|browser|frontend|front end|exposed|bundle)\b|\bstays? on the server\b/i.test(
        text,
      ) &&
      /\bkeys?\b|\bsecrets?\b|\btokens?\b|\bcredentials?\b/i.test(text) &&
      (words.length === 0 ||
        words.some((word) => text.toLowerCase().includes(word)) ||
        /\b(?:api )?keys?\b/i.test(text)),
  )
}

const isClient = ({ program }: Source): boolean =>
  program.body.some(
    (each) => is('ExpressionStatement')(each) && literalOf(each.expression) === 'use client',
  )
const isServer = ({ program, text }: Source): boolean =>
  program.body.some(
    (each) => is('ExpressionStatement')(each) && literalOf(each.expression) === 'use server',
  ) || /['"]server-only['"]/.test(text)

/** What code for browsers loads, itself or through others, reads no secret. */
function clientIssues(project: Project, fix: string): readonly Issue[] {
  return project.touched.filter(isClient).flatMap((start) => {
    const visited = new Set<Source>()
    const waiting = [start]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (visited.has(at) || isServer(at)) continue
      visited.add(at)
      for (const { moduleRequest, entries } of at.module.staticImports) {
        const target =
          entries.length > 0 && entries.every(({ isType }) => isType)
            ? null
            : project.fileOf(at, moduleRequest.value)
        if (target !== null) waiting.push(target)
      }
    }
    return [...visited].flatMap((source) =>
      variablesIn(project, source)
        .filter(({ name }) => isSecret(name) && !shown.test(name))
        .map(({ node, name }) =>
          issueAt(
            source,
            node,
            source === start
              ? `code for browsers reads ${name}`
              : `${start.path} runs in browsers and loads ${source.path}, which reads ${name}`,
            fix,
          ),
        ),
    )
  })
}

/** In an answer, or as a property of a component. */
function isHandedOut(source: Source, node: Node): boolean {
  for (const each of above(source, node)) {
    if (is('JSXAttribute')(each)) {
      const element = source.parentOf.get(each)
      return (
        is('JSXOpeningElement')(element) &&
        is('JSXIdentifier')(element.name) &&
        /^[A-Z]/.test(element.name.name)
      )
    }
    if (is('CallExpression')(each)) {
      const chain = chainOf(each.callee)
      return (
        /^(?:json|send)$/.test(chain.at(-1) ?? '') &&
        /^(?:res|response|reply|c|ctx|Response|NextResponse)$/.test(chain[0] ?? '')
      )
    }
    if (
      !is(
        'Property',
        'ObjectExpression',
        'TSNonNullExpression',
        'TSAsExpression',
        'LogicalExpression',
        'JSXExpressionContainer',
        'TemplateLiteral',
      )(each)
    )
      return false
  }
  return false
}

/** `define` of Vite and `env` of Next put values into the bundle. */
const settingIssues = (project: Project, fix: string): readonly Issue[] =>
  project.settings
    .filter(
      ({ path }) =>
        project.facts.touched.includes(path) &&
        /(?:vite|next|webpack|rspack)[\w.-]*\.config\./.test(path),
    )
    .flatMap((source) =>
      all(source, 'Property')
        .filter(({ key }) => /^(?:define|env|publicRuntimeConfig)$/.test(keyName(key)))
        .flatMap(({ value }) =>
          [...below(value)].flatMap((each) => {
            const name = is('Property')(each) ? (keyName(each.key).split('.').at(-1) ?? '') : ''
            return isSecret(name) && /[A-Z]_|_[A-Z]/.test(name)
              ? [issueAt(source, each, `${name} is put into the code that browsers load`, fix)]
              : []
          }),
        ),
    )

function exampleIssues({ facts }: Project, fix: string): readonly Issue[] {
  return facts.touched
    .filter((path) => /(?:^|\/)[\w.]*env[\w.-]*$/i.test(path))
    .flatMap((path) =>
      (facts.files.get(path) ?? '').split('\n').flatMap((text, index) => {
        const name = /^\s*([A-Z][A-Z0-9_]*)\s*=/.exec(text)?.[1] ?? ''
        return shown.test(name) && surelySecret.test(name) && isSecret(name)
          ? [
              {
                message: `${name} is a secret with a prefix for browsers`,
                path,
                line: index + 1,
                fix,
              },
            ]
          : []
      }),
    )
}
