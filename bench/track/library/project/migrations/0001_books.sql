CREATE TABLE books (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL,
  author TEXT NOT NULL,
  isbn TEXT NOT NULL UNIQUE,
  copies INTEGER NOT NULL CHECK (copies >= 0),
  created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP
);

INSERT INTO books (title, author, isbn, copies) VALUES
  ('The Harbour at Night', 'Ida Brandt', '9780000000019', 2),
  ('Salt and Rope', 'Tomas Weir', '9780000000026', 1),
  ('A Field Guide to Tides', 'Nora Quill', '9780000000033', 3),
  ('Letters from the Pier', 'Ewan Marsh', '9780000000040', 1);
