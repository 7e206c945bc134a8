import { type Issue, type Part, unmet } from '../../evaluation.ts'
import type { ApplicationFacts } from '../../facts.ts'
import type { Project } from '../project.ts'
import { quotedIn, type SpecLine, specLines } from '../read-spec.ts'

/** "`/account` sends people who are not signed in to `/sign-in`". */
type SentOn = { readonly from: string; readonly to: string; readonly line: number }

const sending =
  /\b(?:redirect(?:s|ed)?|sen(?:ds?|t)|leads?|takes?|taken|brings?|brought|forwards?)\b/i
const stranger =
  /\b(?:not (?:signed|logged) in|(?:signed|logged) out|without (?:an? )?(?:session|account|sign|log)\S*|unauthenticated|anonymous|strangers?)\b/i

function sentOnIn({ text, line }: SpecLine): readonly SentOn[] {
  const paths = quotedIn(text).filter((each) => /^\/[\w/-]*$/.test(each))
  const [from = '', to = ''] = paths
  return paths.length === 2 && sending.test(text) && stranger.test(text) ? [{ from, to, line }] : []
}

/** Where the spec says to which page somebody who is not signed in is sent, a request of nobody is. */
export async function sentOnParts({ facts }: Project): Promise<readonly Part[]> {
  const { application, folder } = facts
  if (application === null) return []
  const issues: Issue[] = []
  for (const { from, to, line } of specLines(facts.spec).flatMap(sentOnIn)) {
    const wrong = await otherThan(application, from, to)
    if (wrong !== null)
      issues.push({
        message: `GET ${from} ${wrong} whoever is not signed in, where the spec says ${to}`,
        path: `${folder}/spec.md`,
        line,
        fix: `redirect them to ${to}`,
      })
  }
  return issues.length === 0
    ? []
    : [unmet('sent-on', 'people are sent where the spec says', issues)]
}

/** What comes instead; null where it is as asked, or where scripts of the page may do it. */
async function otherThan(
  { request, origin }: ApplicationFacts,
  from: string,
  to: string,
): Promise<string | null> {
  const response = await request({ method: 'GET', path: from, headers: { accept: 'text/html' } })
  if (response === null || response.status < 300 || response.status >= 500) return null
  const location = response.headers['location'] ?? ''
  if (response.status >= 400) return `answers ${response.status} to`
  const path = URL.canParse(location, origin) ? new URL(location, origin).pathname : location
  return path === to ? null : `sends to ${path}`
}
