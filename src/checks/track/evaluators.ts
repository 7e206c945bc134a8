/** The specialists, in the order of reports. */
export const evaluators = [
  'eval-ui-ux',
  'eval-code-quality',
  'eval-integration',
  'eval-business-logic',
] as const
export type Evaluator = (typeof evaluators)[number]

/** The subjects that a track's metadata may name, and who evaluates them. */
export const evaluatorsOfType: Readonly<Record<string, readonly Evaluator[]>> = {
  ui: ['eval-ui-ux'],
  design: ['eval-ui-ux'],
  'design-system': ['eval-ui-ux'],
  screen: ['eval-ui-ux'],
  screens: ['eval-ui-ux'],
  integration: ['eval-integration', 'eval-code-quality'],
  auth: ['eval-integration', 'eval-code-quality'],
  payments: ['eval-integration', 'eval-code-quality'],
  api: ['eval-integration', 'eval-code-quality'],
  'business-logic': ['eval-business-logic', 'eval-code-quality'],
  generator: ['eval-business-logic', 'eval-code-quality'],
  'core-feature': ['eval-business-logic', 'eval-code-quality'],
  architecture: ['eval-code-quality'],
}

/** Kinds of work that speak for code; `feature` is what a track is where nobody said anything else. */
export const workTypes: ReadonlySet<string> = new Set(['bugfix', 'refactor', 'infrastructure'])

type Keyword = {
  readonly word: string
  readonly forms: RegExp
  /** Uses of the word that are about something else, tried on the text around it. */
  readonly except?: RegExp
}

const word = (name: string, forms: string, except?: RegExp): Keyword => ({
  word: name,
  forms: new RegExp(`(?<![\\w-])(?:${forms})(?![\\w])`, 'gi'),
  ...(except === undefined ? {} : { except }),
})

/** The words of the source with their stems, and their plain synonyms. */
export const keywords: Readonly<Record<Evaluator, readonly Keyword[]>> = {
  'eval-ui-ux': [
    word('screen', 'screens?', /screen reader/i),
    word('component', '(?:sub)?components?', /(?:server|backend|service) component/i),
    word('design system', 'design[- ]systems?|design[- ]tokens?|style ?guide'),
    word('layout', 'layouts?', /(?:memory|file|folder|directory|record) layout/i),
    word('visual', 'visuals?|visually'),
    word('UI shell', '(?:UI|app)[- ]shell'),
    word('UI', 'UI|UX|UI/UX|user interfaces?', /(?:UI|app)[- ]shell/i),
    word('responsive', 'responsive|breakpoints?|mobile[- ]first'),
    word('typography', 'typography|colou?r palette|spacing scale|dark mode|theme toggle'),
    word('navigation bar', 'navigation bar|nav ?bar|sidebars?|footers?|hero section|modals?'),
  ],
  'eval-code-quality': [
    word('implement', 'implement(?:s|ed|ing|ation|ations)?'),
    word('feature', 'features?'),
    word('refactor', 'refactor(?:s|ed|ing|ings)?'),
    word('infrastructure', 'infrastructure'),
    word('hook', 'hooks?', /(?:git|commit|push|web) hook/i),
    word('store', 'stores?', /(?:app|play|online|web|department|grocery|pet|book) stores?/i),
  ],
  'eval-integration': [
    word('Supabase', 'supabase|firebase'),
    word(
      'Stripe',
      'stripe|paypal|payment (?:provider|gateway|intent)s?',
      /stripe (?:pattern|table|row)|striped/i,
    ),
    word('Gemini', 'gemini|openai|anthropic|claude'),
    word(
      'API',
      'APIs?|REST|GraphQL|endpoints?',
      /(?:composition|context|options|fetch|public|props?|plugin|component) API/i,
    ),
    word(
      'auth',
      'o?auth|oauth2|authenticat(?:e|es|ed|ing|ion)|authori[sz]ation|log[- ]?in|sign[- ]?(?:in|up|out)|SSO|JWT',
    ),
    word('database', 'databases?|DB|postgres(?:ql)?|mysql|sqlite|migrations?|prisma|drizzle'),
    word('webhook', 'web ?hooks?'),
    word('third-party', 'third[- ]party|external services?|SDKs?|sendgrid|twilio|S3 bucket'),
  ],
  'eval-business-logic': [
    word(
      'generation',
      'generat(?:e|es|ed|ing|ion|ions|or|ors)',
      /(?:site|code|type|token|id|uuid|sitemap|docs?|documentation) generat|generat\w+ (?:types?|code|docs?|ids?|uuids?|tokens?)/i,
    ),
    word(
      'lock',
      '(?:un)?lock(?:s|ed|ing)?',
      /(?:mutex|file|row|table|advisory|package|scroll|body|screen|caps|pad)[- ]?lock|lock ?(?:file|screen)|lock(?:s|ed|ing)? (?:the )?(?:scroll|body|file|row|table|mutex)/i,
    ),
    word(
      'dependency',
      'dependenc(?:y|ies)',
      /(?:npm|dev|peer|package|runtime|build|third-party|circular|unused|transitive|new|outdated) dependenc|dependenc\w+ (?:injection|upgrade|update|bump|array|graph of modules)/i,
    ),
    word('pricing', 'pric(?:e|es|ed|ing)|discounts?|billing rules?|quotas?'),
    word('tier', 'tier(?:s|ed)?|subscriptions?|plan limits?|moneti[sz]ation'),
    word(
      'pipeline',
      'pipelines?',
      /(?:CI|CD|build|deploy(?:ment)?|release|test|lint|rendering|asset build|GitHub Actions) pipeline/i,
    ),
    word(
      'download',
      'download(?:s|ed|ing|able)?',
      /download(?:s|ed|ing)? (?:the )?(?:package|packages|browser|dependencies|fonts?)/i,
    ),
    word(
      'business rule',
      'business (?:rule|logic)s?|state (?:machine|transition)s?|eligibility|entitlements?',
    ),
  ],
}
