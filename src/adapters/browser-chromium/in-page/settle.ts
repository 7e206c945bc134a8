/** Waits until fonts are there, frames were painted, and scripts have stopped changing the page. */
export async function settle(mostMs: number): Promise<void> {
  const end = performance.now() + mostMs
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  await Promise.race([document.fonts.ready, pause(mostMs)])
  await kit.nextFrame()
  if (document.scripts.length > 0) {
    let changes = 0
    const observer = new MutationObserver(() => changes++)
    observer.observe(document, { subtree: true, childList: true, characterData: true })
    for (let seen = -1; seen !== changes && performance.now() < end;) {
      seen = changes
      await pause(40)
    }
    observer.disconnect()
  }
  kit.finishAnimations()
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

/** Whether parts of the page wait to be scrolled to: lazy images, texts that appear. */
export function waitsForScrolling(): boolean {
  if (document.querySelector('[loading=lazy]') !== null) return true
  if (document.scripts.length === 0) return false
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
