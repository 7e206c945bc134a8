export type ServiceCode = 'check-up' | 'brakes' | 'full'

export type Service = { title: string; cents: number; minutes: number }

export const services: Record<ServiceCode, Service> = {
  'check-up': { title: 'Check-up', cents: 35_00, minutes: 30 },
  brakes: { title: 'Brakes', cents: 48_00, minutes: 45 },
  full: { title: 'Full service', cents: 95_00, minutes: 120 },
}

const clubDiscount = 0.15

export const isServiceCode = (value: unknown): value is ServiceCode =>
  typeof value === 'string' && Object.hasOwn(services, value)

export function priceOf(code: ServiceCode, isMember: boolean): number {
  const { cents } = services[code]
  return isMember ? Math.round(cents * (1 - clubDiscount)) : cents
}
