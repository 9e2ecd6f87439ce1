import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Imapflow from 'imapflow';
import { MailboxError } from './mailbox-error.ts';

/** Resolved at run time, so that bundlers do not include it in applications that read no mailbox. */
const MODULE = 'imapflow';

/**
 * Loads the IMAP library from the location of this package or from the working directory. It is an optional peer dependency, needed only
 * to read a mailbox.
 *
 * @throws MailboxError `not_installed`
 */
export async function loadImapflow(
  from: readonly string[] = [import.meta.url, join(process.cwd(), 'package.json')],
): Promise<typeof Imapflow> {
  for (const origin of from) {
    try {
      const path = createRequire(origin).resolve(MODULE);
      const found = (await import(pathToFileURL(path).href)) as typeof Imapflow & { default?: typeof Imapflow };
      return found.ImapFlow === undefined && found.default ? found.default : found;
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  throw new MailboxError('not_installed', 'Reading a mailbox needs the package imapflow, which is not installed: npm install imapflow');
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'MODULE_NOT_FOUND' || error.code === 'ERR_MODULE_NOT_FOUND');
}
