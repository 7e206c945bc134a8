import type { Prose } from './prose.ts'

/**
 * What people write where a text is still to come. The patterns are held against a text without
 * case and punctuation, and must match it whole.
 */
const parts =
  '(?:flow|component|step|goal|entity|attribute|feature|interaction|short|brief|the|a|your|page|screen|control|relationship|trigger|actor)'
const fields =
  '(?:description|name|title|goal|action|outcome|response|trigger|label|text|content|details|summary|value)'
const verbs = '(?:insert|add|enter|put|write|describe|explain|fill in|specify|provide|define)'

const whole = [
  'tb[adc]',
  'to ?do',
  'fix ?me',
  'change ?me',
  'xx+',
  '(?<letter>\\p{L})\\k<letter>{2,}',
  'asdf\\w*',
  'qwerty\\w*',
  '(?:sdf|dfg|jkl|hjk|wer|qwe|asd)\\w{0,6}',
  'foo(?: bar(?: baz)?)?|bar baz|baz|qux',
  '(?:bla|blah)(?: (?:bla|blah))*',
  'lorem\\b.*|.*\\bdolor sit amet\\b.*',
  'n ?a|none|null|undefined|nil|nothing|unknown|empty|blank|not applicable|not available|not defined(?: yet)?|not specified|not yet (?:defined|known|decided|written|specified|clear)|missing',
  'placeholder(?: text| name| value)?|dummy(?: text| name| value| data)?|sample text|example text|some text|test text|text|text here|hello world',
  'test(?: test)*|testing|untitled(?: \\w+)?|unnamed(?: \\w+)?|new (?:component|view|flow|entity|step|item|page|goal)|default',
  '(?:this |it )?(?:is )?(?:just |only )?(?:a |an )?(?:placeholder|dummy|stub|sample|example)(?: text| description| sentence)?',
  'coming soon|work in progress|wip|pending|later|follows|to follow|details (?:to )?follow|more to come|in progress|draft|under construction',
  `${verbs} (?:${parts} )*(?:\\w+ )?here`,
  `${verbs} (?:(?:${parts}|${fields}|what|how|it|this|one|two|or|in|of|short|sentence|sentences|words|does|is|for|here|me) ?)+`,
  `(?:${parts} )*${fields}(?: here| goes here| text| tbd| todo| pending| to follow| missing| needed)`,
  `(?:flow|component|step|entity|attribute|feature|interaction|page|screen|actor|project|user story) ${fields}`,
  `no ${fields}(?: yet| available| given)?|description|outcome|response|trigger`,
  'to be (?:decided|determined|defined|confirmed|written|completed|filled in|added|done|announced|specified|described|clarified|discussed|agreed|continued|provided|supplied|finalised|finalized)(?: later| soon| by \\w+(?: \\w+)?)?',
  'as (?:in|for|with) (?:the )?(?:other|previous|last|first|above|component|flow|step|one)\\b.*|like (?:the )?(?:above|previous|other|last)\\b.*|identical to .*|same (?:as|here|again)\\b.*|refer to .*|described (?:above|elsewhere|below)\\b.*|as described .*|see (?:the |this |that |our )?(?:above|below|elsewhere|spec|specs|specification|requirements|ticket|tickets|issue|jira|figma|sketch|mock ?ups?|wireframes?|prototype|design|designs|wiki|confluence|readme|notes?|comments?|docs?|docx|documentation|document|appendix|annex|attachment|attached|link|links|other|others|previous|next|last|first|same|section|chapter|paragraph|component|flow|step|epic|story|thread|email|slack|meeting|code)(?: .{0,40})?|nothing new',
  '(?:next|first|last|another|some|final|second) (?:step|action|thing)|(?:the )?(?:user|actor|someone|somebody) does something|do something|something happens',
  '(?:will|to|details will|description will) (?:follow|come)(?: later| soon)?|(?:it )?will be (?:added|defined|described|written|decided|filled in|provided|completed)(?: later| soon)?|actor|persona|user type|user role|user \\d|john doe|jane doe|nn|xyz|person \\w',
  'string|value|something|anything|whatever|stuff|things|etc',
  'same as (?:above|before|previous|other|the other|\\w+)|as (?:above|before|discussed|agreed|usual)|ditto|copy of (?!an? |the ).{1,30}|idem',
  '(?:step|action|outcome|goal|description|item|flow|component|trigger|response|option|entity|text|sentence|state|status|actor|user|role|view|page|screen) (?:\\d+|[a-z]|one|two|three)',
  '\\d+(?: \\d+)*',
]
const wholePattern = new RegExp(
  `^(?:${whole.map((each) => `(?:${each})`).join('|')})(?: \\d+)?$`,
  'u',
)

const repeats = (words: readonly string[]): boolean =>
  words.length > 1 && words.every((word) => word === words[0])

/** Whether a text, given without case and punctuation, only keeps a place for a text. */
export const onlyKeepsPlace = (plain: string): boolean => {
  const words = plain.split(' ')
  if (words.length > 9 || plain.length > 80) return /^lorem\b|\bdolor sit amet\b/i.test(plain)
  return wholePattern.test(plain) || repeats(words)
}

const inside =
  /\blorem ipsum\b|\bdolor sit amet\b|\bto be (?:decided|determined|defined|confirmed|written|completed|filled in|announced|specified|described|clarified|discussed|agreed)\b|\b(?:description|text|title|content|details) (?:goes|go) here\b|\binsert (?:\w+ ){1,2}here\b|\byour \w+ here\b|\bplaceholder text\b|\bwork in progress\b|\bfill (?:this|me) in\b|\bnot (?:yet (?:decided|defined|known|clear|specified)|decided yet|defined yet|sure (?:yet|if|whether|about))\b|\bnote to self\b|\bask (?:the )?(?:product owner|stakeholders?|legal|design(?:er)?|team|client|customer|boss|po)\b|\bcheck with (?:the )?(?:product owner|stakeholders?|legal|design(?:er)?|team|client|customer|boss|po)\b|\bopen question(?=s?:|$)|\bneeds? (?:more )?(?:work|clarification|input|discussion)\b|\bdetails (?:to )?follow\b|\bmore to come\b/i
const leftovers =
  /\bas an ai\b|\blanguage model\b|\bi hope this helps\b|\blet me know if\b|^(?:sure|certainly|absolutely|of course|great)\s?[!,.]|\bhere(?: is|'s|’s| are) (?:the|your|a|an|my) (?:revised|updated|requested|improved|new|final|description|component|design|text|version|list|json|answer|draft)\b|\bas (?:you )?requested\b|\bfeel free to\b|\bi(?:'ve| have|'ll| will|'d| would| can(?:not|'t)?) (?:added|updated|created|written|now|help|provide|assist|suggest|be)\b|```|\bi'?m sorry\b|\bi apologi[sz]e\b|\bin this (?:answer|response|example)\b|\bhappy to help\b|\bwould you like me\b/i
const later =
  /\bwill be (?:added|defined|described|written|decided|specified|filled in|completed) (?:later|soon|in|once|when|by)\b|\b(?:will|to) follow (?:later|soon)\b|\bsee (?:above|below|elsewhere)\b|\bdescribed elsewhere\b|\bas described (?:above|below|elsewhere)\b|\bsame as above\b/i
const bracketed =
  /[[(<{]\s*(?:\.{2,}|…|\?+|tbd|tba|tbc|todo|placeholder|description|text|name|details|here|missing|none|empty|x{2,}|to be [a-z ]{3,30}|(?:insert|fill|add|your|enter|describe|name of)\b[^\])>}]{0,40})?\s*[\])>}]/i
const marks =
  /\b(?:TBD|TBA|TBC|FIXME|XXX+|TODO|WIP|LOREM|ASDF|HACK)\b|\btbd\b|\bfixme\b|\basdf\w*|\?\?+|\(\?+\)|_{4,}|^to-?do\s?[:–—-]|\bto-?do:/

/** What in a text stands for words that are still to come, or null. */
export const placeKeptIn = ({ text }: Pick<Prose, 'text'>): string | null => {
  const unquoted = text.replace(/"[^"]{0,120}"|“[^”]{0,120}”|‘[^’]{0,120}’/g, '')
  for (const pattern of [inside, marks, leftovers, later, bracketed]) {
    const match = pattern.exec(unquoted)
    if (match !== null) return match[0]
  }
  return null
}
