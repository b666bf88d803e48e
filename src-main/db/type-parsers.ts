/**
 * How node-postgres turns PostgreSQL's text into values, for every query of the hub, drizzle's included:
 * int8 → number, or bigint beyond 2^53; date → 'YYYY-MM-DD'; timestamptz → Date; numeric stays text, exact.
 */

import pg from 'pg'

const { builtins } = pg.types

pg.types.setTypeParser(builtins.INT8, (text) => {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
})
// node-postgres makes a Date at local midnight of it, which is another day elsewhere.
pg.types.setTypeParser(builtins.DATE, (text) => text)

export { pg }
