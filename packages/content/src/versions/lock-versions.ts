import type { Database } from '@colophon/core';

/**
 * Blocks others from creating a version of a record until the ambient transaction ends, including publications that cite it. Call it after
 * `lockContent`, never before.
 */
export async function lockVersions(database: Database, id: string): Promise<void> {
  if (database.dialect.locksRows) await database.first({ sql: `SELECT pg_advisory_xact_lock(${LOCK_KEY})`, parameters: [id] });
}

/**
 * Prepares a publication: blocks others from creating a version of the record, or of anything that it cites, until the ambient transaction
 * ends. All of these locks are taken by one statement and in one order, so that two records that cite each other are published one after
 * the other.
 */
export async function lockCitedVersions(database: Database, id: string): Promise<void> {
  if (database.dialect.locksRows) await database.all({ sql: CITED, parameters: [id] });
}

const LOCK_KEY = "hashtextextended('versions of ' || $1::text, 0)";

/** Others may cite the same records at the same time: only the record's own versions are locked for writing. */
const CITED = `
  SELECT CASE
    WHEN wanted.id = $1::text THEN pg_advisory_xact_lock(wanted.key)::text
    ELSE pg_advisory_xact_lock_shared(wanted.key)::text
  END
  FROM (
    SELECT id, hashtextextended('versions of ' || id, 0) AS key
    FROM (
      SELECT target_id AS id FROM content_references WHERE source_id = $1::text
      UNION SELECT $1::text
    ) AS cited
    ORDER BY key OFFSET 0
  ) AS wanted`;
