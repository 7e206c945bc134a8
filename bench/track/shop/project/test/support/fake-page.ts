type Listener = (event: FakeEvent) => unknown
type FakeEvent = { readonly preventDefault: () => void; readonly submitter?: unknown }

export type FakeElement = {
  dataset: Readonly<Record<string, string>>
  values: Readonly<Record<string, string>>
  textContent: string
  className: string
  disabled: boolean
  isOpen: boolean
  isRemoved: boolean
  readonly children: FakeElement[]
  readonly found: Map<string, unknown>
  readonly getAttribute: (name: string) => string | null
  readonly fire: (name: string, event?: Partial<FakeEvent>) => Promise<unknown>
}

type Given = Partial<Pick<FakeElement, 'dataset' | 'values' | 'textContent'>>

/** As much of an element as the client's code uses. */
export function fakeElement(given: Given = {}): FakeElement {
  const listeners = new Map<string, Listener>()
  const attributes = new Map<string, string>()
  const classes = new Set<string>()
  const element: FakeElement & Record<string, unknown> = {
    dataset: {},
    values: {},
    textContent: '',
    className: '',
    disabled: false,
    isOpen: false,
    isRemoved: false,
    children: [],
    found: new Map(),
    ...given,
    classList: {
      toggle: (name: string) => (classes.delete(name) ? false : classes.add(name).has(name)),
    },
    getAttribute: (name) => attributes.get(name) ?? null,
    setAttribute: (name: string, value: string) => void attributes.set(name, value),
    removeAttribute: (name: string) => void attributes.delete(name),
    addEventListener: (name: string, listener: Listener) => void listeners.set(name, listener),
    append: (child: FakeElement) => void element.children.push(child),
    remove: () => void (element.isRemoved = true),
    querySelector: (selector: string) => element.found.get(selector) ?? null,
    querySelectorAll: (selector: string) => element.found.get(selector) ?? [],
    showModal: () => void (element.isOpen = true),
    close: () => void (element.isOpen = false),
    fire: async (name, event = {}) =>
      listeners.get(name)?.({ preventDefault: () => undefined, ...event }),
  }
  return element
}

/** A page with these elements by id, and these by selector. */
export function fakePage(
  byId: Readonly<Record<string, FakeElement>>,
  bySelector: Readonly<Record<string, unknown>> = {},
): { readonly page: Document; readonly visited: readonly string[] } {
  const visited: string[] = []
  const page = {
    getElementById: (id: string) => byId[id] ?? null,
    querySelector: (selector: string) => bySelector[selector] ?? null,
    querySelectorAll: (selector: string) => bySelector[selector] ?? [],
    createElement: () => fakeElement(),
    location: {
      assign: (path: string) => void visited.push(path),
      reload: () => void visited.push('reload'),
    },
  }
  return { page: page as unknown as Document, visited }
}
