import type { OpenOptions } from '@colophon/core';
import type { Config } from './config.ts';

/** Returns how to open the database of a configuration, except by its URL. */
export function databaseOptions({ databaseConnections: connections, databasePooler: pooler }: Config): OpenOptions {
  return {
    ...(connections === undefined ? {} : { connections }),
    ...(pooler ? { pooler: pooler.kind, directUrl: pooler.directUrl } : {}),
  };
}
