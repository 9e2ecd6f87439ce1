import { basename, dirname, join } from 'node:path';
import type { Database } from '@colophon/core';
import { HeadsFile, headKeeper } from '@colophon/core/audit';
import { databaseFile } from '../settings/database-file.ts';
import type { Config } from '../settings/config.ts';
import { signingKeyFile } from './signing.ts';

/**
 * Keeps the heads that are signed outside of the database: in the folder of the settings, or beside the key file. A key of the settings has no
 * place beside it.
 */
export function provideHeads(config: Config, database: Database, url = config.databaseUrl): void {
  const folder = config.heads ?? (config.signingKey === undefined ? dirname(signingKeyFile(config)) : undefined);
  const name = nameOf(url);
  if (folder !== undefined && name !== undefined) database.ports.provide(headKeeper, new HeadsFile(join(folder, `heads-${name}.json`)));
}

/** A folder can hold the heads of several databases. One in memory has nothing that could be shortened. */
function nameOf(url: string): string | undefined {
  if (url.startsWith('sqlite:')) {
    const file = databaseFile(url);
    return file && basename(file).replace(/\.[a-z0-9]+$/i, '');
  }
  const name = URL.canParse(url) ? decodeURIComponent(new URL(url).pathname.slice(1)) : '';
  return name === '' ? 'postgres' : name.replaceAll(/[^\w.-]/g, '_');
}
