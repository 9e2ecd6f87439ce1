import { SYSTEM_CALL } from '@colophon/core';
import { importMarkdownFolder } from '@colophon/content';
import { optionalText, readArguments } from './arguments.ts';
import { type Command, say } from './command.ts';
import { progressBar } from './progress.ts';
import { tenantIdOf } from './token.ts';
import { withDatabase } from './with-database.ts';

const OPTIONS = { tenant: { type: 'string' }, source: { type: 'string' }, draft: { type: 'boolean' } } as const;
const NAMED = 20;

/** `newsroom import`: brings a folder of Markdown in; a second time it changes nothing. */
export const importFolder: Command = {
  name: 'import',
  usage: '<folder> [--tenant <slug>] [--source <name>] [--draft]',
  summary: 'Import a folder of Markdown posts with front matter.',
  async run(args, { loadConfig, stdout, stderr }) {
    const { values, positionals } = readArguments(args, OPTIONS, { least: 1, most: 1 });
    return withDatabase(loadConfig(), async (database) => {
      const tenantId = await tenantIdOf(database, optionalText(values['tenant']));
      const source = optionalText(values['source']);
      const bar = progressBar(stderr, 'Importing');
      const report = await importMarkdownFolder({
        database,
        call: SYSTEM_CALL,
        dir: positionals[0] ?? '',
        tenantId,
        ...(source === undefined ? {} : { source }),
        draft: values['draft'] === true,
        onProgress: ({ done, total }) => bar.update(done, total),
      });
      bar.end();
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
