import { type DesignRule, type Seen, intentRule, textRule } from './rule.ts'
import { type DesignModel, oneOf } from './design-model.ts'
import type { Prose } from './prose.ts'

/** A sign that a kind of code cannot do without, its pattern, and what to call it. */
type CodeMark = readonly [sign: RegExp, pattern: RegExp, what: string]

/** Marks that only code, queries, addresses and style sheets have. Each is looked for in one go. */
const codeMarks: readonly CodeMark[] = [
  [
    /[(){};=|&]/,
    /\b\w+\.[a-z]\w*\([^()]{0,60}\)|\b[a-z]+(?:[A-Z]\w*)?\(\)|\b[a-z]+[A-Z]\w*\([^()]{0,60}\)|=>|[=!]==|\b(?:const|let|var) \w+ ?=|\breturn \w+;|\);\s*$|\bif ?\([^()]{0,30}[=<>!][^()]{0,30}\)|&&|\|\|/,
    'code',
  ],
  [
    /[A-Z]{4}|sql|XPath|xpath|query|linq|JQL/,
    /\bSELECT \*|\bORDER BY\b|\bGROUP BY\b|\b(?:LEFT|INNER|OUTER|RIGHT) JOIN\b|\bWHERE \w+ ?[=<>]|\bUPDATE \w+ SET\b|\bDELETE FROM\b|\bDROP TABLE\b|\bALTER TABLE\b|\b(?:sparql|SPARQL|xpath|XPath|xquery|XQuery|linq|LINQ|JQL|sql)\b/,
    'a query',
  ],
  [
    /\//,
    /(?:^|[\s("'`])\/[a-z][\w-]*(?:\/[\w{}:.-]+)+|\bapi\/|https?:\/\/\S*api|\/v\d+\/|(?:^|\s)\/(?:api|rest|graphql)\b|\bendpoint \/\w/i,
    'an address',
  ],
  [
    /[#:]|\d(?:px|rem|vh|vw)|rgb|-(?:radius|size|family|weight|shadow|color|height|width|align|direction|content|items|top|left|right|bottom)\b/i,
    /#(?=[0-9]{0,5}[a-f])(?=[a-f]{0,5}[0-9])[0-9a-f]{3}(?:[0-9a-f]{3})?\b|#([a-f0])\1\1(?:\1{3})?\b|\b\d+(?:px|rem|vh|vw)\b|\brgba?\(|\b(?:display|position|float|overflow|visibility): ?(?:flex|grid|block|inline|none|absolute|relative|fixed|left|right|hidden)\b|\b(?:border-radius|font-size|font-family|font-weight|box-shadow|background-color|line-height|max-width|min-width|text-align|flex-direction|justify-content|align-items|margin-(?:top|left|right|bottom)|padding-(?:top|left|right|bottom))\b|\b(?:margin|padding): ?\d|\b(?:color|background): ?#/i,
    'a style',
  ],
  [
    /[@<]/,
    /@(?:OneToMany|ManyToOne|ManyToMany|OneToOne|JoinColumn|Column|Entity)\b|<\/?[a-z]+-[a-z-]+>/,
    'code',
  ],
]

function codeIn({ path, text }: Prose): readonly Seen[] {
  for (const [sign, pattern, what] of codeMarks) {
    const match = sign.test(text) ? pattern.exec(text) : null
    if (match !== null)
      return [
        {
          path,
          message: `"${match[0].trim().slice(0, 40)}" is ${what}; say what the user sees or does`,
        },
      ]
  }
  return []
}

const technical = oneOf(
  'fk pk tbl varchar rowid blob clob ptr json xml sql html dom css div nullable foreignkey primarykey uuid guid oid s3 mongo',
)
const prefixes = oneOf('str int bln bool obj arr lst tbl fk pk ptr dbl flt')

/** Names that tell how a value is stored, not what it is. */
function storedNames({ intent }: DesignModel): readonly Seen[] {
  return intent.dataModel.entities.flatMap(({ attributes }, entity) =>
    attributes.flatMap(({ name }, index) => {
      const parts = name
        .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .filter((part) => part !== '')
      const stored =
        name.startsWith('_') ||
        parts.some((part) => technical.has(part)) ||
        (parts.length > 1 && prefixes.has(parts[0] ?? ''))
      return stored
        ? [
            {
              path: `/dataModel/entities/${entity}/attributes/${index}/name`,
              message: `"${name}" tells how the value is stored, not what it is`,
            },
          ]
        : []
    }),
  )
}

export const frameworkCodeRules: readonly DesignRule[] = [
  textRule('framework/code', codeIn),
  intentRule('framework/stored-name', storedNames),
]
