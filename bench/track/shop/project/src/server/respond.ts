import type { ErrorResponse } from '../shared/api.ts'
import type { Html } from '../views/html.ts'

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers })

export const problem = (status: number, message: string): Response =>
  json(status, { error: { message } } satisfies ErrorResponse)

export const page = (status: number, { markup }: Html): Response =>
  new Response(`<!doctype html>\n${markup}`, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })

export const redirect = (location: string): Response =>
  new Response(null, { status: 303, headers: { location } })
