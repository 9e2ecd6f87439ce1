import { dirname, join } from 'node:path';
import type { Database } from '@colophon/core';
import { LogKey, TransparencyLog, transparencyLog } from '@colophon/core/log';
import { readOrMakeKeyFile } from '@colophon/core/signing';
import type { Config } from '../settings/config.ts';
import { signingKeyFile } from './signing.ts';

/** The location of the key of the transparency log, beside the signing key; undefined if the keys are in the settings. */
export function logKeyFile(config: Pick<Config, 'signingKey' | 'signingKeyFile'>): string | undefined {
  return config.signingKey === undefined ? join(dirname(signingKeyFile(config)), 'log-key') : undefined;
}

/**
 * Provides the transparency log. It has a key of its own, in a file beside the signing key or in the settings; with the signing key in the
 * settings and no key for the log, there is no log.
 */
export function provideLog(config: Config, database: Database): void {
  const file = logKeyFile(config);
  const { logKey } = config;
  if (logKey === undefined && file === undefined) return;
  const readKey = (): LogKey => new LogKey(logKey ?? readOrMakeKeyFile(file ?? ''));
  database.ports.provide(transparencyLog, new TransparencyLog(database, { readKey, origin: `${new URL(config.baseUrl).host}/log` }));
}
