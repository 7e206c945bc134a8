/** The colours of the page by what they are for. Text has a contrast of at least 4.5 to its ground. */
export const palettes = {
  light: {
    ground: '#f6f6f3',
    card: '#ffffff',
    sunk: '#f1f1ed',
    ink: '#1b1e22',
    muted: '#575d66',
    line: '#dfdfd8',
    edge: '#7a808a',
    accent: '#2a4b9b',
    soft: '#e9eef9',
    good: '#146038',
    'good-soft': '#e4f2e9',
    bad: '#a3241d',
    'bad-soft': '#fbe9e7',
    warn: '#744600',
    'warn-soft': '#fbf1dc',
    view: '#3b3fa0',
    'view-soft': '#ecedfb',
    container: '#48525d',
    'container-soft': '#edeff1',
    control: '#075e5a',
    'control-soft': '#e0f2f0',
    data: '#7f2e68',
    'data-soft': '#f8eaf4',
    utility: '#57563a',
    'utility-soft': '#f0f0e2',
  },
  dark: {
    ground: '#121417',
    card: '#1a1d21',
    sunk: '#23272c',
    ink: '#e7e9eb',
    muted: '#a7adb5',
    line: '#343940',
    edge: '#8b929c',
    accent: '#a3bdf7',
    soft: '#212d47',
    good: '#84d9a5',
    'good-soft': '#17301f',
    bad: '#ff9f96',
    'bad-soft': '#3b1e1c',
    warn: '#efc374',
    'warn-soft': '#342a15',
    view: '#bcbfff',
    'view-soft': '#2a2c50',
    container: '#bcc5ce',
    'container-soft': '#2b3137',
    control: '#7bd7d0',
    'control-soft': '#153431',
    data: '#f2b0da',
    'data-soft': '#3b2135',
    utility: '#d1cfa0',
    'utility-soft': '#303021',
  },
} as const

type Colour = keyof (typeof palettes)['light']

/** Which colour stands on which, and the contrast it needs: 4.5 for text, 3 for lines that mean something. */
export const pairs: readonly (readonly [on: Colour, ground: Colour, least: number])[] = [
  ...(['ground', 'card', 'sunk'] as const).flatMap((ground) =>
    (['ink', 'muted', 'accent', 'good', 'bad', 'warn'] as const).map(
      (ink) => [ink, ground, 4.5] as const,
    ),
  ),
  ...(['good', 'bad', 'warn', 'view', 'container', 'control', 'data', 'utility'] as const).map(
    (ink) => [ink, `${ink}-soft`, 4.5] as const,
  ),
  ...(['good-soft', 'bad-soft', 'warn-soft', 'soft'] as const).flatMap((ground) =>
    (['ink', 'muted', 'accent'] as const).map((ink) => [ink, ground, 4.5] as const),
  ),
  ['edge', 'card', 3],
  ['edge', 'ground', 3],
  ['good', 'line', 3],
  ['bad', 'line', 3],
  ['accent', 'line', 3],
]

export const variables = (scheme: keyof typeof palettes): string =>
  Object.entries(palettes[scheme])
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')
