export type Environment = {
  readonly port: number
  readonly isProduction: boolean
  readonly stock: {
    readonly url: string | null
    readonly token: string
    readonly timeoutMs: number
  }
}

export type EnvironmentResult =
  | { readonly ok: true; readonly value: Environment }
  | { readonly ok: false; readonly problems: readonly string[] }

/** In production the warehouse must be set; elsewhere what is set must make sense. */
export function readEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): EnvironmentResult {
  const value: Environment = {
    port: Number(env.PORT ?? '3000'),
    isProduction: env.NODE_ENV === 'production',
    stock: {
      url: env.STOCK_URL ?? null,
      token: env.STOCK_TOKEN ?? '',
      timeoutMs: Number(env.STOCK_TIMEOUT_MS ?? '2000'),
    },
  }
  const problems = problemsOf(value)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value }
}

function problemsOf({ port, isProduction, stock }: Environment): readonly string[] {
  const { url, token, timeoutMs } = stock
  const rules: readonly (readonly [boolean, string])[] = [
    [Number.isInteger(port) && port >= 0 && port < 65_536, 'PORT must be a port number.'],
    [timeoutMs > 0, 'STOCK_TIMEOUT_MS must be a number of milliseconds.'],
    [url === null || URL.canParse(url), 'STOCK_URL must be a URL.'],
    [!isProduction || url !== null, 'STOCK_URL must be set in production.'],
    [!isProduction || token !== '', 'STOCK_TOKEN must be set in production.'],
  ]
  return rules.filter(([holds]) => !holds).map(([, problem]) => problem)
}
