import { generateTypes, MissingGeneratorError } from '@colophon/client/types';
import { newsroomTable } from '../server/objects.ts';
import { describeNewsroom } from '../server/describe.ts';
import { type Command, say } from './command.ts';

/** `newsroom types > colophon.d.ts`: prints the types of the API, for `@colophon/client`. */
export const types: Command = {
  name: 'types',
  summary: 'Print TypeScript declarations of the API, for @colophon/client.',
  async run(_input, { stdout, stderr }) {
    try {
      stdout.write(await generateTypes(await describeNewsroom(newsroomTable())));
      return 0;
    } catch (error) {
      if (!(error instanceof MissingGeneratorError)) throw error;
      say(stderr, `${error.message}\n${error.hint}`);
      return 1;
    }
  },
};
