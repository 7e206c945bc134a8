type Child = Node | string | number | null | false | Child[]
type Props = Record<string, unknown> | null
type Component<P> = (props: P & { children: Child[] }) => HTMLElement

declare global {
  namespace JSX {
    type Element = HTMLElement
    type ElementType = string | ((props: never) => HTMLElement)
    interface ElementChildrenAttribute {
      children: unknown
    }
    interface IntrinsicElements {
      [name: string]: Record<string, unknown>
    }
  }
}

function append(parent: Node, child: Child): void {
  if (Array.isArray(child)) for (const each of child) append(parent, each)
  else if (child !== null && child !== false)
    parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)))
}

function setProperty(element: HTMLElement, name: string, value: unknown): void {
  if (name.startsWith('on') && typeof value === 'function')
    element.addEventListener(name.slice(2).toLowerCase(), (event) => value(event))
  else if (value === true) element.setAttribute(name, '')
  else if (value !== false && value !== undefined && value !== null)
    element.setAttribute(name, String(value))
}

/** What TSX becomes: an element of the page. */
export function h<P>(tag: string, props: Props, ...children: Child[]): HTMLElement
export function h<P>(tag: Component<P>, props: P, ...children: Child[]): HTMLElement
export function h<P>(
  tag: string | Component<P>,
  props: P & Props,
  ...children: Child[]
): HTMLElement {
  if (typeof tag === 'function') return tag({ ...props, children })
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(props ?? {}))
    if (name !== 'children') setProperty(element, name, value)
  append(element, children)
  return element
}
