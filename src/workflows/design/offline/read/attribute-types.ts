import type { AttributeType } from '../../../../checks/design/intent.ts'
import { bare } from '../text/plain-text.ts'
import { spoken } from '../text/names.ts'
import { singular } from '../text/words.ts'

export type TypeFound = { readonly type: AttributeType; readonly description: string }

const given: readonly (readonly [AttributeType, RegExp])[] = [
  [
    'enum',
    /^(?:enum(?:eration|erated)?|one of|choice|select(?:ion)?|pick-?list|options?|either)\b/i,
  ],
  ['list', /\[\]$|^(?:list|array|set|collection|multiple|several|many|vec(?:tor)?)\b/i],
  [
    'reference',
    /^(?:ref(?:erence)?s?|fk|foreign[ -]?key|link(?:ed)?|relation(?:ship)?|lookup|pointer|belongs to|id of)\b/i,
  ],
  [
    'boolean',
    /^(?:bool(?:ean)?|yes ?\/ ?no|yes or no|flag|true ?\/ ?false|bit|check-?box|toggle|tick)\b/i,
  ],
  [
    'date',
    /^(?:date|time|timestamp|timestamptz|date ?-?time|day|month|instant|calendar|zoned\w*)\b/i,
  ],
  [
    'number',
    /^(?:u?int(?:eger)?(?:8|16|32|64)?|small ?int|big ?int|long|short|serial|bigserial|number|numeric|decimal|double|float(?:32|64)?|real|money|currency|amount|price|percent(?:age)?|count|whole number|digits?|minutes?|hours?|euros?|dollars?|cents?|€|\$|£|%)/i,
  ],
  [
    'object',
    /^(?:object|jsonb?|map|hash|dict(?:ionary)?|struct(?:ure)?|record|document|address|geo ?point|coordinates?)\b/i,
  ],
  [
    'string',
    /^(?:str(?:ing)?|text|n?var ?char2?|n?char|character|(?:tiny|medium|long)text|citext|uuid|guid|ulid|nanoid|(?:unique )?id(?:entifier)?|e-?mail(?: address)?|url|uri|link|phone(?: number)?|slug|name|markdown|file|image|photo|blob|bytea|binary|password|colou?r|html|free text|short text|long text|line of text)\b/i,
  ],
]

/** The neutral type that a type of any database, language or plain words means; null where it names none. */
export function givenType(text: string): TypeFound | null {
  const said = bare(text).replace(/\?$/, '')
  if (said === '') return null
  const choice = choicesIn(said)
  if (choice.length > 1) return { type: 'enum', description: `One of: ${choice.join(', ')}.` }
  for (const [type, pattern] of given)
    if (pattern.test(said)) return { type, description: detailOf(type, said) }
  return null
}

function detailOf(type: AttributeType, said: string): string {
  const target =
    /^[\w ]{1,24}(?:\bto\b|\bof\b|→|->|:|\(|<)\s*(?:an?\s+|the\s+|one\s+)?([\p{L}][\p{L} _-]{1,40})/iu.exec(
      said,
    )?.[1]
  if (type === 'reference' && target !== undefined) return `Refers to the ${spoken(bare(target))}.`
  if (type === 'list' && target !== undefined) return `A list of ${spoken(bare(target))}.`
  return ''
}

/** The values of "enum: open, paid", "open | paid", "open / paid" or "one of open, paid"; none for other texts. */
export function choicesIn(text: string): readonly string[] {
  const listed =
    /^(?:enum(?:eration)?|one of|choice(?: of)?|select(?:ion)?(?: of)?|options?|either)\s*[:(=\-–—]?\s*(.+?)\)?$/i.exec(
      text,
    )?.[1]
  const parts = (listed ?? text).split(
    listed === undefined ? /\s*[|/]\s*/ : /\s*(?:[|/,;]|\bor\b)\s*/,
  )
  const values = parts
    .map((part) => bare(part).replace(/^["'`“]|["'`”]$/g, ''))
    .filter((part) => part !== '')
  if (values.length < 2 || values.length > 20) return []
  const joined = values.join('/').toLowerCase()
  if (/^(?:yes\/no|true\/false|no\/yes|false\/true|y\/n)$/.test(joined)) return []
  return values.every((value) => value.length <= 40 && value.split(' ').length <= 4) ? values : []
}

const dates = new Set(
  'date time at on deadline birthday timestamp expiry day until since due start end created updated submitted datetime birth'.split(
    ' ',
  ),
)
const numbers = new Set(
  'servings count amount total price cost fee quantity qty age score rating size length width height weight duration minutes hours days percentage percent rate limit balance deposit capacity budget sum tax vat year rank stock distance mileage salary discount points subtotal max min maximum minimum'.split(
    ' ',
  ),
)
const enums = new Set(
  'status state priority role kind type level severity gender stage mode'.split(' '),
)
const booleans = new Set(
  'active enabled disabled confirmed verified paid archived available public private deleted done completed cancelled canceled urgent required optional approved billable recurring blocked reimbursed read'.split(
    ' ',
  ),
)
const singularLists = new Set(
  'notes details comments instructions terms remarks hours minutes days status address initials news basis points'.split(
    ' ',
  ),
)

/** The type a name suggests, when nothing else tells: due date, is active, total, tags … */
export function typeFromName(name: string): AttributeType {
  const words = spoken(name).split(' ')
  const [first = '', last = ''] = [words[0], words.at(-1)]
  if (/^(?:is|has|can|was|should|needs|allows?|does|are)$/.test(first) && words.length > 1)
    return 'boolean'
  if (/^(?:number|count|amount) of\b/.test(words.join(' '))) return 'number'
  if (dates.has(last) && !(words.length === 1 && (last === 'at' || last === 'on'))) return 'date'
  if (numbers.has(last)) return 'number'
  if (enums.has(last)) return 'enum'
  if (booleans.has(last) && words.length <= 2) return 'boolean'
  if (singular(last) !== last && !singularLists.has(last)) return 'list'
  return 'string'
}
