/** What can be done to a resource as such. */
export type ResourceOperation = 'list' | 'create' | 'get' | 'update' | 'delete'

export const listOf = (words: string): readonly string[] => words.trim().split(/\s+/)
const set = (words: string): ReadonlySet<string> => new Set(listOf(words))

/** Articles and other words before a noun that are no part of its name. */
export const determiners = set(
  `a an the all their its own new existing each every individual single one two three four five multiple several some any
  many our my current your his her this that these those other others more various basic simple full complete public private
  specific given certain different own personal available open-source active past upcoming entire whole good small
  large big top latest recent newest popular whatever standard main following separate additional optional`,
)
/** Words before a noun that say it is one of many. */
export const oneWords = set('a an one single individual this specific given each')
/** Words before a noun that say it belongs to what was named before. */
export const ownWords = set('their its')

/** Words that end a noun phrase. */
export const boundaries = set(
  `and or but with without of for to in on at by from under within inside into onto as per via using that which who whose
  where when while if is are was were be been being has have had having can could may might must shall should will would
  do does not no so than then there it they them we us me you i he she plus also including include includes etc about over
  through only just either both such like nested grouped based according after before between during until since because
  belong belongs belonging contain contains consist consists support supports supporting provide provides providing allow
  allows allowing let lets expose exposes exposing offer offers offering give gives given need needs require requires
  want wants use uses used call called describe describes define defines design build produce specify keep cover covers
  covering ensure please except excluding too everything everyone anyone anybody nothing able stores stored holds tracks
  handles serve serves returns returning respond responds follows possible however therefore namely e.g i.e eg ie
  themselves itself himself herself myself yourself receive receives first second third latter former hereby whereas against among around across along though although once always never again together yes thanks thank`,
)

/** Words of the trade: what a prompt says about the document, never a resource. */
export const tradeWords = set(
  `api apis spec specs specification specifications openapi swagger rest restful http https documentation docs
  system systems app apps application platform platforms backend microservice microservices server servers service
  endpoint endpoints operation operations resource resources schema schemas example examples error errors response
  responses json yaml yml xml markdown pagination page-size limit cursor auth authentication authorization authorisation
  security jwt ddd crud description descriptions parameter parameters id ids uuid uuids method methods path paths bearer
  oauth oauth2 scheme schemes header headers body bodies payload payloads entity entities aggregate aggregates data
  information way ways stuff convention conventions naming best practice practices format formats summary summaries
  least most functionality feature functionalities capability capabilities verb verbs architecture overview glossary
  string strings integer integers boolean booleans default defaults required query queries sorting sort filtering
  filters filter searching-by text english time component components snake_case camelcase kebab-case kebab snake camel
  case rate limiting limits access management tool tooling client clients frontend backends webapp website site team
  teams-of developer developers tokens token keys-for kind kinds type types sort-order clean valid correct quality high
  detail details metadata-block pages write reads writes yaml-file file-format microservice-based saas mvp poc crud-style
  caller callers consumer consumers everybody anything something thing things part parts level-of sense readme
  thank-you hint hints rule rules requirement requirements section sections block blocks bullet title-case status-codes
  code codes context contexts domain domains language stack versioning`,
)

/** Words of the trade that may be resources too: "approve leave requests", "upload documents". */
export const softWords = set(
  `document documents request requests property properties field fields result results contract contracts note notes
  model models key keys version versions value values number numbers title titles date dates status statuses object
  objects attribute attributes list lists name names design designs collection collections project-plan timestamp
  timestamps state states reference references link links option options setting change changes`,
)

/** What an API is called, and what can stand between "CRUD" and its object. */
export const carriers = set(
  `api apis spec specs specification openapi service services system systems app apps application platform backend
  microservice endpoint endpoints resource resources operation operations management tool tracker server support
  functionality access documentation document contract store shop board network site website portal software solution
  marketplace`,
)

/** Verbs that name what an API is about and say nothing of operations. */
export const namingVerbs = set(
  'stores tracks holds handles covers covering contains includes including include cover named',
)

export const modals = set('can could may might should must will shall')
export const joins = set(', and or & / + plus then')
/** Words that stand between an operation and what it is done to, or between a part and its whole. */
export const links = set(
  'of for to in into on onto under within inside per over from at against through with',
)
export const particles: Readonly<Record<string, ReadonlySet<string>>> = {
  check: set('out in'),
  sign: set('up in off'),
  log: set('in out'),
  top: set('up'),
  set: set('up'),
  look: set('up'),
}

/** Words that are no field of anything. */
export const notFields = set(
  `crud pagination paginated auth authentication authorization jwt bearer examples example errors filtering sorting
  search cursor endpoints operations api rest json yaml openapi spec everything nested read-only readonly optional`,
)
/** Trade words that are common names of fields. */
export const fieldWords = set(
  `id title description body content type status code date version value number limit format domain details text time
  summary model key data rate kind level language part`,
)

/** Whether a token is a word that can be part of a name. */
export const isNameWord = (text: string): boolean =>
  /^[a-z]/.test(text) && !boundaries.has(text) && !joins.has(text)

const every: readonly ResourceOperation[] = ['list', 'create', 'get', 'update', 'delete']
/** Words that stand for several operations. */
export const namedOperations: Readonly<Record<string, readonly ResourceOperation[]>> = {
  crud: every,
  'read-only': ['list', 'get'],
  readonly: ['list', 'get'],
  'view-only': ['list', 'get'],
  'write-only': ['create'],
}
