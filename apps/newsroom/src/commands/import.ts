import { SYSTEM_CALL } from '@colophon/core';
import { importMarkdownFolder, signPending } from '@colophon/content';
import { configureSigning } from '../server/signing.ts';
import { type Command, type CommandOption, say } from './command.ts';
import { progressBar } from './progress.ts';
import { TENANT, tenantIdOf } from './tenant-of.ts';
import { withDatabase } from './with-database.ts';

const SOURCE: CommandOption = { value: 'name', about: 'what the folder is known as; its full path when not given' };
const DRAFT: CommandOption = { about: 'import posts as drafts' };
const NAMED = 20;

/** `newsroom import`: brings a folder of Markdown in; a second time it changes nothing. */
export const importFolder: Command = {
  name: 'import',
  summary: 'Import a folder of Markdown posts with front matter.',
  arguments: [{ name: 'folder', about: 'where the posts are' }],
  options: { tenant: TENANT, source: SOURCE, draft: DRAFT },
  async run(input, context) {
    const { stdout, stderr } = context;
    return withDatabase(context, async (database, config) => {
      await configureSigning(config, database);
      const tenantId = await tenantIdOf(database, input.option('tenant'));
      const source = input.option('source');
      const bar = progressBar(stderr, 'Importing');
      const report = await importMarkdownFolder({
        database,
        call: SYSTEM_CALL,
        dir: input.argument('folder'),
        tenantId,
        ...(source === undefined ? {} : { source }),
        draft: input.option('draft') !== undefined,
        onProgress: ({ done, total }) => bar.update(done, total),
      });
      bar.end();
      await signPending(database);
      for (const { file, line, message } of report.failed) say(stderr, `${file}:${line ?? 1}: ${message}`);
      for (const file of report.passedOver.slice(0, NAMED)) say(stderr, `${file}: passed over, it is no Markdown.`);
      const passedOver = report.passedOver.length > 0 ? ` ${report.passedOver.length} other files passed over.` : '';
      const moved = report.moved > 0 ? ` ${report.moved} were moved.` : '';
      const unchanged = report.created + report.updated === 0 ? ' Nothing changed.' : '';
      say(
        stdout,
        `${report.created} created, ${report.updated} updated, ${report.unchanged} unchanged, ${report.failed.length} failed.${moved}${passedOver}${unchanged}`,
      );
      return report.failed.length > 0 ? 1 : 0;
    });
  },
};
