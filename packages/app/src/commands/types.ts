import { say } from '../definition/command-line.ts';
import type { Command } from '../definition/command.ts';

/** `types > places.d.ts`: prints the types of the API, for `@colophon/client`. */
export const types: Command = {
  name: 'types',
  summary: 'Print TypeScript declarations of the API, for @colophon/client.',
  async run(_input, { application, stdout, stderr }) {
    const { generateTypes, MissingGeneratorError } = await import('@colophon/client/types');
    try {
      stdout.write(await generateTypes(await application.describe()));
      return 0;
    } catch (error) {
      if (!(error instanceof MissingGeneratorError)) throw error;
      say(stderr, `${error.message}\n${error.hint}`);
      return 1;
    }
  },
};
