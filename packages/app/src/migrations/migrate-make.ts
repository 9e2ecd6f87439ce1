import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { draftMigration, type MigrationDraft } from '@colophon/core/migrations';
import { migrationStatus } from '@colophon/core';
import { CommandUsageError, say } from '../definition/command-line.ts';
import type { Command } from '../definition/command.ts';
import { withRawDatabase } from './raw-database.ts';

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Somebody has to decide what became of something. */
const UNDECIDED = 3;

/** `migrate make`: writes a migration file for what the code changes beyond additions. */
export const migrateMake: Command = {
  name: 'migrate make',
  summary: 'Write a migration file for what the code changes beyond additions.',
  arguments: [{ name: 'name', about: 'what it does, such as dishes-minutes' }],
  options: {
    rename: { value: 'old=new', about: 'A column (table.old=table.new) or table that has another name now.', multiple: true },
    drop: { value: 'table.column', about: 'A column or table that is to be removed with its data.', multiple: true },
    folder: { value: 'folder', about: 'Where the file is written; default migrations.' },
    package: { value: 'name', about: 'The package whose migration it is, such as content.' },
  },
  async run(input, context) {
    const name = input.argument('name');
    if (!NAME.test(name)) throw new CommandUsageError('The name consists of lower case words, such as dishes-minutes.');
    const renamed = new Map(input.optionList('rename').map(renaming));
    const { table, migrations: files } = context.application;
    const { schema } = table;
    const draft = await withRawDatabase(context.loadConfig(), async (database) => {
      const status = await migrationStatus(database, schema, { files });
      return draftMigration(status.files.at(-1)?.after ?? status.recorded, schema, { renamed, dropped: input.optionList('drop') });
    });
    for (const { name: element, candidates } of draft.undecided) {
      say(context.stderr, `migration_ambiguous: ${element} is no longer in the code. It was renamed or removed; say which:`);
      for (const candidate of candidates) say(context.stderr, `  --rename ${element}=${candidate}`);
      say(context.stderr, `  --drop ${element}`);
    }
    for (const each of draft.impossible) say(context.stderr, each);
    if (draft.undecided.length > 0) return UNDECIDED;
    if (draft.impossible.length > 0) return 1;
    if (draft.steps.length === 0) {
      say(context.stdout, 'The code only adds: migrate apply needs no file.');
      return 0;
    }
    say(context.stdout, write(draft, { name, folder: input.option('folder') ?? 'migrations', prefix: input.option('package') }));
    return 0;
  },
};

function renaming(given: string): [string, string] {
  const [from, to, ...rest] = given.split('=');
  if (!from || !to || rest.length > 0) throw new CommandUsageError('--rename is like dishes.mins=dishes.minutes.');
  return [from, to];
}

/** Writes the file, and returns its path. */
function write(
  { steps, functions }: MigrationDraft,
  { name, folder, prefix }: { name: string; folder: string; prefix: string | undefined },
): string {
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  const numbers = readdirSync(folder).map((file) => Number(/^(\d{4})-.*\.ts$/.exec(file)?.[1] ?? 0));
  const number = String(Math.max(0, ...numbers) + 1).padStart(4, '0');
  const id = `${prefix === undefined ? '' : `${prefix}/`}${number}-${name}`;
  const variable = name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()).replace(/^(?=\d)/, '_');
  const path = join(folder, `${number}-${name}.ts`);
  writeFileSync(
    path,
    `import { ${['defineMigration', ...functions].join(', ')} } from '@colophon/core/migrations';

export const ${variable} = defineMigration({
  id: '${id}',
  steps: [
${steps.map((step) => `    ${step},`).join('\n')}
  ],
});
`,
    { flag: 'wx' },
  );
  return path;
}
