import { writeResult } from '../../output/write-result.ts';
import { PACKAGE_VERSION, versionLine } from '../../app/version.ts';
import type { CommandContext } from '../../context/command-context.ts';

/** Prints the version, also among other flags. */
export async function showVersion(context: CommandContext): Promise<void> {
  const { app, io, flags } = context;
  if (flags.json || flags.output.length > 0) {
    return writeResult(context, {
      value: { name: app.name, ...(app.version !== undefined && { version: app.version }), client: PACKAGE_VERSION },
    });
  }
  io.stdout.write(`${versionLine(app)}\n`);
}
