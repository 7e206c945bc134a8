import { xml } from './junit.ts'

/** How every report begins: no scripts, nothing from elsewhere, light and dark. */
export const htmlHead = (title: string, style: string, more: readonly string[] = []): string =>
  [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    ...more,
    `<title>${xml(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
  ].join('\n')
