import { after, before, oneOf, type Spot, wordAt } from './design-model.ts'

/** How a word can be left out without hurting the sentence. */
export type Leaving = 'tail' | 'adverb' | 'adjective' | 'quantity'

/** A word or phrase that leaves a reader guessing. */
export type Vague = {
  readonly phrase: readonly string[]
  readonly leave?: Leaving
  /** A use of the word that means something exact. */
  readonly unless?: (spot: Spot) => boolean
  /** Vague even as a name. */
  readonly inNames?: true
}

const phrases = (list: string, more: Omit<Vague, 'phrase'> = {}): readonly Vague[] =>
  list.split('|').map((phrase) => ({ phrase: phrase.split(' '), ...more }))

const followedBy = (words: string) => {
  const set = oneOf(words)
  return (spot: Spot) => set.has(after(spot))
}
const notFollowedBy = (words: string) => {
  const set = oneOf(words)
  return (spot: Spot) => !set.has(after(spot))
}
const textHas = (pattern: RegExp) => (spot: Spot) => pattern.test(spot.prose.text)
const capital = (spot: Spot) => !wordAt(spot)?.first && /^\p{Lu}/u.test(wordAt(spot)?.raw ?? '')

const scale = textHas(/\b(?:never|always|rarely)\b/i)
const difficulty = (spot: Spot): boolean =>
  /\b(?:hard|difficult|difficulty|medium|level|grade)\b/i.test(spot.prose.text) ||
  followedBy('mode level trail trails route puzzle chair listening rider payments')(spot)

const speedy = oneOf(
  'response responses loading load search page pages performance way access results experience interface site app enough and',
)
const saysSpeed = oneOf('is are be very really loads responds works runs feels stays so super and')
const slow = (spot: Spot): boolean => !speedy.has(after(spot)) && !saysSpeed.has(before(spot))

const objects =
  'everything anything all stuff things data it them errors requests input inputs cases situations logic the'
const nouned = oneOf('the a an its this that each every door pot by of cup')
const exactObject = (spot: Spot): boolean => {
  if (nouned.has(before(spot))) return true
  const next = after(spot)
  if (!oneOf(objects).has(next)) return true
  const beyond = wordAt(spot, spot.length + 1)?.lower ?? ''
  return next === 'the' && !oneOf('rest data logic stuff things request errors input').has(beyond)
}

/** "A member has many loans" is exact where it explains a relationship. */
const cardinal = ({ prose }: Spot): boolean => prose.kind === 'relationship-note'

const days = oneOf('monday tuesday wednesday thursday friday saturday sunday weekdays weekends')

const counted = oneOf('how as so too that this one-to to not very')

/** "Some Like It Hot": a capital that goes on in capitals is a title. */
const inTitle = (spot: Spot): boolean =>
  /^\p{Lu}/u.test(wordAt(spot)?.raw ?? '') && /^\p{Lu}/u.test(wordAt(spot, 1)?.raw ?? '')

const person = oneOf('the this that what which each every any one a another same some')
const kindOf = (spot: Spot): boolean => person.has(before(spot))

/** Words that leave a reader guessing, with the uses of the same words that do not. */
export const vagueWords: readonly Vague[] = [
  ...phrases('etc|etcetera|et cetera|and so forth|and the like|and stuff|and whatnot', {
    leave: 'tail',
    inNames: true,
  }),
  // "and so on Monday" goes on with a day
  ...phrases('and so on', {
    leave: 'tail',
    inNames: true,
    unless: (spot) => days.has(after(spot)),
  }),
  ...phrases('and more', { leave: 'tail', unless: (spot) => after(spot) !== '' }),
  ...phrases('and similar|or similar|or something|or so|among others', {}),
  ...phrases('various', { leave: 'quantity', inNames: true, unless: followedBy('artists') }),
  ...phrases('numerous', { leave: 'quantity' }),
  ...phrases('several', {
    leave: 'quantity',
    unless: (spot) => cardinal(spot) || followedBy('liability')(spot),
  }),
  ...phrases('a few|a lot of|lots of|plenty of|a bunch of|a couple of', {
    leave: 'quantity',
  }),
  ...phrases('some', { leave: 'quantity', inNames: true, unless: inTitle }),
  ...phrases('many', { unless: (spot) => cardinal(spot) || counted.has(before(spot)) }),
  ...phrases('some of|several of|few of|all kinds of|all sorts of|many kinds of'),
  ...phrases(
    'user-friendly|user friendly|easy-to-use|easy to use|intuitive|seamless|frictionless',
    {
      leave: 'adjective',
      inNames: true,
    },
  ),
  ...phrases('robust|beautiful|sleek|elegant|powerful|awesome|amazing|delightful', {
    leave: 'adjective',
  }),
  ...phrases(
    'state-of-the-art|cutting-edge|world-class|best-in-class|next-generation|next-gen|high-quality',
    {
      leave: 'adjective',
    },
  ),
  ...phrases('pleasant|effortless|optimal', { leave: 'adjective' }),
  ...phrases('attractive', { leave: 'adjective', unless: followedBy('force forces') }),
  ...phrases('scalable', { leave: 'adjective', unless: followedBy('vector') }),
  ...phrases('slick', { leave: 'adjective', unless: (spot) => before(spot) === 'oil' }),
  ...phrases('efficient', {
    leave: 'adjective',
    unless: (spot) => oneOf('energy fuel heat').has(before(spot)),
  }),
  ...phrases('nice', {
    leave: 'adjective',
    unless: (spot) => (wordAt(spot)?.raw ?? '').startsWith('N'),
  }),
  ...phrases('fancy', { leave: 'adjective', unless: followedBy('dress') }),
  ...phrases('modern', {
    leave: 'adjective',
    unless: followedBy(
      'art languages history dance architecture jazz ballet era greek museum languages',
    ),
  }),
  ...phrases('flexible', {
    leave: 'adjective',
    unless: followedBy(
      'fare fares ticket tickets rate rates hours working shift shifts hose tube tubing',
    ),
  }),
  ...phrases('easy', { unless: difficulty }),
  ...phrases(
    'easily|seamlessly|smoothly|intuitively|effortlessly|robustly|flexibly|efficiently|optimally|elegantly|beautifully|nicely|conveniently|effectively|reliably|cleverly|properly|appropriately|suitably|adequately|reasonably|basically|really|quickly|rapidly|promptly',
    { leave: 'adverb' },
  ),
  ...phrases('fast', { unless: slow }),
  ...phrases('quick', {
    unless: notFollowedBy('response responses loading way access and enough'),
  }),
  ...phrases(
    'appropriate|suitable|adequate|timely|performant|comprehensive|innovative|sophisticated',
  ),
  ...phrases(
    'state of the art|cutting edge|world class|best of breed|enterprise-grade|industry-standard|look and feel|best practice|best practices|high performance|user experience',
  ),
  ...phrases('faster|easier|quicker|smoother|nicer|simpler|smarter', {
    unless: textHas(/\bthan\b/i),
  }),
  ...phrases('better|best|good|great|simple|clean|rich|effective|reliable|smart', {
    unless: notFollowedBy(
      'experience performance results overview way usability ux ui interface design layout look service practice quality',
    ),
  }),
  ...phrases('useful|helpful|important|interesting|meaningful|additional|further|extra', {
    unless: notFollowedBy('information data details things features functionality content'),
  }),
  ...phrases(
    'soon|shortly|eventually|in the near future|in due course|in due time|at a later time|at a later point|at a later stage|a while|a short time|for now|later on',
    {
      unless: (spot) =>
        (before(spot) === 'as' && after(spot) === 'as') || oneOf('before after').has(after(spot)),
    },
  ),
  ...phrases('sufficient|sufficiently', {
    unless: followedBy('funds stock balance credit space seats'),
  }),
  ...phrases(
    'if any|as the case may be|not sure|i think|we think|i guess|or whatever|and others|and other things|and all that',
  ),
  ...phrases('reasonable', { unless: followedBy('adjustment adjustments accommodation') }),
  ...phrases(
    'as needed|if needed|when needed|where needed|as necessary|if necessary|when necessary|where necessary|as appropriate|if appropriate|where appropriate|if applicable|as applicable|where applicable|when applicable|if possible|when possible|where possible|as far as possible|as soon as possible|asap|as expected|as usual|works well|work well|looks good|look good|good enough|in some way|at some point',
  ),
  ...phrases(
    'relevant information|relevant data|relevant details|relevant content|necessary information|necessary details|necessary data|other information|other details',
  ),
  ...phrases('maybe', { unless: textHas(/\b(?:yes|no|going|decline)\b/i) }),
  ...phrases(
    'perhaps|possibly|probably|presumably|hopefully|somehow|somewhat|could be|may or may not',
  ),
  ...phrases('might', { unless: (spot) => oneOf('their all his her').has(before(spot)) }),
  ...phrases('sometimes|usually|generally|typically|mostly|occasionally', { unless: scale }),
  ...phrases('often', { unless: (spot) => before(spot) === 'how' || scale(spot) }),
  ...phrases('frequently', { unless: (spot) => followedBy('asked used')(spot) || scale(spot) }),
  ...phrases('periodically|from time to time|more or less|roughly'),
  ...phrases('stuff|misc|whatever', { inNames: true }),
  ...phrases('thing|things', { unless: capital, inNames: true }),
  ...phrases('something|somewhere|sometime'),
  ...phrases('handle|handles|manage|manages|process|processes|support|supports', {
    unless: exactObject,
  }),
  ...phrases('deal with|deals with|take care of|takes care of', { unless: exactObject }),
  ...phrases('kind of|sort of', { unless: kindOf }),
  ...phrases('but not limited to'),
  ...phrases(
    'and such|or the like|and the rest|plus others|et al|miscellaneous|assorted|countless|tons of|loads of|a variety of|a range of|a handful of|give or take|or thereabouts|works correctly|work correctly|works fine|works great|functions correctly|behaves correctly|handled correctly|as intended|as desired|if desired|if required|when required|where required|wherever possible|whenever possible|whenever necessary|whenever needed|to some extent|in general|for the most part|by and large|in many cases|in most cases|under normal circumstances|ideally|preferably|nice to have|nice-to-have|would be nice|obviously|of course|needless to say|cost effective|cost-effective|almost always|at a minimum|as a minimum|pretty much|a bit|a little|the right way|right information|correct information',
  ),
  ...phrases(
    'user-centric|user-centered|customer-centric|best-of-breed|turnkey|game-changing|next-level|bleeding-edge|future-proof|mission-critical|hassle-free|plug-and-play|top-notch|eye-catching|good-looking|pixel-perfect|lightning-fast|blazing|snappy|stylish|minimalist|lightweight|appealing',
    { leave: 'adjective', unless: followedBy('against a the') },
  ),
  ...phrases(
    'makes sense|certain circumstances|certain conditions|special cases|exceptional cases|depending on the situation|depending on circumstances|depending on the circumstances|depending on the case|depending on context|depending on the context|when appropriate|unless otherwise|if all goes well|conditions are met|conditions allow|circumstances allow|time permits|time allows|when ready|if useful|if helpful|if relevant|where relevant|when relevant|if suitable|where useful|if wanted|the right time|an appropriate time|on occasion|the need arises|something goes wrong|if there are problems|in case of problems|when suitable|if convenient|when convenient|if it is needed|when it is needed|if it is necessary|when it is necessary|if need be|if feasible|when feasible|where feasible|where sensible|if sensible|where practical|if practicable|seems right|seems useful|seems appropriate|calls for it|the usual cases|in normal cases|in the event of issues|in case of issues|under the right circumstances|the right circumstances|as circumstances require|as the situation requires|from case to case|case by case|on a case-by-case basis|when it suits|if it suits|as they see fit|as it sees fit|as seen fit|sees fit|see fit',
  ),
  ...phrases(
    'as mentioned|mentioned above|mentioned earlier|aforementioned|as described above|as discussed',
  ),
  ...phrases('now and then|once in a while|now and again|at times|here and there|this and that'),
  ...phrases('fyi|imho|thx|pls|plz|gonna|wanna|kinda|sorta|dunno|btw'),
  ...phrases('significant|considerable|substantial|negligible', {
    unless: (spot) =>
      before(spot) === 'statistically' || oneOf('other figures digits').has(after(spot)),
  }),
  ...phrases('significantly|considerably|substantially|simply|normally', {
    leave: 'adverb',
    unless: scale,
  }),
  ...phrases('fairly|relatively|quite', { unless: (spot) => after(spot) === '' }),
  ...phrases('certain', { unless: (spot) => !/[^s]s$/.test(after(spot)) }),
  ...phrases('a number of', {
    unless: (spot) =>
      oneOf('enters enter types type sets set chooses choose').has(before(spot)) ||
      oneOf('its their his her').has(after(spot)),
  }),
  ...phrases('improved|enhanced|optimised|optimized', {
    unless: notFollowedBy('experience performance usability workflow quality'),
  }),
]

const asked = /\b(?:what|which|who|whom|where|when|how|whether|why|if|that)\b[^.;]*$/i

/** Modal words that say how sure the writer is, not what the design does. "What they should bring" is exact. */
export const hedges: readonly Vague[] = phrases('should|ought to|would|could', {
  unless: (spot) => asked.test(spot.prose.text.slice(0, wordAt(spot)?.start)),
})
