import { RegistryError } from '@colophon/core';
import { newsroomTable } from '../objects.ts';
import { type Command, say } from './command.ts';

/** `newsroom check`: whether the object definitions fit together; part of the build. */
export const check: Command = {
  name: 'check',
  summary: 'Check that the object definitions fit together.',
  async run(_input, { stdout, stderr }) {
    try {
      const { resources, operations } = newsroomTable();
      say(stdout, `${resources.length} collections with ${operations.length} operations fit together.`);
      return 0;
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      say(stderr, error.message);
      return 1;
    }
  },
};
