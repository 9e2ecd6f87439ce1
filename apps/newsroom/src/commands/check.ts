import { RegistryError } from '@colophon/core';
import { newsroomTable } from '../server/objects.ts';
import { type Command, say } from './command.ts';

/** `newsroom check`: validates the object definitions; part of the build. */
export const check: Command = {
  name: 'check',
  summary: 'Validate the object definitions.',
  async run(_input, { stdout, stderr }) {
    try {
      const { resources, operations } = newsroomTable();
      say(stdout, `${resources.length} collections with ${operations.length} operations are valid.`);
      return 0;
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      say(stderr, error.message);
      return 1;
    }
  },
};
