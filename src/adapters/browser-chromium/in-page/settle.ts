/** Waits until fonts are there, frames were painted, and scripts have stopped changing the page. */
export async function settle(mostMs: number): Promise<void> {
  kit.calmScrolling()
  kit.watchPaints()
  const end = performance.now() + mostMs
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  await Promise.race([document.fonts.ready, pause(mostMs)])
  await kit.nextFrame()
  if (document.scripts.length > 0) {
    let changes = 0
    const observer = new MutationObserver(() => changes++)
    observer.observe(document, { subtree: true, childList: true, characterData: true })
    for (let observed = -1; observed !== changes && performance.now() < end;) {
      observed = changes
      await pause(25)
    }
    observer.disconnect()
  }
  kit.finishAnimations()
}

/** Whether the page and all it needs is there, after waiting for it so long; and whether it is empty. */
export function loaded(mostMs: number): Promise<'not-yet' | 'empty' | 'full'> {
  const state = () => ((document.body?.childNodes.length ?? 0) === 0 ? 'empty' : 'full')
  return new Promise((resolve) => {
    if (document.readyState === 'complete') {
      resolve(state())
      return
    }
    addEventListener('load', () => resolve(state()), { once: true })
    setTimeout(() => resolve('not-yet'), mostMs)
  })
}

/** A frame, or a moment where no frames are made. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 100)
    requestAnimationFrame(() => {
      clearTimeout(timer)
      setTimeout(resolve, 0)
    })
  })
}

/** Scrolling that glides would be measured on its way. */
export function calmScrolling(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { scroll-behavior: auto !important }')
  document.adoptedStyleSheets.push(sheet)
}

/** Whether the page is longer than what is seen of it. */
export function goesOn(): boolean {
  return document.documentElement.scrollHeight > innerHeight * 1.2
}

/** Makes all text see-through for a picture of what is behind it. */
export function hideText(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `*, *::before, *::after, *::placeholder { color: transparent !important;
      -webkit-text-fill-color: transparent !important; text-shadow: none !important;
      text-decoration-color: transparent !important; caret-color: transparent !important;
      transition: none !important }`,
  )
  kit.memo.hiding = sheet
  document.adoptedStyleSheets.push(sheet)
}

export function showText(): void {
  const { hiding } = kit.memo
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== hiding)
  kit.memo.hiding = null
}
