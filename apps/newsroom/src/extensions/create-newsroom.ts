import { defineApplication, type RunnableApplication } from '@colophon/app';
import { diagnostics } from '../commands/diagnostics.ts';
import { NEWSROOM_COMMANDS } from '../commands/newsroom-commands.ts';
import type { Config } from '../config/load-config.ts';
import { newsroomDefinition } from '../server/application.ts';
import { featuresOf } from '../server/surfaces.ts';
import { wire } from '../server/wire.ts';
import type { Extension } from './extension.ts';
import { extensionFaults } from './extension-faults.ts';

export interface NewsroomOptions {
  /** The name of the publication, unless a setting gives another. */
  readonly name?: string;
  /** What the publisher adds, in the order in which it is added. */
  readonly extensions?: readonly Extension[];
}

/**
 * Creates a Newsroom with extensions. Nothing is opened, and nothing listens. Everything that is wrong with the extensions is in the one
 * error that `check` prints and that keeps the server from starting.
 *
 * @example
 * process.exitCode = await createNewsroom({ name: 'The Harbour Courier', extensions: [recipes] }).run(process.argv.slice(2));
 */
export function createNewsroom({ name, extensions = [] }: NewsroomOptions = {}): RunnableApplication<Config> {
  const base = { ...newsroomDefinition, diagnostics, commands: NEWSROOM_COMMANDS };
  const plain = defineApplication(base);
  const faults = extensionFaults(extensions, {
    commands: plain.commands.map((command) => command.name),
    jobs: plain.jobs.map(({ kind }) => kind),
  });
  // None of an extension's commands may take the place of one that reports what is wrong with it.
  const commands = faults.length > 0 ? [] : extensions.flatMap((each) => each.commands ?? []);
  const checks = Object.fromEntries(
    extensions.flatMap((each) => Object.entries(each.checks ?? {}).map(([check, run]) => [`${each.name}/${check}`, run] as const)),
  );
  const application: RunnableApplication<Config> = defineApplication({
    ...base,
    faults,
    collections: [...base.collections, ...extensions.flatMap((each) => [...(each.collections ?? []), ...(each.types ?? [])])],
    jobs: [...(base.jobs ?? []), ...extensions.flatMap((each) => each.jobs ?? [])],
    migrations: [...(base.migrations ?? []), ...extensions.flatMap((each) => each.migrations ?? [])],
    commands: [...NEWSROOM_COMMANDS, ...commands],
    loadConfig(environment, warn) {
      const config = base.loadConfig(environment, warn);
      return name === undefined || config.name !== undefined ? config : { ...config, name };
    },
    features: (config) => featuresOf(config, application.table),
    provide: (config, database) => wire(config, database, checks),
  });
  return application;
}
