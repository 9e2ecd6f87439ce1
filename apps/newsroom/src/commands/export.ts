import { SYSTEM_CALL } from '@colophon/core';
import { exportMarkdownFolder } from '@colophon/content';
import { type Command, say } from './command.ts';
import { TENANT, tenantIdOf } from './tenant-of.ts';
import { withDatabase } from './with-database.ts';

/** `newsroom export`: writes articles as Markdown with their original front matter and body. */
export const exportFolder: Command = {
  name: 'export',
  summary: 'Export the articles as Markdown with front matter.',
  arguments: [{ name: 'folder', about: 'the folder for the files; created if it does not exist' }],
  options: { tenant: TENANT },
  async run(input, context) {
    const { stdout, stderr } = context;
    return withDatabase(context, async (database) => {
      const tenantId = await tenantIdOf(database, input.option('tenant'));
      const report = await exportMarkdownFolder({
        database,
        call: SYSTEM_CALL,
        dir: input.argument('folder'),
        tenantId,
      });
      for (const { slug, message } of report.failed) say(stderr, `${slug}: ${message}`);
      say(stdout, `${report.written} written, ${report.unchanged} unchanged, ${report.failed.length} failed.`);
      return report.failed.length > 0 ? 1 : 0;
    });
  },
};
