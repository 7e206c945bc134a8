import { isJson, jsonOf } from '../../../kit/parse.ts'
import { isMap } from '../../openapi/json.ts'
import type { Issue } from '../evaluation.ts'
import type { ApplicationFacts, ApplicationResponse } from '../facts.ts'
import type { Business } from './business.ts'

/** `GET /api/quote?boxes=2` answers 200 with `"total": 58`: what can be asked as it stands, without a body. */
type Example = {
  readonly path: string
  readonly status: number
  /** What the answer has. */
  readonly shown: unknown
}

const asked = /`GET (\/[^\s`{}:<>*]*)`[^.;`]*?\b(?:answers?|returns?|responds?(?: with)?|gives?)\b/i

export function exampleIn(text: string): Example | null {
  const [before = '', path = ''] = asked.exec(text) ?? []
  const after = text.slice(text.indexOf(before) + before.length)
  const [, status = '', rest = ''] = /^\D{0,12}([1-5]\d\d)\b([^.;]*)/.exec(after) ?? []
  const [, shown = ''] = /^[^,`]*\bwith\b[^,`]*`([^`]+)`/.exec(rest) ?? []
  const json = [shown, `{${shown}}`].find((each) => shown !== '' && isJson(each))
  return path === '' || status === ''
    ? null
    : { path, status: Number(status), shown: json === undefined ? undefined : jsonOf(json) }
}

/** Where the running application answers otherwise than the spec says. */
export async function wrongAnswers(
  { code: { facts } }: Business,
  criteria: readonly { readonly text: string; readonly where: string }[],
): Promise<readonly Issue[]> {
  const { application } = facts
  if (application === null) return []
  const examples = criteria.flatMap(({ text, where }) => {
    const example = exampleIn(text)
    return example === null ? [] : [{ ...example, where }]
  })
  const answers = await Promise.all(
    examples.map(async (example) => ({ ...example, response: await ask(application, example) })),
  )
  return answers.flatMap(({ path, where, response, ...wanted }) => {
    const wrong = response === null ? null : differenceOf(wanted, response)
    return wrong === null
      ? []
      : [
          {
            message: `GET ${path} ${wrong} (${where})`,
            path: `${facts.folder}/${where.split(':')[0]}`,
            line: Number(where.split(':')[1]),
            fix: `answer ${wanted.status} as the spec says`,
          },
        ]
  })
}

const ask = ({ request }: Pick<ApplicationFacts, 'request'>, { path }: Example) =>
  request({ method: 'GET', path, headers: { accept: 'application/json' } })

function differenceOf(
  { status, shown }: Pick<Example, 'status' | 'shown'>,
  response: ApplicationResponse,
): string | null {
  // who is not signed in, or what another service must tell, says nothing about the example
  if (status !== response.status)
    return /^(?:401|403|50[234])$/.test(String(response.status))
      ? null
      : `answers ${response.status} where the spec says ${status}`
  return shown === undefined || holds(jsonOf(response.body), shown)
    ? null
    : `does not answer with ${JSON.stringify(shown)}`
}

/** Whether a value is, or has somewhere within, all that is wanted. */
function holds(value: unknown, wanted: unknown): boolean {
  if (JSON.stringify(value) === JSON.stringify(wanted)) return true
  if (Array.isArray(value)) return value.some((each) => holds(each, wanted))
  if (!isMap(value)) return false
  return (
    (isMap(wanted) &&
      Object.entries(wanted).every(([key, each]) => key in value && holds(value[key], each))) ||
    Object.values(value).some((each) => typeof each === 'object' && holds(each, wanted))
  )
}
