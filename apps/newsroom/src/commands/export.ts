import { SYSTEM_CALL } from '@colophon/core';
import { exportMarkdownFolder } from '@colophon/content';
import { optionalText, readArguments } from './arguments.ts';
import { type Command, say } from './command.ts';
import { tenantIdOf } from './token.ts';
import { withDatabase } from './with-database.ts';

/** `newsroom export`: writes articles as Markdown with the front matter and body that they came with. */
export const exportFolder: Command = {
  name: 'export',
  usage: '<folder> [--tenant <slug>]',
  summary: 'Export the articles as Markdown with front matter.',
  async run(args, { loadConfig, stdout, stderr }) {
    const { values, positionals } = readArguments(args, { tenant: { type: 'string' } }, { least: 1, most: 1 });
    return withDatabase(loadConfig(), async (database) => {
      const tenantId = await tenantIdOf(database, optionalText(values['tenant']));
      const report = await exportMarkdownFolder({
        database,
        call: SYSTEM_CALL,
        dir: positionals[0] ?? '',
        tenantId,
      });
      for (const { slug, message } of report.failed) say(stderr, `${slug}: ${message}`);
      say(stdout, `${report.written} written, ${report.unchanged} unchanged, ${report.failed.length} failed.`);
      return report.failed.length > 0 ? 1 : 0;
    });
  },
};
