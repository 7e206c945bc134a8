import type { Piece } from '../shared/types.ts'
import type { PieceEvent } from '../shared/piece-status.ts'

export type Answer<T> = { ok: true; data: T } | { ok: false; status: number; message: string }

const TOKEN = 'kiln-token'

export const isSignedIn = (): boolean => sessionStorage.getItem(TOKEN) !== null
export const forgetToken = (): void => sessionStorage.removeItem(TOKEN)

function messageIn(body: unknown): string {
  return typeof body === 'object' && body !== null && 'error' in body
    ? String(body.error)
    : 'The studio did not understand that. Please try again.'
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
  const token = sessionStorage.getItem(TOKEN)
  try {
    const response = await fetch(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    })
    const data = response.status === 204 ? null : await response.json()
    if (response.status === 401) forgetToken()
    return response.ok
      ? { ok: true, data }
      : { ok: false, status: response.status, message: messageIn(data) }
  } catch {
    return {
      ok: false,
      status: 0,
      message: 'The studio cannot be reached. Check your connection and try again.',
    }
  }
}

export async function signIn(email: string, password: string): Promise<Answer<{ token: string }>> {
  const answer = await ask<{ token: string }>('POST', '/api/sign-in', { email, password })
  if (answer.ok) sessionStorage.setItem(TOKEN, answer.data.token)
  return answer
}

export async function signOut(): Promise<void> {
  await ask('POST', '/api/sign-out')
  forgetToken()
}

export const listPieces = () => ask<{ pieces: Piece[] }>('GET', '/api/pieces')
export const addPiece = (title: string, litres: number) =>
  ask<Piece>('POST', '/api/pieces', { title, litres })
export const stepPiece = (id: number, event: PieceEvent) =>
  ask<Piece>('PATCH', `/api/pieces/${id}`, { event })
export const discardPiece = (id: number) => ask<null>('DELETE', `/api/pieces/${id}`)
