/** The settings that the embedded engine starts with, and why. */

import { PGlite } from '@electric-sql/pglite'

const settings: Readonly<Record<string, string>> = {
  // Real durability, with the file system of durable-fs.ts. fdatasync is a stub in the engine, fsync is ours.
  fsync: 'on',
  wal_sync_method: 'fsync',
  // The system's page cache holds the files anyway; 128 MB of engine memory on top would be paid twice.
  shared_buffers: '32MB',
  work_mem: '16MB',
  maintenance_work_mem: '32MB',
  wal_buffers: '2MB',
  // One session, no replication: the smallest log and the fewest slots.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '4',
  // How much log is kept for reuse; the worker itself asks for checkpoints (single-user mode never does).
  max_wal_size: '128MB',
  min_wal_size: '32MB',
  // A compiler in WebAssembly does not exist; planning for it costs.
  jit: 'off',
  // Solid state disks are what personal computers have.
  random_page_cost: '1.2',
  effective_cache_size: '512MB',
}

/** Start parameters: PGlite's own without `-F` (fsync off), then ours. */
export function startParams(): string[] {
  const base = PGlite.defaultStartParams.filter((param) => param !== '-F')
  return [...base, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
