import { writeResult } from '../../output/write-result.ts';
import { PACKAGE_VERSION } from '../../version.ts';
import type { CommandContext } from '../context.ts';

/** Prints the application's version where it has one, and this package's. */
export async function showVersion(context: CommandContext): Promise<void> {
  const { app, io, flags } = context;
  if (flags.json || flags.output.length > 0) {
    return writeResult(context, {
      value: { name: app.name, ...(app.version !== undefined && { version: app.version }), client: PACKAGE_VERSION },
    });
  }
  const own = `@colophon/app-cli ${PACKAGE_VERSION}`;
  io.stdout.write(`${app.version === undefined ? `${app.name} (${own})` : `${app.name} ${app.version} (${own})`}\n`);
}
