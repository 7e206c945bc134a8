/** Sections that go by several names: how tasks speak of them, and what their headings say. */
const families: readonly (readonly [asked: RegExp, heading: RegExp])[] = [
  [
    /^(?:install\w*|set-?up|how to install)\b/i,
    /\binstall|\bset ?-?up\b|\bgetting started|\bquick ?-?start|\bdownload/i,
  ],
  [
    /^(?:usage|use|using|how to use|basic usage)\b/i,
    /\busage\b|\busing\b|\buse\b|\bquick ?-?start|\bgetting started|\bexamples?\b|\bhow it works|\brunning\b/i,
  ],
  [/^licen[cs]/i, /\blicen[cs]/i],
  [
    /^(?:overview|introduction|intro|about|description|summary)\b/i,
    /\boverview|\bintro|\babout\b|\bwhat (?:it |this )?is\b|\bdescription|\bsummary|\bpurpose/i,
  ],
  [/^(?:prereq\w*|requirements?)\b/i, /\bprereq|\brequire|\bbefore you|\byou(?:'ll| will)? need/i],
  [/^(?:config\w*|settings?)\b/i, /\bconfig|\bsettings?\b|\boptions?\b|\benvironment/i],
  [
    /^(?:options?|flags?)\b/i,
    /\boptions?\b|\bflags?\b|\barguments?\b|\bparameters?\b|\bcli\b|\bcommand/i,
  ],
  [/^(?:tests?|testing)\b/i, /\btest/i],
  [/^contribut\w*/i, /\bcontribut|\bdevelop/i],
  [/^api\b/i, /\bapi\b|\breference\b|\bfunctions\b|\bmethods\b|\bexports\b/i],
  [/^(?:examples?)\b/i, /\bexamples?\b|\busage\b/i],
  [
    /^(?:troubleshoot\w*|faq)\b/i,
    /\btroubleshoot|\bfaq|\bcommon (?:problems|errors|issues)|\bproblems\b|\bquestions\b/i,
  ],
  [/^deploy\w*/i, /\bdeploy/i],
  [/^(?:roll ?-?back|recovery)\b/i, /\broll(?:ing)? ?-?back|\brecover|\brestor|\brevert/i],
  [
    /^(?:quick ?-?start|getting started)\b/i,
    /\bquick ?-?start|\bgetting started|\bfirst steps|\bstart/i,
  ],
  [
    /^(?:status|context|decision|consequences|alternatives|steps|escalation|timeline|impact|summary|features)$/i,
    /^$/,
  ],
  [/^(?:change-?log|release notes)\b/i, /\bchange|\brelease/i],
]

/** Whether a heading stands for a section that was asked for by this name. */
export function isSectionFor(asked: string, heading: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  if (plain(heading) === plain(asked)) return true
  const family = families.find(([name]) => name.test(asked.trim()))
  if (family !== undefined && family[1].test(heading)) return true
  const words = plain(asked)
    .split(' ')
    .filter((word) => word.length > 2 && !/^(?:the|and|for|how)$/.test(word))
  const stems = words.map((word) => word.replace(/(?:ing|ies|es|s|ation)$/, ''))
  return stems.length > 0 && stems.every((word) => plain(heading).includes(word))
}

/** Whether tasks may speak of it without saying "section". */
export const isUsualSection = (name: string): boolean =>
  families.some(([asked]) => asked.test(name.trim()))

/** Sections that tell how to do something: they need a command, a name, a number or a link. */
export const isInstruction = (heading: string): boolean =>
  /^(?:install|set-?up|usage|using|api\b|config|settings?|options?|flags?|tests?\b|testing|examples?|commands?|deploy|quick ?-?start|getting started|requirements?|prereq|rollback|environment|licen[cs]e)/i.test(
    heading.trim(),
  )
