import { SYSTEM_CALL } from '@colophon/core';
import { importMarkdownFolder } from '@colophon/content';
import { type Command, say } from './command.ts';
import { progressBar } from './progress.ts';
import { TENANT, tenantIdOf } from './tenant-of.ts';
import { withDatabase } from './with-database.ts';

/** `newsroom import`: brings a folder of Markdown in; a second time it changes nothing. */
export const importFolder: Command = {
  name: 'import',
  summary: 'Import a folder of Markdown posts with front matter.',
  arguments: [{ name: 'folder', about: 'where the posts are' }],
  options: { tenant: TENANT },
  async run(input, context) {
    const { stdout, stderr } = context;
    return withDatabase(context, async (database) => {
      const tenantId = await tenantIdOf(database, input.option('tenant'));
      const bar = progressBar(stderr, 'Importing');
      const report = await importMarkdownFolder({
        database,
        call: SYSTEM_CALL,
        dir: input.argument('folder'),
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
