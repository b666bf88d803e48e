/** Agents with a model: branches of conversations, attachments and files, checkpoints, providers, skills, what was approved. */

import type { Migration } from './migration.ts'

export const agents: Migration = {
  id: 4,
  name: 'agents',
  sql: `
ALTER TABLE conversation
  -- The model chosen for it; null is the agent's default.
  ADD COLUMN model jsonb,
  -- Whose data it is about; null is the person themself.
  ADD COLUMN subject_id integer,
  -- The last message of the branch that is shown; null is the newest.
  ADD COLUMN leaf_id uuid,
  -- What has been read in it (registry/approval/run-gate.ts, Taint).
  ADD COLUMN taint jsonb;

ALTER TABLE message
  ADD COLUMN parent_id uuid,
  ADD COLUMN attachments jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN agent text,
  ADD COLUMN model jsonb;
UPDATE message m SET parent_id = (
  SELECT b.id FROM message b
  WHERE b.user_id = m.user_id AND b.conversation_id = m.conversation_id AND b.seq < m.seq
  ORDER BY b.seq DESC LIMIT 1
);
CREATE INDEX message_parent ON message (user_id, conversation_id, parent_id);

-- What a run that is going on has said, piece by piece; put into its message when it ends.
CREATE TABLE run_chunk (
  user_id integer NOT NULL,
  run_id uuid NOT NULL,
  seq integer NOT NULL,
  events jsonb NOT NULL,
  PRIMARY KEY (user_id, run_id, seq)
);

-- Files that came with questions. Kept with their text, once it was read out of them.
CREATE TABLE attachment (
  user_id integer NOT NULL,
  id uuid NOT NULL,
  -- Null until the question is sent.
  conversation_id uuid,
  name text NOT NULL,
  mime text NOT NULL,
  sha256 text NOT NULL,
  bytes bytea NOT NULL,
  -- Null until it was read; see text_error.
  text text,
  -- Why nothing could be read out of it, told instead of trying again.
  text_error text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX attachment_conversation ON attachment (user_id, conversation_id);
-- Documents and pictures are compressed already; as they are, a piece of one is read without the rest.
ALTER TABLE attachment ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- What agents wrote: scratch files of a conversation (its id as space), and notes about the person ('memories').
CREATE TABLE agent_file (
  user_id integer NOT NULL,
  space text NOT NULL,
  path text NOT NULL,
  mime text NOT NULL,
  content text,
  bytes bytea,
  -- Who wrote it when, out of which conversation, and what that had read.
  provenance jsonb,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, space, path),
  CHECK (path LIKE '/%' AND path !~ '/\\.\\.?(/|$)' AND (content IS NULL) <> (bytes IS NULL))
);

-- LangGraph checkpoints of runs that go on; gone when the run has ended well.
CREATE TABLE checkpoint (
  user_id integer NOT NULL,
  thread_id text NOT NULL,
  ns text NOT NULL,
  id text NOT NULL,
  parent_id text,
  type text NOT NULL,
  checkpoint bytea NOT NULL,
  metadata bytea NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, thread_id, ns, id)
);
CREATE TABLE checkpoint_write (
  user_id integer NOT NULL,
  thread_id text NOT NULL,
  ns text NOT NULL,
  checkpoint_id text NOT NULL,
  task_id text NOT NULL,
  idx integer NOT NULL,
  channel text NOT NULL,
  type text NOT NULL,
  value bytea NOT NULL,
  -- Where in its step the task stands: writes are applied in its order.
  task_path text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, thread_id, ns, checkpoint_id, task_id, idx)
);

-- Model providers of a person; their keys are in the secret store.
CREATE TABLE model_provider (
  user_id integer NOT NULL,
  id text NOT NULL,
  preset text NOT NULL,
  name text NOT NULL,
  base_url text NOT NULL,
  options jsonb NOT NULL,
  -- What was last listed, and what a person added by hand.
  models jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE TABLE provider_consent (
  user_id integer NOT NULL,
  provider text NOT NULL,
  host text NOT NULL,
  way text NOT NULL CHECK (way IN ('sends', 'fetches')),
  granted_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, provider, host, way)
);

-- Answers that were to be remembered, bound to the tool as it was.
CREATE TABLE approval_grant (
  user_id integer NOT NULL,
  id uuid NOT NULL,
  -- Null: in every conversation.
  conversation_id uuid,
  tool text NOT NULL,
  server text,
  tool_hash text NOT NULL,
  granted_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX approval_grant_tool ON approval_grant (user_id, tool);

-- A person's decisions about one skill, bound to the content that they reviewed.
CREATE TABLE skill_state (
  user_id integer NOT NULL,
  skill text NOT NULL,
  enabled boolean NOT NULL,
  -- SHA-256 over every file's path and content, as reviewed.
  reviewed_hash text,
  -- Agents (upper case) that may not use it.
  denied_agents text[] NOT NULL DEFAULT '{}',
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, skill)
);
`,
}
