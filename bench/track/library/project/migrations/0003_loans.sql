CREATE TABLE loans (
  id INTEGER PRIMARY KEY,
  member_id INTEGER NOT NULL REFERENCES members (id) ON DELETE RESTRICT,
  book_id INTEGER NOT NULL REFERENCES books (id) ON DELETE RESTRICT,
  state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'overdue', 'returned', 'lost')),
  due_on TEXT NOT NULL,
  renewals INTEGER NOT NULL DEFAULT 0,
  fine_cents INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE INDEX loans_member ON loans (member_id);
CREATE INDEX loans_book ON loans (book_id);
