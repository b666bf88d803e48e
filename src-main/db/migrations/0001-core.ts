/** The first schema. Never edit a migration that was released: add the next one. */

import type { Migration } from './migration.ts'

export const core: Migration = {
  id: 1,
  name: 'core',
  sql: `
CREATE TABLE profile (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  public_id uuid NOT NULL UNIQUE,
  name text NOT NULL,
  time_zone text NOT NULL,
  language text,
  units jsonb NOT NULL,
  preferences jsonb NOT NULL,
  is_default boolean NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE indicator (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text NOT NULL UNIQUE,
  name text NOT NULL,
  loinc text,
  unit text NOT NULL,
  kind text NOT NULL
);

CREATE TABLE time_zone (
  id smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE
);

CREATE TABLE source (
  user_id integer NOT NULL,
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  normal_name text NOT NULL,
  kind text NOT NULL,
  model text,
  priority integer,
  PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX source_identity ON source (user_id, normal_name, kind);

CREATE TABLE import_file (
  user_id integer NOT NULL,
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  job_id uuid NOT NULL,
  name text NOT NULL,
  part text,
  format text NOT NULL,
  sha256 text,
  size_bytes bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('loading', 'done', 'removed')),
  is_sample boolean NOT NULL,
  read bigint NOT NULL,
  imported bigint NOT NULL,
  duplicates bigint NOT NULL,
  skipped bigint NOT NULL,
  absent bigint NOT NULL,
  summary jsonb NOT NULL,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX import_file_loading ON import_file (user_id, id) WHERE state = 'loading';

CREATE TABLE observation (
  user_id integer NOT NULL,
  indicator_id integer NOT NULL,
  start_at timestamptz NOT NULL,
  fingerprint bigint NOT NULL,
  end_at timestamptz NOT NULL,
  local_date date NOT NULL,
  zone_id smallint NOT NULL,
  source_id integer NOT NULL,
  file_id integer NOT NULL,
  value double precision,
  text text,
  comparator text,
  raw_value text,
  raw_unit text,
  ref_low double precision,
  ref_high double precision,
  ref_text text,
  flag text,
  detail jsonb,
  PRIMARY KEY (user_id, indicator_id, start_at, fingerprint)
);

-- Rows of an import that is not finished are nobody's business: readers of data ask this view.
CREATE VIEW visible_observation AS
  SELECT o.* FROM observation o
  WHERE NOT EXISTS (
    SELECT FROM import_file f WHERE f.user_id = o.user_id AND f.id = o.file_id AND f.state = 'loading'
  );

CREATE TABLE daily (
  user_id integer NOT NULL,
  indicator_id integer NOT NULL,
  local_date date NOT NULL,
  value double precision,
  mean double precision,
  min double precision,
  max double precision,
  n integer NOT NULL,
  numeric_n integer NOT NULL,
  source_ids integer[] NOT NULL,
  method text NOT NULL,
  digest bytea,
  PRIMARY KEY (user_id, indicator_id, local_date)
);

CREATE TABLE month_digest (
  user_id integer NOT NULL,
  indicator_id integer NOT NULL,
  month date NOT NULL,
  digest bytea NOT NULL,
  PRIMARY KEY (user_id, indicator_id, month)
);

CREATE TABLE sleep_night (
  user_id integer NOT NULL,
  local_date date NOT NULL,
  start_at timestamptz NOT NULL,
  end_at timestamptz NOT NULL,
  is_main boolean NOT NULL,
  asleep double precision,
  in_bed double precision,
  deep double precision,
  rem double precision,
  core double precision,
  awake double precision,
  efficiency double precision,
  source_id integer NOT NULL,
  zone_id smallint NOT NULL,
  PRIMARY KEY (user_id, local_date, start_at)
);

-- Where a finishing import prepares its derived rows, to publish them in one short transaction. Unlogged: a crash
-- empties them, and that is right.
CREATE UNLOGGED TABLE daily_next (LIKE daily INCLUDING ALL);
CREATE UNLOGGED TABLE month_digest_next (LIKE month_digest INCLUDING ALL);
CREATE UNLOGGED TABLE sleep_night_next (LIKE sleep_night INCLUDING ALL);

CREATE TABLE absent_observation (
  user_id integer NOT NULL,
  file_id integer NOT NULL,
  indicator_id integer NOT NULL,
  start_at timestamptz NOT NULL,
  fingerprint bigint NOT NULL,
  PRIMARY KEY (user_id, file_id, indicator_id, start_at, fingerprint)
);

CREATE TABLE genotype_set (
  user_id integer NOT NULL,
  id integer NOT NULL GENERATED ALWAYS AS IDENTITY,
  file_id integer NOT NULL,
  vendor text NOT NULL,
  build text,
  rows integer NOT NULL,
  called integer NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, id)
);

CREATE TABLE genotype (
  user_id integer NOT NULL,
  set_id integer NOT NULL,
  chromosome text NOT NULL,
  position integer NOT NULL,
  rsid text NOT NULL,
  genotype text,
  PRIMARY KEY (user_id, set_id, chromosome, position, rsid)
);
CREATE INDEX genotype_rsid ON genotype (user_id, rsid);

CREATE VIEW visible_genotype AS
  SELECT g.* FROM genotype g
  WHERE EXISTS (
    SELECT FROM genotype_set s JOIN import_file f ON f.user_id = s.user_id AND f.id = s.file_id
    WHERE s.user_id = g.user_id AND s.id = g.set_id AND f.state = 'done'
  );

CREATE TABLE conversation (
  user_id integer NOT NULL,
  id uuid NOT NULL,
  title text NOT NULL,
  agent text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX conversation_recent ON conversation (user_id, updated_at);

CREATE TABLE message (
  user_id integer NOT NULL,
  conversation_id uuid NOT NULL,
  id uuid NOT NULL,
  seq integer NOT NULL,
  role text NOT NULL CHECK (role IN ('user', 'assistant')),
  text text NOT NULL,
  events jsonb NOT NULL,
  run_id uuid,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, conversation_id, id)
);
CREATE INDEX message_order ON message (user_id, conversation_id, seq);

CREATE TABLE run (
  user_id integer NOT NULL,
  id uuid NOT NULL,
  conversation_id uuid NOT NULL,
  agent text NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'done', 'declined', 'stopped', 'failed', 'interrupted')),
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (user_id, id)
);

CREATE TABLE access_token (
  user_id integer NOT NULL,
  id uuid NOT NULL,
  label text NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (user_id, id)
);

CREATE TABLE tool_switch (
  user_id integer NOT NULL,
  tool text NOT NULL,
  enabled boolean NOT NULL,
  PRIMARY KEY (user_id, tool)
);

CREATE TABLE audit (
  user_id integer NOT NULL,
  id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  actor text NOT NULL,
  tool text NOT NULL,
  server text,
  args_digest text NOT NULL,
  ok boolean NOT NULL,
  error_code text,
  duration_ms double precision NOT NULL,
  result_bytes integer NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX audit_recent ON audit (user_id, at);
`,
}
