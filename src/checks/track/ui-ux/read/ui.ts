import type { Rgba } from '../../../../kit/colour.ts'
import type { FileTree } from '../../../../model/file-tree.ts'
import type { PageFacts } from '../../../../model/page-facts.ts'
import type { Node, Source } from '../../../integrity/source.ts'
import type { TrackFacts } from '../../facts.ts'

export type Place = { readonly path: string; readonly line: number }

/** One declared style, in a sheet, in a script or in an attribute. */
export type Style = Place & {
  /** In small letters with hyphens; `--x`, `$x` and `@x` define, `@apply` and `@include` use. */
  readonly property: string
  readonly value: string
  /** The rules around it joined; the empty string for attributes. Styled components are classes. */
  readonly selector: string
  /** The at-rules around it, the outermost first: `@media (min-width: 40rem)`. */
  readonly conditions: readonly string[]
  readonly origin: 'sheet' | 'script' | 'attribute'
}

export type Attribute = {
  /** Null where it is computed. */
  readonly text: string | null
  /** As it is written. */
  readonly raw: string
  readonly node: Node | null
}

/** An element as HTML or JSX writes it. Attributes are called as in HTML: `class`, `for`, `onclick`. */
export type UiElement = Place & {
  /** The tag of HTML, also of styled components; the name of any other component. */
  readonly tag: string
  readonly isComponent: boolean
  readonly attributes: ReadonlyMap<string, Attribute>
  /** Takes attributes that are not written here. */
  readonly hasSpread: boolean
  /** Every class that it may have. */
  readonly classes: readonly string[]
  /** Classes come from a package or another place that is not read. */
  readonly hasUnknownClasses: boolean
  /** The same as they are written together: each variant of a component is one group. */
  readonly classGroups: readonly (readonly string[])[]
  readonly parent: UiElement | null
  readonly children: UiElement[]
  readonly node: Node | null
}

/** The design system of a project: what its custom properties, theme files and Tailwind define. */
export type DesignTokens = {
  readonly colours: readonly Rgba[]
  readonly spacing: readonly number[]
  readonly fontSizes: readonly number[]
  readonly radii: readonly number[]
  readonly shadows: readonly string[]
  readonly families: readonly string[]
  /** Lengths whose name does not say what they are for. */
  readonly lengths: readonly number[]
  readonly hasTailwind: boolean
  /** Where the tokens are defined. */
  readonly files: ReadonlySet<string>
  readonly isDefinition: (style: Style) => boolean
  /** Custom properties and variables of sheets, each with its value. */
  readonly named: ReadonlyMap<string, string>
  /** The value that a name stands for at last; null where it is not known. */
  readonly valueOf: (value: string) => string | null
}

/** The user interface of a project as its files show it, and what the browser saw. */
export type Ui = {
  readonly facts: TrackFacts
  readonly files: FileTree
  readonly isTouched: (place: { readonly path: string }) => boolean
  readonly styles: readonly Style[]
  readonly elements: readonly UiElement[]
  readonly scripts: readonly Source[]
  readonly tokens: DesignTokens
  /** Pages that the track had a part in. */
  readonly pages: readonly PageFacts[]
  /** Where an element of a page is written, as far as that is known. */
  readonly placeOf: (
    page: PageFacts,
    selector: string,
  ) => { readonly path: string; readonly line?: number }
  /** Why nobody looked at a page; null if somebody did. */
  readonly unseen: string | null
}

const byPath = new WeakMap<Ui, ReadonlyMap<string, readonly UiElement[]>>()

/** The elements that a file writes. */
export function elementsIn(ui: Ui, path: string): readonly UiElement[] {
  const index = byPath.get(ui) ?? Map.groupBy(ui.elements, (each) => each.path)
  byPath.set(ui, index)
  return index.get(path) ?? []
}

export function* inside(element: UiElement): Generator<UiElement> {
  for (const child of element.children) {
    yield child
    yield* inside(child)
  }
}

export const literal = (element: UiElement, name: string): string | null =>
  element.attributes.get(name)?.text ?? null
