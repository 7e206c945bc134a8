type Listener = () => void
const listeners: Listener[] = []

export const onNavigate = (listener: Listener): void => void listeners.push(listener)

/** Another page without loading everything again. */
export function goTo(path: string): void {
  history.pushState(null, '', path)
  for (const listener of listeners) listener()
}
