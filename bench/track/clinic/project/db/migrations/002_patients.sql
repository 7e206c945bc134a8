CREATE TABLE patients (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  phone TEXT NOT NULL UNIQUE,
  membership TEXT NOT NULL DEFAULT 'standard' CHECK (membership IN ('standard', 'family', 'care')),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
