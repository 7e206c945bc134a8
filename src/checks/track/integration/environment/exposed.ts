import { keyName } from '../../../integrity/names.ts'
import { above, is } from '../../../integrity/source.ts'
import { isSecretName } from '../../../secrets/find-secrets.ts'
import { holdsUnless, type Issue, notApplicable, type Part, undecided } from '../../evaluation.ts'
import { issueAt, type Project } from '../project.ts'
import { type VariableUse } from './variables.ts'

const shown = /^(?:NEXT_PUBLIC|VITE|REACT_APP|EXPO_PUBLIC|NUXT_PUBLIC|GATSBY|PUBLIC)_(?<rest>.+)$/
const surelySecret =
  /SECRET|PRIVATE|PASSWORD|PASSWD|SERVICE_ROLE|DATABASE_URL|CONNECTION_STRING|SIGNING|WEBHOOK/
const meantForAll = /PUBLISHABLE|PUBLIC|ANON|SITE_?KEY|CLIENT_ID|MEASUREMENT|ANALYTICS/

const bareName = (name: string): string => shown.exec(name)?.groups?.['rest'] ?? name
const isSecret = (name: string): boolean =>
  (isSecretName(bareName(name)) || surelySecret.test(name)) && !meantForAll.test(bareName(name))

/** Secrets of the server have no name that bundlers give to browsers. */
export function exposedPart(project: Project, uses: readonly VariableUse[]): Part {
  const about = 'no secret has a prefix that puts it into the code for browsers'
  const fix = 'Read it on the server only and give the client what it needs through a route'
  const isShown = (name: string) => shown.test(name)
  const named = uses.filter(({ name }) => isShown(name) && isSecret(name))
  const sure = named.filter((use) => surelySecret.test(use.name) || isSentAsKey(use))
  const issues: readonly Issue[] = [
    ...sure.map(({ source, node, name }) =>
      issueAt(
        source,
        node,
        `${name} is a secret, and its prefix puts it into the code that browsers load`,
        fix,
      ),
    ),
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
    reason: 'no secret of touched code has such a prefix',
  })
}

/** A key in a header that only the service and its customer should know. */
const isSentAsKey = ({ source, node }: VariableUse): boolean =>
  [...above(source, node)].some(
    (each) =>
      is('Property')(each) &&
      /^(?:authorization|x-api-key|api-key|x-goog-api-key)$/i.test(keyName(each.key)),
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
