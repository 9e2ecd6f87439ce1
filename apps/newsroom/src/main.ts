import type { CommandContext } from '@colophon/app';
import type { Config } from './config/load-config.ts';
import { createNewsroom } from './extensions/create-newsroom.ts';

const newsroom = createNewsroom();

export const COMMANDS = newsroom.commands;

/** Runs one command line and returns its exit code: 0 success, 1 failure, 2 invalid usage. */
export function main(argv: readonly string[], context?: Partial<CommandContext<Config>>): Promise<number> {
  return newsroom.run(argv, context);
}
