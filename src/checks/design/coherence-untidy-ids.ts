import type { IntentFix } from './critique.ts'
import type { DesignModel, IntentRule, Seen } from './design-model.ts'
import type { DesignIntent } from './intent.ts'
import { kinds } from './coherence-ids.ts'

/** A repair looks through the whole intent, so only the first few findings carry one. */
const mostFixes = 20

function untidyIds(model: DesignModel): readonly Seen[] {
  let left = mostFixes
  return kinds(model).flatMap((things) => {
    const taken = new Set(things.map(({ id }) => id))
    return things.flatMap(({ id, path }): readonly Seen[] => {
      const tidy = tidied(id)
      if (tidy === id && !/\s/.test(id)) return []
      const message = `the id ${JSON.stringify(id)} ${
        id.normalize('NFC') === id
          ? 'holds spaces or invisible characters'
          : 'is not in the composed form (NFC) of Unicode'
      }`
      if (tidy === '' || tidy === id || taken.has(tidy) || left === 0)
        return [{ path: `${path}/id`, message }]
      left -= 1
      const fix = renamed(model.intent, { from: id, to: tidy, path })
      return [{ path: `${path}/id`, message, fix }]
    })
  })
}

const tidied = (id: string): string =>
  id
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .trim()

type Rename = { readonly from: string; readonly to: string; readonly path: string }

/** Gives an id another spelling, and every mention of it too. */
function renamed(intent: DesignIntent, { from, to, path }: Rename): IntentFix {
  const mentions = path.startsWith('/components/')
    ? componentMentions(intent, from)
    : path.startsWith('/dataModel/')
      ? entityMentions(intent, from)
      : []
  const binds = path.startsWith('/dataModel/') ? bindMentions(intent, { from, to, path }) : []
  return {
    title: `write the id as "${to}" everywhere`,
    edits: [
      ...[`${path}/id`, ...mentions].map((each) => ({
        op: 'replace' as const,
        path: each,
        value: to,
      })),
      ...binds,
    ],
  }
}

const among = (ids: readonly string[] | undefined, id: string, path: string): readonly string[] =>
  (ids ?? []).flatMap((each, index) => (each === id ? [`${path}/${index}`] : []))

const inSteps = (
  { userFlows }: DesignIntent,
  key: 'componentIds' | 'entityIds',
  id: string,
): readonly string[] =>
  userFlows.flatMap(({ steps }, flow) =>
    steps.flatMap((step, index) =>
      among(step[key], id, `/userFlows/${flow}/steps/${index}/${key}`),
    ),
  )

const componentMentions = (intent: DesignIntent, id: string): readonly string[] => [
  ...intent.components.flatMap(({ children }, index) =>
    among(children, id, `/components/${index}/children`),
  ),
  ...intent.interactions.flatMap(({ componentIds }, index) =>
    among(componentIds, id, `/interactions/${index}/componentIds`),
  ),
  ...inSteps(intent, 'componentIds', id),
]

const entityMentions = (intent: DesignIntent, id: string): readonly string[] => [
  ...inSteps(intent, 'entityIds', id),
  ...intent.dataModel.relationships.flatMap((each, index) =>
    (['from', 'to'] as const)
      .filter((end) => each[end] === id)
      .map((end) => `/dataModel/relationships/${index}/${end}`),
  ),
]

const bindMentions = (intent: DesignIntent, { from, to }: Rename) =>
  intent.components.flatMap(({ binds }, index) =>
    (binds ?? []).flatMap((bind, place) =>
      bind.startsWith(`${from}.`)
        ? [
            {
              op: 'replace' as const,
              path: `/components/${index}/binds/${place}`,
              value: `${to}${bind.slice(from.length)}`,
            },
          ]
        : [],
    ),
  )

export const untidyIdRule: IntentRule = {
  id: 'coherence/untidy-id',
  dimension: 'coherence',
  severity: 'warning',
  about: 'Ids have no stray spaces or invisible characters and are in composed form (NFC).',
  example: { bad: '"seat-map "', better: '"seat-map"' },
  over: 'intent',
  run: untidyIds,
}
