import { SYSTEM_CALL } from '@colophon/core';
import { importMarkdownFolder } from '@colophon/content';
import { optionalText, readArguments } from './arguments.ts';
import { type Command, say } from './command.ts';
import { progressBar } from './progress.ts';
import { tenantIdOf } from './token.ts';
import { withDatabase } from './with-database.ts';

/** `newsroom import`: brings a folder of Markdown in; a second time it changes nothing. */
export const importFolder: Command = {
  name: 'import',
  usage: '<folder> [--tenant <slug>]',
  summary: 'Import a folder of Markdown posts with front matter.',
  async run(args, { loadConfig, stdout, stderr }) {
    const { values, positionals } = readArguments(args, { tenant: { type: 'string' } }, { least: 1, most: 1 });
    return withDatabase(loadConfig(), async (database) => {
      const tenantId = await tenantIdOf(database, optionalText(values['tenant']));
      const bar = progressBar(stderr, 'Importing');
      const report = await importMarkdownFolder({
        database,
        call: SYSTEM_CALL,
        dir: positionals[0] ?? '',
        tenantId,
        onProgress: ({ done, total }) => bar.update(done, total),
      });
      bar.end();
      for (const { file, line, message } of report.failed) say(stderr, `${file}:${line ?? 1}: ${message}`);
      const passedOver = report.passedOver > 0 ? ` ${report.passedOver} other files passed over.` : '';
      const unchanged = report.created + report.updated === 0 ? ' Nothing changed.' : '';
      say(
        stdout,
        `${report.created} created, ${report.updated} updated, ${report.unchanged} unchanged, ${report.failed.length} failed.${passedOver}${unchanged}`,
      );
      return report.failed.length > 0 ? 1 : 0;
    });
  },
};
