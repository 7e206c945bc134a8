/** What each tier costs a month, in dollars, and how many tools it may borrow at once. */
export const tiers = [
  { id: 'free', name: 'Free', price: 0, limit: 1 },
  { id: 'pro', name: 'Pro', price: 19, limit: 5 },
]
