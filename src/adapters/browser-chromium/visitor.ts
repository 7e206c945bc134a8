import type { Browser as Chromium } from 'playwright-core'

/** The name that a browser with windows gives itself, so that pages show what visitors see. */
export const visitorAgent = (chromium: Chromium): string =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${chromium.version().split('.')[0] ?? ''}.0.0.0 Safari/537.36`

/** Runs in the page before its own scripts: what else tells a browser without windows from others. */
export const hideAutomation = `() => {
  if (!('chrome' in globalThis)) globalThis.chrome = { runtime: {} }
  const data = navigator.userAgentData
  if (data && data.brands.some(({ brand }) => /Headless/.test(brand))) {
    const brands = data.brands.map(({ brand, version }) => ({ brand: brand.replace('HeadlessChrome', 'Google Chrome'), version }))
    Object.defineProperty(NavigatorUAData.prototype, 'brands', { get: () => brands })
  }
  if (navigator.plugins.length === 0)
    Object.defineProperty(Navigator.prototype, 'plugins', { get: () => [{ name: 'PDF Viewer' }] })
}`
