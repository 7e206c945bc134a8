import type { PageFacts, RequestFact } from '../../../model/page-facts.ts'
import type { PageRule } from '../page-rule.ts'
import { definePageRule, oncePerPlace, quote } from '../score/define-rule.ts'

/** Browsers ask for this on their own. */
const unasked = /\/favicon\.ico$/

const failed = ({ status, failure, blocked, url }: RequestFact): boolean =>
  blocked === null &&
  !unasked.test(url) &&
  !isInstalled.test(url) &&
  !/^(data|blob|about):/.test(url) &&
  (failure !== null ? !/abort/i.test(failure) : status !== null && status >= 400)

/** Files that are told where the source names them. */
function toldInSource({ static: files, page }: PageFacts): ReadonlySet<string> {
  const links = files?.pages.find(({ file }) => file === page)?.links ?? []
  return new Set(
    links.flatMap(({ attribute, verdict }) =>
      attribute !== 'href' && attribute !== 'action' && verdict.type === 'missing-file'
        ? [verdict.path]
        : [],
    ),
  )
}

/** A script asked for data that its folder lacks: where only files are known, a server may have it. */
const isForServer = ({ type, status }: RequestFact, { sources }: PageFacts): boolean =>
  sources === undefined && /^(?:fetch|xhr)$/.test(type) && (status ?? 0) >= 400

/** Whether a script asked in vain for a file that the page does not name: the look may not have known that it is needed. */
export const asksWhileItRuns = (facts: PageFacts): boolean => {
  const message = toldInSource(facts)
  return facts.network.requests.some(
    ({ type, status, url, duringProbe }) =>
      /^(?:script|fetch|xhr)$/.test(type) &&
      (status ?? 0) >= 400 &&
      !duringProbe &&
      !message.has(pathOf(url)),
  )
}

export const failedRequest: PageRule = definePageRule(
  {
    id: 'interaction/failed-request',
    about: 'Everything a page asks for is there: no answer 404, no request that fails.',
    example: { bad: '<script src="old.js"> answers 404', better: '<script src="site.js">' },
    mustPass: true,
  },
  (facts) => {
    const message = toldInSource(facts)
    return oncePerPlace(
      facts.network.requests
        .filter((request) => failed(request) && !message.has(pathOf(request.url)))
        .map((request) => {
          const { url, status, failure, method, duringProbe } = request
          const said = `${pathOf(url)} ${status === null ? `failed: ${failure ?? 'no answer'}` : `answers ${status}`}`
          // the far side of what is sent is no part of the files of a page, nor is a server that answers scripts
          const isUnknown = isForServer(request, facts) || (duringProbe && method !== 'GET')
          return {
            severity: isUnknown ? ('warning' as const) : ('error' as const),
            message: isUnknown
              ? `${said}; whether a server would answer is not known.`
              : `${said}.`,
            place: { file: pathOf(url) },
          }
        }),
    )
  },
)

export const thirdParty: PageRule = definePageRule(
  {
    id: 'interaction/third-party',
    about: 'A page loads nothing from elsewhere; what it tried was blocked.',
    example: {
      bad: '<link href="https://fonts.example/css">',
      better: '@font-face { src: url(fonts/body.woff2) }',
    },
  },
  ({ network }) =>
    oncePerPlace(
      network.requests
        .filter(({ blocked, duringProbe, type }) => {
          return blocked !== null && !(duringProbe && type === 'document')
        })
        .map(({ url, type, blocked }) => ({
          severity: 'warning' as const,
          message: `The page asked for ${quote(url)} (${type}), which was blocked as ${blocked ?? 'foreign'}.`,
          place: { file: url.slice(0, 200) },
        })),
    ),
)

// the browser says in the console what the rules on requests say better
const aboutRequests = /Failed to load resource|net::ERR_|blocked by (client|CORS)|CORS policy/i

export const consoleError: PageRule = definePageRule(
  {
    id: 'interaction/console-error',
    about: 'Loading and using a page writes no error to the console.',
    example: { bad: "console.error('config missing')", better: 'No message' },
  },
  ({ network }) =>
    network.console
      .filter(({ level, text }) => level === 'error' && !aboutRequests.test(text))
      .map(({ text, place }) => ({
        message: `The console says ${quote(text)}.`,
        place: place === null ? {} : { file: place },
      })),
)

/** Whether the look held back something of these kinds that the page asked for: what it would have done is not known. */
export const wasKept = (
  { requests, console: said }: Pick<PageFacts['network'], 'requests' | 'console'>,
  kinds: RegExp,
): boolean =>
  requests.some(
    ({ type, blocked, url, status }) =>
      kinds.test(type) && (blocked !== null || (isInstalled.test(url) && (status ?? 0) >= 400)),
  ) ||
  // a page that was made for http asks for what no page may have over https
  said.some(({ text }) => kinds.test(/^Mixed Content: .* insecure (\w+)/.exec(text)?.[1] ?? ''))

/** Whether the page is seen without its own looks; a font alone changes little. */
export const isUnstyled = ({ requests }: Pick<PageFacts['network'], 'requests'>): boolean =>
  requests.some(
    ({ type, blocked, url }) => type === 'stylesheet' && blocked !== null && !/font/i.test(url),
  )

/** What a package manager puts there; a site is judged without it where nobody installed it. */
export const isInstalled = /(?:^|\/)(?:node_modules|bower_components)\//

/**
 * Errors that only the look brings about: a permission that nobody was there to give, and names
 * of scripts that were not let through.
 */
export function isOfTheLook(message: string, network: PageFacts['network']): boolean {
  if (/permission (?:was )?denied|NotAllowedError|not allowed by the user agent/i.test(message))
    return true
  if (/failed to fetch|networkerror|load failed/i.test(message))
    return wasKept(network, /^(?:fetch|xhr)$/)
  return (
    /is not defined|is not a function|\b(?:undefined|null)\b/.test(message) &&
    wasKept(network, /^script$/)
  )
}

export const pageError: PageRule = definePageRule(
  {
    id: 'interaction/page-error',
    about: 'No script of a page throws.',
    example: { bad: 'document.querySelector(".old").remove()', better: 'No exception' },
    mustPass: true,
  },
  ({ network }) =>
    oncePerPlace(
      network.pageErrors
        .filter(({ message }) => !isOfTheLook(message, network))
        .map(({ message, duringProbe }) => ({
          message: `A script throws ${duringProbe ? 'when the page is used' : 'while the page loads'}: ${quote(message)}.`,
          place: {},
        })),
    ),
)

export const unaskedAttempt: PageRule = definePageRule(
  {
    id: 'interaction/unasked-attempt',
    about: 'A page opens no window, dialog or download, and goes nowhere, before it is asked to.',
    example: { bad: "onload = () => alert('Welcome')", better: 'A greeting in the page' },
  },
  ({ network }) =>
    network.attempts
      .filter(({ duringProbe }) => !duringProbe)
      .map(({ kind, detail }) => ({
        severity: kind === 'service-worker' ? ('warning' as const) : ('error' as const),
        message: `The page tries a ${kind} on its own: ${quote(detail)}.`,
        place: {},
      })),
)

const pathOf = (url: string): string => url.replace(/^[a-z]+:\/\/[^/]+\//i, '').slice(0, 200) || url
