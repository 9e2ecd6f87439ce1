import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import type { Database } from '@colophon/core';
import { Contents } from '@colophon/content';
import { Tags } from '@colophon/tags';
import type { Logger } from 'pino';

/** Texts and pictures, beside the package's manifest: source and the built program are at different depths. */
const DEMO = join(findPackageJSON(import.meta.url) ?? '', '../demo');

export interface SeedOptions {
  readonly database: Database;
  readonly logger: Logger;
  readonly baseUrl: string;
  readonly now?: Date;
}

/**
 * Fills a database without content and tags with the demonstration; any other is unchanged. Of several processes that start concurrently,
 * wherever they are installed, one does it and the others wait.
 */
export async function seedDemo({ database, logger, baseUrl, now = new Date() }: SeedOptions): Promise<void> {
  await database.exclusively('newsroom demo', async () => {
    // At each start: one row of a large table, and not their number.
    const found = [...(await new Contents(database).list({ limit: 1 })), ...(await new Tags(database).list({ limit: 1 }))];
    if (found.length > 0) return;
    await (await import('./story.ts')).tellStory(database, { folder: DEMO, baseUrl, now });
    logger.info({ created: await new Contents(database).count() }, 'demo content');
  });
}
