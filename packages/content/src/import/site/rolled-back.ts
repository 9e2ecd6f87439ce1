import type { Database } from '@colophon/core';

class TakenBack extends Error {}

/** Runs `work` in a transaction, which is rolled back if `isDryRun`. */
export async function rolledBack(isDryRun: boolean, database: Database, work: () => Promise<void>): Promise<void> {
  try {
    await database.transaction(async () => {
      await work();
      if (isDryRun) throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
}
