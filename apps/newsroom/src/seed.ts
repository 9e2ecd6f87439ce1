import { fileURLToPath } from 'node:url';
import { type Database, SYSTEM_CALL } from '@colophon/core';
import { Contents, importMarkdownFolder } from '@colophon/content';
import { Tags } from '@colophon/tags';
import type { Logger } from 'pino';

const DEMO = fileURLToPath(new URL('../demo', import.meta.url));

/**
 * Fills a database that has no content and no tags with the demo posts; any other is left alone. Two processes that start at
 * once make one set of them, also where they are installed in two places: the source has a name of its own.
 */
export async function seedDemo(database: Database, logger: Logger): Promise<void> {
  const taken = (await new Contents(database).count()) + (await new Tags(database).count());
  if (taken > 0) return;
  const report = await importMarkdownFolder({ database, call: SYSTEM_CALL, dir: DEMO, source: 'demo', tenantId: null });
  logger.info({ created: report.created }, 'demo content');
}
