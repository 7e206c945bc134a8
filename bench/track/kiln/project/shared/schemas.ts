import { z } from 'zod'

export const SignUp = z.object({
  email: z.email().max(200),
  password: z.string().min(10).max(200),
  plan: z.enum(['visitor', 'regular', 'resident']).default('visitor'),
})

export const SignIn = z.object({ email: z.email().max(200), password: z.string().max(200) })

export const NewPiece = z.object({
  title: z.string().trim().min(1).max(80),
  litres: z.number().positive().max(60),
})

export const Step = z.object({ event: z.enum(['rest', 'fire', 'glaze', 'crack']) })
