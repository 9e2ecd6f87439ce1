import { SYSTEM_CALL } from '@colophon/core';
import { exportMarkdownFolder } from '@colophon/content';
import { optionalText, readArguments } from './arguments.ts';
import { type Command, say } from './command.ts';
import { progressBar } from './progress.ts';
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
      const bar = progressBar(stderr, 'Exporting');
      const report = await exportMarkdownFolder({
        database,
        call: SYSTEM_CALL,
        dir: positionals[0] ?? '',
        tenantId,
        onProgress: bar.update,
      });
      bar.end();
      say(stdout, `${report.written} written, ${report.unchanged} unchanged.`);
      return 0;
    });
  },
};
