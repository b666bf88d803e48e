/** External MCP servers: what a person registered, what they approved, and what each server last listed. */

import type { Migration } from './migration.ts'

export const servers: Migration = {
  id: 3,
  name: 'servers',
  sql: `
CREATE TABLE mcp_server (
  user_id integer NOT NULL,
  id uuid NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  origin jsonb NOT NULL,
  target jsonb NOT NULL,
  settings jsonb NOT NULL,
  -- Values of environment, headers and tokens, encrypted with a key from the secret store.
  sealed bytea,
  enabled boolean NOT NULL,
  position integer NOT NULL,
  -- The fingerprint of what the person saw and agreed to run or reach.
  approved text,
  approved_target jsonb,
  approved_at timestamptz,
  -- When the tools of its first list were approved with it; later ones are looked at one by one.
  tools_approved_at timestamptz,
  era jsonb,
  listing jsonb,
  listed_at timestamptz,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE UNIQUE INDEX mcp_server_slug ON mcp_server (user_id, slug);

-- A person's decisions about one tool of one server, and the definition that they approved.
CREATE TABLE mcp_tool (
  user_id integer NOT NULL,
  server_id uuid NOT NULL,
  name text NOT NULL,
  alias text,
  pinned jsonb,
  pinned_at timestamptz,
  enabled boolean NOT NULL,
  policy text CHECK (policy IN ('allow', 'ask', 'block')),
  preset jsonb NOT NULL,
  PRIMARY KEY (user_id, server_id, name)
);

-- Credentials from an OAuth login, by who issued them: another issuer never sees them.
CREATE TABLE mcp_login (
  user_id integer NOT NULL,
  server_id uuid NOT NULL,
  issuer text NOT NULL,
  sealed bytea NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, server_id, issuer)
);

-- Tools that are switched together.
CREATE TABLE tool_group (
  user_id integer NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  active boolean NOT NULL,
  -- Whether an agent may switch it by itself.
  by_agent boolean NOT NULL,
  members text[] NOT NULL,
  PRIMARY KEY (user_id, name)
);

-- Tools that one agent may not use; tool '*' is the whole server.
CREATE TABLE agent_tool_block (
  user_id integer NOT NULL,
  agent text NOT NULL,
  server_id uuid NOT NULL,
  tool text NOT NULL,
  PRIMARY KEY (user_id, agent, server_id, tool)
);
`,
}
