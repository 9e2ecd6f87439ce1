import { fileURLToPath } from 'node:url';
import { type Database, SYSTEM_CALL } from '@colophon/core';
import { Contents, importMarkdownFolder } from '@colophon/content';
import { Tags } from '@colophon/tags';
import type { Logger } from 'pino';

const DEMO = fileURLToPath(new URL('../demo', import.meta.url));

/**
 * Fills a database that has no content and no tags with the demo posts; any other is left alone. Of several processes that start
 * at once, wherever they are installed, one does it and the others wait.
 */
export async function seedDemo(database: Database, logger: Logger): Promise<void> {
  await database.exclusively('newsroom demo', async () => {
    const taken = (await new Contents(database).count()) + (await new Tags(database).count());
    if (taken > 0) return;
    const report = await importMarkdownFolder({ database, call: SYSTEM_CALL, dir: DEMO, tenantId: null });
    logger.info({ created: report.created }, 'demo content');
  });
}
