/** What the files of a site say without a browser. */

export type SourcePlace = {
  readonly file: string
  readonly line: number
  readonly column: number
}

export type StyleLiteral = SourcePlace & {
  readonly kind: 'colour' | 'spacing' | 'radius' | 'font-family' | 'font-size' | 'shadow'
  readonly property: string
  readonly value: string
  /** The whole declared value the literal was found in. */
  readonly declaration: string
  readonly selector: string
  /** `token` where a custom property is being defined, which is where literals belong. */
  readonly where: 'token' | 'rule' | 'inline'
  /** Where `value` starts in the text of the file, in UTF-16 units; null if it cannot be edited there. */
  readonly start: number | null
}

export type StaticElement = SourcePlace & {
  readonly selector: string
  readonly html: string
}

export type StaticPage = {
  readonly file: string
  readonly doctype: 'html5' | 'legacy' | 'none'
  readonly lang: string | null
  readonly title: string | null
  readonly description: string | null
  readonly charset: string | null
  readonly viewport: string | null
  readonly imagesWithoutAlt: readonly StaticElement[]
  readonly emptyLinks: readonly StaticElement[]
  readonly emptyButtons: readonly StaticElement[]
  readonly links: readonly StaticLink[]
  /** The words of the body in order, scripts and styles left out. */
  readonly texts: readonly (SourcePlace & { readonly tag: string; readonly text: string })[]
}

/** A reference from one file to something else. */
export type StaticLink = SourcePlace & {
  readonly selector: string
  readonly attribute: 'href' | 'src' | 'srcset' | 'action' | 'poster' | 'data' | 'url' | 'import'
  readonly raw: string
  readonly verdict: LinkVerdict
}

export type LinkVerdict =
  | { readonly type: 'present'; readonly path: string }
  | { readonly type: 'missing-file'; readonly path: string }
  | { readonly type: 'missing-fragment'; readonly path: string; readonly fragment: string }
  /** `#`, an empty href, or `javascript:`: it leads nowhere. */
  | { readonly type: 'nowhere' }
  /** mailto:, tel:, sms: and data: */
  | { readonly type: 'scheme'; readonly scheme: string; readonly wellFormed: boolean }
  /** Another site. Never contacted. */
  | { readonly type: 'external'; readonly url: string }
  | { readonly type: 'malformed' }

export type StaticFacts = {
  readonly pages: readonly StaticPage[]
  readonly literals: readonly StyleLiteral[]
  readonly customProperties: readonly (SourcePlace & {
    readonly name: string
    readonly value: string
    readonly selector: string
    /** Where `value` starts in the text of the file; null if it cannot be edited there. */
    readonly start: number | null
  })[]
  readonly styleErrors: readonly (SourcePlace & { readonly message: string })[]
  readonly files: readonly string[]
}
