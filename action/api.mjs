// The API of GitHub: one comment that is updated, and who approved an environment.
import { cut } from './runner.mjs'

const most = { commentBytes: 65_000, pages: 50, perPage: 100 }

export async function request(
  path,
  { method = 'GET', body, token, base = process.env.GITHUB_API_URL },
) {
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-github-api-version': '2022-11-28',
    },
    signal: AbortSignal.timeout(30_000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${response.statusText}`)
  return response.json()
}

/** Writes the comment, or updates the one that an earlier run wrote. */
export async function upsertComment({ markdown, key, number, author, token }) {
  const repository = process.env.GITHUB_REPOSITORY
  const mark = `<!-- loopwright ${key} -->`
  // whoever is named in a file that was checked need not hear of it
  const quiet = markdown.replaceAll('@', '@\u200b')
  const body = { body: cut(`${mark}\n${quiet}`, most.commentBytes) }
  const comments = `/repos/${repository}/issues/${number}/comments`
  const own = await findComment(
    comments,
    token,
    (each) => each.user?.login === author && each.body?.startsWith(mark),
  )
  const written = own
    ? await request(`/repos/${repository}/issues/comments/${own.id}`, {
        method: 'PATCH',
        body,
        token,
      })
    : await request(comments, { method: 'POST', body, token })
  return written.html_url
}

async function findComment(comments, token, isOwn) {
  for (let page = 1; page <= most.pages; page += 1) {
    const list = await request(`${comments}?per_page=${most.perPage}&page=${page}`, { token })
    const own = list.find(isOwn)
    if (own || list.length < most.perPage) return own
  }
  return undefined
}

/**
 * The person who approved the environment this job runs in. GitHub itself says which environment that is, by the
 * identity token of the job; a job can name any environment, but only one in it gets such a token.
 */
export async function approver(token) {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: secret } = process.env
  if (!url || !secret)
    throw new Error(
      'resume must know the environment of this job; give the job: permissions: id-token: write',
    )
  const { value } = await request('', { base: `${url}&audience=loopwright`, token: secret })
  const claims = JSON.parse(Buffer.from(value.split('.')[1], 'base64url').toString())
  const environment = claims.environment
  if (!environment)
    throw new Error(
      'this job runs in no environment, so nobody approved it; give the job: environment: …',
    )
  const path = `/repos/${process.env.GITHUB_REPOSITORY}/actions/runs/${process.env.GITHUB_RUN_ID}/approvals`
  const approvals = await request(path, { token })
  const approval = approvals.findLast(
    ({ state, environments }) =>
      state === 'approved' && environments.some(({ name }) => name === environment),
  )
  if (!approval)
    throw new Error(
      `nobody approved the environment "${environment}" in this run; give it required reviewers`,
    )
  return approval.user.login
}
