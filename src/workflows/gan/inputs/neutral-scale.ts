import type { Tokens } from './tokens.ts'

/** Greys without a temperature, for brands that name none. */
export const plainNeutrals: Readonly<Record<string, string>> = {
  50: '#F8F8F6',
  100: '#EEEEEA',
  200: '#DDDDD7',
  300: '#C2C2BA',
  400: '#9C9C93',
  500: '#777770',
  600: '#5C5C56',
  700: '#444440',
  800: '#2E2E2B',
  900: '#1D1D1B',
  950: '#111110',
}

/** A page cannot be read in one colour: tokens without any grey get plain ones. */
export const withNeutrals = (tokens: Tokens): Tokens =>
  Object.keys(tokens.colors).some((name) => name.startsWith('neutral.'))
    ? tokens
    : {
        ...tokens,
        colors: {
          ...tokens.colors,
          ...Object.fromEntries(
            Object.entries(plainNeutrals).map(([step, hex]) => [`neutral.${step}`, hex]),
          ),
        },
      }
