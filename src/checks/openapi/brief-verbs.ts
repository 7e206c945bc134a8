import type { ResourceOperation } from './brief-words.ts'
import { listOf } from './brief-words.ts'

const all: readonly ResourceOperation[] = ['list', 'create', 'get', 'update', 'delete']

/** What each verb does to a stored thing. */
const operationsByVerb: Readonly<Record<string, readonly ResourceOperation[]>> = Object.fromEntries(
  Object.entries({
    list: [['list'], 'list browse search enumerate index query find'],
    get: [['get'], 'get read view fetch retrieve show see download inspect access lookup'],
    create: [
      ['create'],
      `create add submit open place post upload record register make buy purchase log enter insert store-new file
      issue raise publish-new compose import setup write draft generate`,
    ],
    update: [
      ['update'],
      'update edit modify change replace amend adjust alter patch revise correct',
    ],
    delete: [['delete'], 'delete remove destroy erase drop'],
    manage: [all, 'manage administer maintain'],
  } satisfies Record<string, [readonly ResourceOperation[], string]>).flatMap(
    ([, [operations, verbs]]) => listOf(verbs).map((verb) => [verb, operations]),
  ),
)

/** What people do with a thing besides storing it, with the words a path may use for it. */
const wordsByAction: Readonly<Record<string, readonly string[]>> = {
  enroll: ['enroll', 'enrol', 'enrollment', 'enrolment', 'registration'],
  enrol: ['enroll', 'enrol', 'enrollment', 'enrolment', 'registration'],
  subscribe: ['subscribe', 'subscription', 'subscriber'],
  reserve: ['reserve', 'reservation', 'booking'],
  book: ['book', 'booking', 'reservation'],
  rent: ['rent', 'rental'],
  borrow: ['borrow', 'borrowing', 'loan', 'checkout'],
  return: ['return'],
  pay: ['pay', 'payment', 'paid'],
  rate: ['rate', 'rating', 'review'],
  review: ['review'],
  comment: ['comment'],
  like: ['like'],
  follow: ['follow', 'follower'],
  approve: ['approve', 'approval'],
  reject: ['reject', 'rejection'],
  deny: ['deny', 'denial', 'reject'],
  assign: ['assign', 'assignment', 'assignee'],
  cancel: ['cancel', 'cancellation'],
  publish: ['publish', 'publication'],
  vote: ['vote'],
  apply: ['apply', 'application'],
  join: ['join', 'member', 'membership', 'participant'],
  leave: ['leave', 'member', 'membership', 'participant'],
  invite: ['invite', 'invitation'],
  ship: ['ship', 'shipment'],
  checkout: ['checkout', 'order'],
  complete: ['complete', 'completion', 'completed', 'done'],
  transfer: ['transfer'],
  send: ['send', 'sending', 'dispatch'],
  reply: ['reply', 'response', 'comment', 'message'],
  order: ['order'],
  schedule: ['schedule', 'appointment', 'booking'],
  request: ['request'],
  reschedule: ['reschedule'],
  rename: ['rename'],
  redeem: ['redeem', 'redemption'],
  activate: ['activate', 'activation', 'active'],
  deactivate: ['deactivate', 'deactivation', 'inactive'],
  verify: ['verify', 'verification'],
  confirm: ['confirm', 'confirmation'],
  upvote: ['upvote', 'vote'],
  downvote: ['downvote', 'vote'],
  share: ['share', 'sharing'],
  favorite: ['favorite', 'favourite'],
  bookmark: ['bookmark'],
  report: ['report'],
  mark: ['mark'],
}

/** Verbs that are actions by their own name. */
const plainActions = new Set(
  listOf(`archive unarchive restore refund renew void finish start stop end close reopen resolve pause resume toggle
  enable disable retire play unsubscribe unfollow unpublish accept decline withdraw deposit topup checkin merge split
  duplicate clone copy export print sign suspend ban unban block unblock lock unlock escalate move pin unpin retry rerun
  trigger execute launch charge capture authorize-payment settle dispute release revoke rotate claim unassign dispatch
  deliver extend freeze unfreeze validate attach detach link unlink score grade flag mute unmute snooze acknowledge
  dismiss terminate promote demote hire fire offboard onboard return-item exchange tag translate bid rank recommend
  reserve-seat donate pledge tip repay lend swap trade sell track convert earn
  spend shorten expand reset resign forfeit dislike react mint burn stake scan calibrate dispense prescribe admit
  discharge refer evict nominate elect endorse moderate hide unhide reorder prioritize commit rollback deploy provision
  reboot restart snapshot backup reconcile allocate pick pack restock replenish monitor`),
)

/** Operations that do the same as an action would. */
export const equivalents: Readonly<Record<string, readonly ResourceOperation[]>> = {
  cancel: ['delete'],
  reschedule: ['update'],
  rename: ['update'],
  start: ['create'],
  track: ['get'],
  close: ['delete'],
  terminate: ['delete'],
  revoke: ['delete'],
  grade: ['update'],
}

const eventish = new Set(
  listOf(`appointment visit meeting session consultation ticket lesson pickup delivery viewing interview call demo
  slot booking reservation maintenance inspection tour ride trip transfer job shift event`),
)
const messageish = new Set(
  listOf(
    'message email notification invitation sms reminder mail chat measurement reading event metric signal ping heartbeat',
  ),
)
// "book an appointment" makes one, "book a room" makes a booking
const createsWhen: Readonly<Record<string, ReadonlySet<string>>> = {
  book: eventish,
  schedule: eventish,
  reserve: new Set(listOf('ticket slot appointment seat-reservation')),
  request: new Set(
    listOf('appointment ride quote refund loan pickup delivery return visit report'),
  ),
  send: messageish,
  start: new Set(listOf('conversation chat thread')),
}

/** Verbs about the document or about people, never a demand on a resource. */
const idleVerbs = new Set(
  listOf(`be have need want use include support provide follow require return-json describe specify document explain
  respond validate-input authenticate login log-in sign-up signup sign-in logout paginate sort filter secure protect
  contain cover ensure allow let expose give keep work call consume integrate scale host run deploy version name group
  nest base call-out start-with see-below do go know think like-to help able only also not assume expect say mean
  interact poll talk connect serve handle process`),
)

const irregularForms: Readonly<Record<string, string>> = {
  sent: 'send',
  paid: 'pay',
  made: 'make',
  found: 'find',
  sold: 'sell',
  bought: 'buy',
  shown: 'show',
  seen: 'see',
  written: 'write',
  withdrawn: 'withdraw',
  lent: 'lend',
  left: 'leave',
  frozen: 'freeze',
  filtered: 'list',
  creation: 'create',
  deletion: 'delete',
  removal: 'remove',
  retrieval: 'retrieve',
  modification: 'modify',
  cancellation: 'cancel',
  creates: 'create',
}

export type VerbForm = 'base' | 'ing' | 'ed' | 's' | 'noun'
export type Verb = { readonly verb: string; readonly form: VerbForm }

const known = (verb: string): boolean =>
  Object.hasOwn(operationsByVerb, verb) ||
  Object.hasOwn(wordsByAction, verb) ||
  plainActions.has(verb)

/** The verb a word is a form of, for verbs that may be a demand; null for any other word. */
export function verbOf(word: string): Verb | null {
  if (known(word)) return { verb: word, form: 'base' }
  const irregular = Object.hasOwn(irregularForms, word) ? irregularForms[word] : undefined
  if (irregular !== undefined)
    return { verb: irregular, form: /(?:tion|al)$/.test(word) ? 'noun' : 'ed' }
  for (const [ending, form] of endings) {
    if (!word.endsWith(ending)) continue
    const base = basesOf(word.slice(0, -ending.length), ending).find(known)
    if (base !== undefined) return { verb: base, form }
  }
  return null
}

const endings: readonly (readonly [string, VerbForm])[] = [
  ['ing', 'ing'],
  ['ied', 'ed'],
  ['ed', 'ed'],
  ['ies', 's'],
  ['es', 's'],
  ['s', 's'],
]

function basesOf(stem: string, ending: string): readonly string[] {
  if (ending === 'ied' || ending === 'ies') return [`${stem}y`]
  const single = stem.at(-1) === stem.at(-2) ? [stem.slice(0, -1)] : []
  return ending === 's' ? [stem] : [stem, `${stem}e`, ...single]
}

/** The verb an unknown word must be where only a verb can stand: "can …", "can be …ed". */
export function unknownVerb(word: string, passive: boolean): string | null {
  if (!/^[a-z][a-z-]{2,20}$/.test(word) || word.endsWith('ly')) return null
  if (!passive) return idleVerbs.has(word) ? null : word
  if (!word.endsWith('ed') || word.length < 5) return null
  const bases = basesOf(word.slice(0, -2), 'ed')
  if (bases.some((base) => idleVerbs.has(base))) return null
  const stem = word.slice(0, -2)
  if (/([bcdgkpt])\1$/.test(stem)) return stem.slice(0, -1)
  return /(?:at|iz|is|v|c|g|rs|u|[^aeiou]l|[aeiou]r|[^aeious][iu]s)$/.test(stem) ? `${stem}e` : stem
}

/** What a verb demands of a thing: operations on it, or an action. */
export function meaningOf(
  verb: string,
  thing: string,
): { operations: readonly ResourceOperation[]; action: readonly string[] | null } {
  const last = thing.split(' ').at(-1) ?? ''
  if (createsWhen[verb]?.has(last)) return { operations: ['create'], action: null }
  const operations = Object.hasOwn(operationsByVerb, verb) ? operationsByVerb[verb] : undefined
  if (operations !== undefined) return { operations, action: null }
  const words = Object.hasOwn(wordsByAction, verb) ? wordsByAction[verb] : undefined
  return { operations: [], action: words ?? [verb] }
}

/** Verbs that are as often part of a name: "purchase orders", "leave requests", "order items". */
export const nameLike = new Set(
  listOf(`purchase order leave request review comment report rate file issue post book record play trade transfer ship
  grade score link tag log track tip fire bid block sign lock release claim share return change charge exchange export
  import print flag end start stop access index query search move rank copy lookup follow like vote schedule deposit
  store open place register draft void move pin test sale rent raise drop`),
)

/** Names that begin with a verb and are names wherever they stand after a comma. */
export const compoundNames = new Set(
  listOf(`purchase-order transfer-order order-item order-line order-history order-status leave-request change-request
  change-log search-result log-entry log-file access-token access-log report-template review-comment rate-plan rate-card
  issue-comment issue-label post-comment comment-thread file-upload claim-form schedule-entry charge-point record-type
  export-job import-job print-job block-list tag-group link-click grade-book book-club sign-request return-label
  return-request release-note share-link test-case test-run start-list trade-offer move-history`),
)

/** Verbs that, without anyone who does it, speak of the document: "generate a client". */
export const documentVerbs = new Set(listOf('write draft generate'))

export const isManaging = (verb: string): boolean => operationsByVerb[verb] === all
export const readsOne = (verb: string): boolean => operationsByVerb[verb]?.[0] === 'get'
/** "view orders" shows many of them, "get orders" may be one by one. */
export const looksAtMany = new Set(listOf('view see read show access inspect'))
export const everyOperation = all
