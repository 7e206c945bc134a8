import type { Files } from './track-facts.contract.ts'

/** Next with Tailwind and a few components of its own. */
export const tailwind: Files = {
  'package.json':
    '{"name":"trips","dependencies":{"next":"15.0.0","tailwindcss":"3.4.0","lucide-react":"0.400.0"}}',
  'tailwind.config.ts': `import type { Config } from 'tailwindcss'

export default {
  content: ['./app/**/*.tsx', './components/**/*.tsx'],
  theme: {
    extend: {
      colors: { brand: { DEFAULT: '#0f766e', dark: '#115e59' }, ink: '#0f172a' },
      borderRadius: { card: '12px' },
    },
  },
} satisfies Config
`,
  'lib/cn.ts': `export const cn = (...classes: (string | false | undefined)[]) => classes.filter(Boolean).join(' ')
`,
  'components/ui/button.tsx': `import type { ButtonHTMLAttributes } from 'react'
import { cn } from '@/lib/cn'

const base =
  'inline-flex min-h-11 items-center gap-2 rounded-md px-4 font-medium transition-colors focus-visible:outline-none focus-visible:ring-2 focus-visible:ring-brand disabled:pointer-events-none disabled:opacity-50 active:scale-95 motion-reduce:transition-none'
const variants = {
  primary: 'bg-brand text-white hover:bg-brand-dark',
  ghost: 'bg-transparent text-ink hover:bg-slate-100',
} as const

type Props = ButtonHTMLAttributes<HTMLButtonElement> & { variant?: keyof typeof variants; loading?: boolean }

export function Button({ variant = 'primary', loading, className, children, ...props }: Props) {
  return (
    <button className={cn(base, variants[variant], className)} disabled={loading} aria-busy={loading} {...props}>
      {children}
    </button>
  )
}
`,
  'components/trip-card.tsx': `import Image from 'next/image'
import Link from 'next/link'

export type Trip = { slug: string; name: string; days: number; photo: string }

export const TripCard = ({ trip }: { trip: Trip }) => (
  <Link
    href={\`/trips/\${trip.slug}\`}
    className="group block rounded-card border border-slate-200 p-4 shadow-sm transition-shadow hover:shadow-md"
  >
    <Image src={trip.photo} alt={\`The trail of \${trip.name}\`} width={640} height={360} className="rounded-md" />
    <h2 className="mt-4 text-xl font-semibold group-hover:underline">{trip.name}</h2>
    <p className="text-slate-600">{trip.days} days</p>
  </Link>
)
`,
  'app/trips/page.tsx': `import { TripCard, type Trip } from '@/components/trip-card'
import { Newsletter } from '@/components/newsletter'

async function loadTrips(): Promise<Trip[]> {
  const answer = await fetch('https://wayfare.example/api/trips')
  return answer.json()
}

export default async function TripsPage() {
  const trips = await loadTrips()
  return (
    <>
      <section className="py-16">
        <h1 className="text-4xl font-bold">Trips on foot</h1>
        <p className="mt-4 max-w-prose text-slate-700">Walk from hut to hut. We carry your bags.</p>
      </section>
      <section className="py-16">
        <div className="grid grid-cols-1 gap-6 md:grid-cols-2 lg:grid-cols-3">
          {trips.map((trip) => (
            <TripCard key={trip.slug} trip={trip} />
          ))}
        </div>
      </section>
      <section className="py-16">
        <Newsletter />
      </section>
    </>
  )
}
`,
  'components/newsletter.tsx': `'use client'
import { useActionState } from 'react'
import { Button } from '@/components/ui/button'
import { subscribe } from '@/app/actions'

export function Newsletter() {
  const [state, action, isPending] = useActionState(subscribe, { error: '' })
  return (
    <form action={action} className="max-w-md space-y-4">
      <h2 className="text-2xl font-semibold">News from the trail</h2>
      <label className="block text-sm font-medium">
        Your email
        <input
          name="email"
          type="email"
          required
          aria-invalid={state.error !== ''}
          className="mt-1 block min-h-11 w-full rounded-md border border-slate-500 px-3 focus:outline-none focus:ring-2 focus:ring-brand"
        />
      </label>
      {state.error !== '' && <p role="alert" className="text-red-700">{state.error}</p>}
      <Button type="submit" loading={isPending}>Send me news</Button>
    </form>
  )
}
`,
}
