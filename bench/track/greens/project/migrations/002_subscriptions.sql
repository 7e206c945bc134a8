CREATE TABLE subscriptions (
  id INTEGER PRIMARY KEY,
  member_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
  box TEXT NOT NULL CHECK (box IN ('small', 'family', 'feast')),
  quarterly INTEGER NOT NULL DEFAULT 0 CHECK (quarterly IN (0, 1)),
  note TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'active', 'paused', 'ended')),
  created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE INDEX subscriptions_member ON subscriptions (member_id);

CREATE TABLE skips (
  id INTEGER PRIMARY KEY,
  subscription_id INTEGER NOT NULL REFERENCES subscriptions (id) ON DELETE CASCADE,
  delivery TEXT NOT NULL,
  created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  UNIQUE (subscription_id, delivery)
);

CREATE INDEX skips_subscription ON skips (subscription_id);
