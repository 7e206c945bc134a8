/** What a signed-in user sends with each request. */
export type Session = { readonly headers: Readonly<Record<string, string>> }
