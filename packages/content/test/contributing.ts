import { createHash } from 'node:crypto';
import type { Database } from '@colophon/core';
import { newFileKey } from '@colophon/core/files';
import { assetFilesOf } from '../src/assets/asset-files.ts';
import { receiveContent } from '../src/assets/upload-input.ts';
import type { Challenge } from '../src/contributions/submission/challenge.ts';
import {
  configureContentContributions,
  ContributionSecret,
  contributionSecret,
  challengeBits,
  type ContributionTypeInput,
} from '../src/index.ts';

/** Types of contributions for a suite, and a secret to sign with. */
export function configureLetters(database: Database, parts: Partial<ContributionTypeInput> = {}): void {
  database.ports
    .provide(contributionSecret, new ContributionSecret('a secret of thirty-two letters or more'))
    // What is tested is that the work is asked for and checked; one test does all of it.
    .provide(challengeBits, 4);
  configureContentContributions({
    types: [
      {
        key: 'letter',
        label: 'Letter',
        allowFiles: true,
        allowedChannels: ['web', 'email'],
        intakeRules: { quarantineTextPatterns: ['casino'], blockedTextPatterns: ['spam'] },
        promotion: { targetContentType: 'article', autoPromoteTrusted: true },
        ...parts,
      },
    ],
  });
}

/** Finds the nonce of a challenge, as a stranger's machine does. */
export function solve(challenge: Challenge): Challenge & { nonce: number } {
  for (let nonce = 0; ; nonce += 1) {
    const hash = createHash('sha256').update(`${challenge.salt}.${nonce}`).digest();
    if (hash.readUInt32BE(0) >>> (32 - challenge.bits) === 0) return { ...challenge, nonce };
  }
}

/** A number that does not answer a challenge, however easy it is. */
export function wrongNonce({ salt }: Challenge): number {
  for (let nonce = 0; ; nonce += 1) {
    if ((createHash('sha256').update(`${salt}.${nonce}`).digest()[0] ?? 0) >= 128) return nonce;
  }
}

/** Puts bytes into the store as an application of its own would, and answers their key. */
export async function storeBytes(database: Database, bytes: Uint8Array): Promise<string> {
  const file = await receiveContent(database, bytes);
  const key = newFileKey();
  await assetFilesOf(database).store.put(key, file);
  await file.discard();
  return key;
}

/** Everything that is stored in some tables, as text to be searched. */
export async function dump(database: Database, tables: readonly string[]): Promise<string> {
  const rows = [];
  for (const table of tables) rows.push(await database.all(database.dialect.builder.selectFrom(table).selectAll().compile()));
  return JSON.stringify(rows);
}
