import { join } from 'node:path';
import { type Database, SYSTEM_CALL } from '@colophon/core';
import { importMarkdownFolder } from '@colophon/content';
import { makePeople } from './people.ts';
import { illustrateArchive, makePublished, type SeedParts } from './published.ts';
import { makeContributionTypes, makeRules } from './rules.ts';
import { makeVocabulary } from './vocabulary.ts';
import { makeContributions, makeDrafts } from './waiting.ts';

/** Creates the demonstration: a small newspaper with its staff, its rules, its published pieces and its queue. */
export async function tellStory(
  database: Database,
  { folder, baseUrl, now }: { folder: string; baseUrl: string; now: Date },
): Promise<void> {
  const hoursAgo = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);
  const callBy = await makePeople(database, baseUrl);
  const parts: SeedParts = { database, callBy, folder, hoursAgo };
  await makeVocabulary(database);
  // The archive is imported before there are rules, as a real paper's archive is.
  await importMarkdownFolder({ database, call: SYSTEM_CALL, dir: join(folder, 'posts'), tenantId: null });
  await illustrateArchive(parts);
  await makeRules(database, callBy('admin', hoursAgo(24 * 30)));
  await makeContributionTypes(database, callBy('admin', hoursAgo(24 * 30)));
  await makePublished(parts);
  await makeDrafts(parts);
  await makeContributions(parts);
}
