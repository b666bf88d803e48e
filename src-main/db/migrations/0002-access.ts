/** Who may reach what from outside: shares between people, personal URLs, OAuth, and a fuller audit log. */

import type { Migration } from './migration.ts'

export const access: Migration = {
  id: 2,
  name: 'access',
  sql: `
ALTER TABLE profile ADD COLUMN personal_urls boolean NOT NULL DEFAULT false;

-- What one person (viewer) may read of another (user_id, whose data it is), and what they have asked for.
CREATE TABLE share (
  user_id integer NOT NULL,
  viewer_id integer NOT NULL,
  chat text NOT NULL CHECK (chat IN ('none', 'read')),
  health text NOT NULL CHECK (health IN ('none', 'read')),
  genetics text NOT NULL CHECK (genetics IN ('none', 'read')),
  asked jsonb,
  asked_at timestamptz,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, viewer_id)
);

CREATE TABLE personal_url (
  user_id integer NOT NULL,
  id uuid NOT NULL,
  subject_id integer NOT NULL,
  label text NOT NULL,
  sealed bytea NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  last_client text,
  revoked_at timestamptz,
  PRIMARY KEY (user_id, id)
);

-- From the hash of a secret in a URL to the row it opens: the one look-up that does not know the person yet.
CREATE TABLE personal_url_secret (
  secret_hash bytea PRIMARY KEY,
  person_id integer NOT NULL,
  url_id uuid NOT NULL
);

-- Clients are the hub's, not a person's: what they may read is in oauth_grant.
CREATE TABLE oauth_client (
  id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('registered', 'document', 'own')),
  person_id integer,
  name text NOT NULL,
  metadata jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);

-- Codes, tokens, sessions and interactions, found by the hash of what the client holds.
CREATE TABLE oauth_item (
  kind text NOT NULL,
  id_hash bytea NOT NULL,
  grant_id text,
  uid text,
  payload jsonb NOT NULL,
  consumed_at timestamptz,
  expires_at timestamptz,
  PRIMARY KEY (kind, id_hash)
);
CREATE INDEX oauth_item_grant ON oauth_item (grant_id);
CREATE INDEX oauth_item_uid ON oauth_item (uid);
CREATE INDEX oauth_item_expiry ON oauth_item (expires_at);

-- What was allowed to a client, of one person's data; by that person, or by another with their chat share. Its rows
-- stay after a revocation, as history.
CREATE TABLE oauth_grant (
  user_id integer NOT NULL,
  id text NOT NULL,
  granted_by integer NOT NULL,
  client_id text NOT NULL,
  client_name text NOT NULL,
  redirect_host text NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  last_used_at timestamptz,
  last_tool text,
  revoked_at timestamptz,
  PRIMARY KEY (user_id, id)
);

ALTER TABLE audit ADD COLUMN args_bytes integer NOT NULL DEFAULT 0;
ALTER TABLE audit ADD COLUMN credential text;
ALTER TABLE audit ADD COLUMN previous_hash bytea;
ALTER TABLE audit ADD COLUMN hash bytea;
`,
}
