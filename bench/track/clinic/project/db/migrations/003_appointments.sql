CREATE TABLE practitioners (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);

CREATE TABLE appointments (
  id INTEGER PRIMARY KEY,
  patient_id INTEGER NOT NULL REFERENCES patients (id) ON DELETE CASCADE,
  practitioner_id INTEGER NOT NULL REFERENCES practitioners (id) ON DELETE RESTRICT,
  visit TEXT NOT NULL CHECK (visit IN ('checkup', 'consultation', 'procedure')),
  status TEXT NOT NULL DEFAULT 'requested'
    CHECK (status IN ('requested', 'confirmed', 'checked_in', 'completed', 'cancelled', 'no_show')),
  starts_at TEXT NOT NULL,
  ends_at TEXT NOT NULL,
  fee_cents INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);

CREATE INDEX appointments_patient_id ON appointments (patient_id);
CREATE INDEX appointments_practitioner_id ON appointments (practitioner_id, starts_at);

CREATE UNIQUE INDEX appointments_slot
  ON appointments (practitioner_id, starts_at)
  WHERE status <> 'cancelled';
