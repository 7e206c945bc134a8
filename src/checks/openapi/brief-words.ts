/** What can be done to a resource as such. */
export type ResourceOperation = 'list' | 'create' | 'get' | 'update' | 'delete'

const set = (words: string): ReadonlySet<string> =>
  new Set(words.split(/\s+/).filter((word) => word !== ''))

/** Words that name an operation on whatever follows. */
export const operationVerbs: Readonly<Record<string, readonly ResourceOperation[]>> = {
  crud: ['list', 'create', 'get', 'update', 'delete'],
  list: ['list'],
  browse: ['list'],
  search: ['list'],
  filter: ['list'],
  paginate: ['list'],
  get: ['get'],
  read: ['get'],
  view: ['get'],
  fetch: ['get'],
  retrieve: ['get'],
  show: ['get'],
  see: ['get'],
  create: ['create'],
  add: ['create'],
  submit: ['create'],
  open: ['create'],
  place: ['create'],
  post: ['create'],
  upload: ['create'],
  record: ['create'],
  update: ['update'],
  edit: ['update'],
  modify: ['update'],
  change: ['update'],
  replace: ['update'],
  delete: ['delete'],
  remove: ['delete'],
  manage: [],
  managing: [],
  tracking: [],
  storing: [],
  handling: [],
  listing: ['list'],
  browsing: ['list'],
  reading: ['get'],
  viewing: ['get'],
  creating: ['create'],
  adding: ['create'],
  getting: ['get'],
  fetching: ['get'],
  retrieving: ['get'],
  searching: ['list'],
  placing: ['create'],
  submitting: ['create'],
  updating: ['update'],
  editing: ['update'],
  deleting: ['delete'],
  removing: ['delete'],
  creates: ['create'],
  updates: ['update'],
  deletes: ['delete'],
}

/** What people do with a resource besides storing it, with the words a path may use for it. */
export const actionVerbs: Readonly<Record<string, readonly string[]>> = {
  enroll: ['enroll', 'enrol', 'enrollment', 'enrolment', 'registration'],
  enrol: ['enroll', 'enrol', 'enrollment', 'enrolment', 'registration'],
  subscribe: ['subscribe', 'subscription', 'subscriber'],
  reserve: ['reserve', 'reservation', 'booking'],
  book: ['book', 'booking', 'reservation'],
  rent: ['rent', 'rental'],
  borrow: ['borrow', 'borrowing', 'loan', 'checkout'],
  pay: ['pay', 'payment'],
  rate: ['rate', 'rating', 'review'],
  review: ['review'],
  comment: ['comment'],
  like: ['like'],
  follow: ['follow', 'follower'],
  approve: ['approve', 'approval'],
  reject: ['reject', 'rejection'],
  assign: ['assign', 'assignment', 'assignee'],
  cancel: ['cancel', 'cancellation'],
  publish: ['publish', 'publication'],
  archive: ['archive'],
  vote: ['vote'],
  apply: ['apply', 'application'],
  join: ['join', 'member', 'membership', 'participant'],
  invite: ['invite', 'invitation'],
  refund: ['refund'],
  ship: ['ship', 'shipment'],
  checkout: ['checkout', 'order'],
}

export const determiners = set(
  `a an the all their its own new existing each every individual single one two three multiple several some any many
  our my current your his her this that these those other more various basic simple full complete public private`,
)

/** Words that end a noun phrase. */
export const boundaries = set(
  `and or but with without of for to in on at by from under within inside into as per via using that which who whose
  where when while if is are was be been being has have had having can could may might must shall should will would
  do does not no so than then there it they we you i he she plus also including include includes etc about over
  through only either both such like nested grouped based according after before between during until since because
  belong belongs contain contains consist consists support supports supporting provide provides providing allow allows
  allowing let lets expose exposes exposing return returns returning follow follows following give gives need needs
  require requires want wants use uses used call called name named describe describes define defines write design draft
  build make produce specify keep cover covers ensure please`,
)

/** Nouns of the trade: what a prompt says about the document, not about the domain. */
export const tradeWords = set(
  `api apis spec specs specification specifications openapi swagger rest restful http https document documents? documentation
  service services? system systems? app application platform backend endpoint endpoints operation operations resource
  resources schema schemas example examples error errors response responses request requests json yaml markdown
  pagination page-size limit cursor auth authentication authorization authorisation security token jwt ddd crud
  description descriptions parameter parameters version versions id ids uuid uuids method methods path paths status code
  codes bearer key keys oauth oauth2 scheme schemes header headers body bodies payload payloads field fields attribute
  attributes property properties entity entities aggregate aggregates domain model models ideal result results following
  way ways data information details detail thing things stuff value values object objects convention conventions naming
  access rate limiting limits best practices practice format formats summary summaries least most quality section
  sections block blocks note-section list lists item-list crud-operations functionality feature features support
  management tracking verb verbs contract contracts design designs title titles architecture overview project case cases
  context bounded contexts glossary format-string string strings number numbers integer integers boolean booleans date
  timestamp default defaults optional required read write reads writes query queries filter filters sorting sort order-by
  text english time real-time component components`,
)
