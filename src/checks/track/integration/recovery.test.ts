import { describe, expect, test } from 'vitest'
import { verdictOfPass } from '../evaluation.ts'
import type { TrackFacts } from '../facts.ts'
import { json, madeApplication, madeFacts } from './made-facts.contract.ts'
import { readProject } from './project.ts'
import { recoveryPass } from './recovery.ts'
import { routesOf } from './routes/routes-of.ts'

async function recovery(files: Readonly<Record<string, string>>, more: Partial<TrackFacts> = {}) {
  const { application: _application, files: _files, ...given } = more
  const project = await readProject(madeFacts({ files, ...given }))
  return recoveryPass(project, routesOf(project))
}
const wrong = async (files: Readonly<Record<string, string>>) =>
  (await recovery(files)).parts.filter(({ status }) => status === 'unmet').map(({ id }) => id)

const express = (version: string) => JSON.stringify({ dependencies: { express: version } })

describe('failures of other programs', () => {
  test('a bare fetch in a route of Hono is noticed', async () => {
    const files = {
      'src/app.ts': `import { Hono } from 'hono'
export const app = new Hono()
app.get('/weather', async (c) => {
  const response = await fetch(process.env.WEATHER_URL + '/now')
  const data = await response.json()
  return c.json({ temperature: data.main.temp })
})`,
    }
    expect(await wrong(files)).toEqual(['upstream-status', 'timeouts'])
    const first = (await recovery(files)).parts.find(({ status }) => status === 'unmet')?.issues[0]
    expect(first).toMatchObject({ path: 'src/app.ts', line: 4 })
  })
  test('a client that throws its own errors to an error handler of Fastify is fine', async () => {
    const pass = await recovery({
      'src/weather.ts': `import { z } from 'zod'
const Weather = z.object({ main: z.object({ temp: z.number() }) })
export class UpstreamError extends Error {}
export async function weather(city: string) {
  const response = await fetch(new URL(city, base), { signal: AbortSignal.timeout(3000) })
  if (!response.ok) throw new UpstreamError(String(response.status))
  return Weather.parse(await response.json())
}`,
      'src/app.ts': `import Fastify from 'fastify'
import { weather } from './weather.js'
export const app = Fastify()
app.setErrorHandler((error, request, reply) => reply.code(502).send({ error: 'The weather service does not answer' }))
app.get('/weather/:city', async (request) => weather(request.params.city))`,
    })
    expect(verdictOfPass(pass)).toBe('PASS')
  })
  test('a wrapper with retries, a shared signal and a wrapped handler of Express 4 are fine', async () => {
    expect(
      await wrong({
        'package.json': express('^4.21.0'),
        'src/http.js': `/** @returns {Promise<unknown>} */
export async function getJson(url, { attempts = 3, timeout = 2000 } = {}) {
  for (let attempt = 1; ; attempt++) {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), timeout)
    try {
      const response = await fetch(url, { signal: controller.signal })
      if (response.status === 429 || response.status >= 500) throw new Error('busy')
      if (!response.ok) return null
      return await response.json()
    } catch (error) {
      if (attempt === attempts) throw error
    } finally {
      clearTimeout(timer)
    }
  }
}`,
        'src/routes.js': `import express from 'express'
import { getJson } from './http.js'
const wrap = (handler) => (req, res, next) => handler(req, res).catch(next)
export const router = express.Router()
router.get('/rates', wrap(async (req, res) => {
  const rates = await getJson('https://rates.example/latest')
  res.json(rates)
}))
router.use((error, req, res, next) => res.status(503).json({ error: 'Try again later' }))`,
      }),
    ).toEqual([])
  })
  test('a component that looks at the status is fine, one that does not is noticed', async () => {
    const component = (load: string) => ({
      'src/Rates.tsx': `import { useEffect, useState } from 'react'
export function Rates() {
  const [rates, setRates] = useState<Record<string, number>>({})
  const [error, setError] = useState('')
  useEffect(() => {
    ${load}
  }, [])
  return error ? <p role="alert">{error}</p> : <p>{rates.EUR}</p>
}`,
    })
    expect(
      await wrong(
        component(`fetch('/api/rates').then((r) => { if (!r.ok) throw new Error(r.statusText); return r.json() })
      .then(setRates).catch(() => setError('Rates are not available. Try again.'))`),
      ),
    ).toEqual([])
    expect(
      await wrong(component(`fetch('/api/rates').then((r) => r.json()).then(setRates)`)),
    ).toEqual(['upstream-status'])
  })
  test('a client that gives errors back is asked for them', async () => {
    const files = (line: string) => ({
      'package.json': JSON.stringify({ dependencies: { '@supabase/supabase-js': '^2.45.0' } }),
      'src/books.ts': `import { supabase } from './client'
export async function books() { ${line} }`,
    })
    expect(
      await wrong(files(`const { data } = await supabase.from('books').select('*'); return data`)),
    ).toEqual(['returned-errors'])
    expect(
      await wrong(
        files(
          `const { data, error } = await supabase.from('books').select('*'); if (error) throw error; return data`,
        ),
      ),
    ).toEqual([])
  })
})

describe('the application beside servers that fail', () => {
  const files = {
    'src/app.js': `import express from 'express'
const app = express()
app.get('/rates', async (req, res) => {
  try {
    const response = await fetch(process.env.RATES_URL, { signal: AbortSignal.timeout(1000) })
    if (!response.ok) throw new Error('busy')
    res.json(await response.json())
  } catch (error) { res.status(503).json({ error: 'no rates' }) }
})`,
  }
  const upstream = async (answer: Parameters<typeof madeApplication>[0]) =>
    (
      await recovery(files, { withUpstream: () => Promise.resolve(madeApplication(answer)) })
    ).parts.at(-1)

  test('is started in all ways at once where there is memory for it, and else in one after the other', async () => {
    for (const isRoomy of [true, false]) {
      const running = new Set<string>()
      let most = 0
      const withUpstream = async (behaviour: string) => {
        most = Math.max(most, running.add(behaviour).size)
        await new Promise((done) => setTimeout(done, 5))
        const end = async () => void running.delete(behaviour)
        return { ...madeApplication(() => json(503, { error: 'no rates' })), end }
      }
      await recovery(files, { isRoomy, withUpstream })
      // nobody ends the one that others ask as well
      expect(most).toBe(isRoomy ? 4 : 2)
    }
  })
  test('is undecided where nobody can start it so', async () => {
    expect((await recovery(files)).parts.at(-1)?.status).toBe('undecided')
  })
  test('answers with its own message', async () => {
    expect((await upstream(() => json(503, { error: 'no rates' })))?.status).toBe('met')
  })
  test('shows its inside or hangs', async () => {
    expect(
      (await upstream(() => json(500, { message: 'connect ECONNREFUSED 127.0.0.1:1' })))?.issues,
    ).toHaveLength(4)
    expect((await upstream(() => json(500, { message: 'We made a mistake' })))?.reason).toContain(
      'GET /rates answers 500',
    )
    expect((await upstream(({ path }) => (path === '/rates' ? null : {})))?.reason).toContain(
      'does not answer',
    )
  })
})

test('a failure is not answered as if all were well', async () => {
  const client = (caught: string) => ({
    'src/stock.ts': `const stockIn = (boxes) => ({ kind: 'known', boxes })
export async function stockOf(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(99) })
    if (!response.ok) return { kind: 'unknown', reason: 'no stock' }
    return stockIn(await response.json())
  } catch (error) {
    ${caught}
  }
}`,
  })
  expect(await wrong(client("return { kind: 'unknown', reason: String(error) }"))).toEqual([])
  expect(await wrong(client("return { kind: 'known', boxes: 999 }"))).toEqual(['invented-answers'])
})

test('a request is not repeated for ever', async () => {
  const client = (loop: string, more: string) => ({
    'src/gateway.ts': `const post = async (url) => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(99) })
    return response.ok
  } catch (error) {
    return report(error)
  }
}
export async function send(url) {
  let tries = 0
  ${loop} {
    if (await post(url)) return true
    ${more}
  }
  return false
}`,
  })
  expect(await wrong(client('while (true)', ''))).toEqual(['endless'])
  expect(await wrong(client('while (true)', 'if (tries++ > 2) return false'))).toEqual([])
  expect(await wrong(client('for (const _ of [1, 2])', ''))).toEqual([])
})
