import { RegistryError } from '@colophon/core';
import { say } from '../definition/command-line.ts';
import type { Command } from '../definition/command.ts';

/** `check`: validates the object definitions; part of the build. */
export const check: Command = {
  name: 'check',
  summary: 'Validate the object definitions.',
  async run(_input, { application, stdout, stderr }) {
    try {
      const { resources, operations } = application.table;
      say(stdout, `${resources.length} collections with ${operations.length} operations are valid.`);
      return 0;
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      say(stderr, error.message);
      return 1;
    }
  },
};
