/** What one viewport shows. Boxes are CSS pixels from the top left corner of the whole page. */

export type Box = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Red, green and blue from 0 to 255, alpha from 0 to 1. */
export type Rgba = {
  readonly r: number
  readonly g: number
  readonly b: number
  readonly a: number
}

/** One painted thing behind a text. `opacity` is the product of the opacities of all groups it is in. */
export type BackdropLayer =
  | {
      readonly kind: 'colour'
      readonly selector: string
      readonly colour: Rgba
      readonly opacity: number
    }
  | {
      readonly kind: 'gradient'
      readonly selector: string
      readonly stops: readonly Rgba[]
      readonly css: string
      readonly opacity: number
    }
  | {
      readonly kind: 'image'
      readonly selector: string
      readonly url: string
      readonly opacity: number
    }

/** What lies behind a text, the nearest layer first. The last one is opaque: the canvas if nothing else is. */
export type Backdrop = {
  readonly layers: readonly BackdropLayer[]
  /** All layers blended to one colour; null where a gradient or an image takes part. */
  readonly solid: Rgba | null
  /** Pixels seen behind the text with the text hidden; only where `solid` is null. */
  readonly pixels: {
    readonly darkest: Rgba
    readonly lightest: Rgba
    readonly mean: Rgba
  } | null
}

/** One text node that is painted, or the words of a field, placeholder or pseudo element. */
export type TextRun = {
  readonly selector: string
  readonly tag: string
  readonly source: 'text' | 'placeholder' | 'value' | 'before' | 'after' | 'marker'
  readonly text: string
  readonly box: Box
  readonly lines: number
  readonly fontSize: number
  readonly fontWeight: number
  readonly fontFamily: string
  readonly fontStyle: string
  readonly textAlign: string
  readonly colour: Rgba
  /** The product of the opacities of the element and all its ancestors. */
  readonly opacity: number
  readonly textShadow: string | null
  /** The fill is painted by the background (`background-clip: text`): its stops or colour. */
  readonly clipFill: readonly Rgba[] | null
  readonly backdrop: Backdrop
  /** 24 px, or 18.66 px bold: the large text of WCAG. */
  readonly isLarge: boolean
  /** Part of a control that is disabled: contrast rules do not apply. */
  readonly inDisabled: boolean
  readonly inLink: boolean
  readonly ariaHidden: boolean
  /** Cut off by an ancestor that hides overflow, and by how many pixels. */
  readonly clipped: {
    readonly by: string
    readonly x: number
    readonly y: number
    readonly ellipsis: boolean
  } | null
  /** Pixels beyond the right or left edge of the viewport, outside any scroller; 0 if none. */
  readonly pastEdge: number
  /** Selectors of other texts whose lines this one touches. */
  readonly overlaps: readonly string[]
  /** The selector of what is painted over the middle of the text, else null. */
  readonly coveredBy: string | null
  readonly insideScroller: string | null
  /** Roles and landmark tags of the ancestors, nearest first. */
  readonly ancestorRoles: readonly string[]
  /** Index into `blocks` of the view. */
  readonly block: number
}

/** The text of one block as a reader sees it: inline children joined, white space collapsed. */
export type TextBlock = {
  readonly selector: string
  readonly tag: string
  readonly text: string
  readonly box: Box
  readonly role: string | null
  /** The nearest `lang` on the block or around it, as written; null if there is none. */
  readonly lang: string | null
  readonly visible: boolean
  /** Why a hidden block is hidden, and how a reader can still get to it. */
  readonly hidden: {
    readonly why:
      | 'display-none'
      | 'visibility'
      | 'opacity'
      | 'off-canvas'
      | 'clipped-away'
      | 'closed-details'
      | 'closed-dialog'
      | 'zero-size'
    readonly reachable:
      | 'details'
      | 'dialog'
      | 'aria-controls'
      | 'popover'
      | 'screen-reader'
      | 'other-viewport'
      | 'no'
  } | null
}

/** The colours that tell a control from what is around it. */
export type ControlPaint = {
  readonly colour: Rgba
  readonly background: Rgba
  readonly backgroundImage: string | null
  readonly borderColour: Rgba
  readonly borderWidth: number
  readonly borderSides: readonly ('top' | 'right' | 'bottom' | 'left')[]
  readonly outlineColour: Rgba
  readonly outlineWidth: number
  readonly boxShadow: string | null
  readonly textDecoration: string
  /** As it is computed, such as `8px` or `8px 0px 0px 8px`. */
  readonly radius?: string
  readonly opacity: number
  /** What the control stands on. */
  readonly around: Backdrop
  /** The line of a box drawn closely around the control, such as a search field with its button. */
  readonly wrapperLine?: Rgba | null
}

/** A link, button, field or anything else that asks to be used. */
export type Control = {
  readonly selector: string
  readonly tag: string
  readonly type: string | null
  readonly role: string
  /** The accessible name as the browser computes it. */
  readonly name: string
  readonly nameFrom: string | null
  readonly text: string
  readonly href: string | null
  readonly placeholder: string | null
  readonly value: string | null
  readonly title: string | null
  readonly label: {
    readonly by: 'label-for' | 'wrapping-label' | 'aria-label' | 'aria-labelledby' | 'title'
    readonly text: string
    readonly visible: boolean
  } | null
  readonly disabled: boolean
  readonly focusable: boolean
  readonly tabIndex: number
  readonly visible: boolean
  readonly ariaHidden: boolean
  readonly box: Box
  /** For a link inside a sentence: the words around it; WCAG's target size does not count it. */
  readonly inline: boolean
  readonly coveredBy: string | null
  /** Clicks go through it. */
  readonly ignoresPointer?: boolean
  readonly offCanvas: boolean
  readonly cursor: string
  readonly paint: ControlPaint
  /** Why it counts as interactive when it is no native control. */
  readonly because: 'native' | 'role' | 'tabindex' | 'handler' | 'pointer-cursor' | 'button-class'
  readonly ariaControls: string | null
  readonly inForm: string | null
  readonly insideDialog: string | null
  readonly icon: 'svg' | 'img' | 'font' | 'emoji' | null
  /** The fills and strokes that the shapes of an inline SVG in it are painted with, alpha blended in. */
  readonly iconColours: readonly Rgba[]
}

export type ImageFact = {
  readonly selector: string
  readonly kind: 'img' | 'svg' | 'input' | 'role-img' | 'video' | 'canvas' | 'background'
  readonly src: string
  readonly alt: string | null
  readonly role: string | null
  readonly name: string
  /** Empty alt, role none or presentation, or hidden from assistive technology. */
  readonly decorative: boolean
  readonly box: Box
  readonly hasSizeAttributes: boolean
  readonly broken: boolean
  readonly visible: boolean
  readonly inLink: boolean
  /** For inline SVG: its path data, to know stock icons again. */
  readonly svg: { readonly paths: readonly string[] } | null
}

export type Heading = {
  readonly selector: string
  readonly level: number
  readonly text: string
  readonly visible: boolean
  readonly box: Box
}
