import { type Call, ForbiddenError, hasRole, ValidationError } from '@colophon/core';
import type { ContentCollection } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { readInput } from '../record/read-input.ts';
import { reservePageRequest } from './allowance.ts';
import { mirrorSettings } from './mirror-settings.ts';
import { fetchPage, refuseIgnoringRobots, type TakenPage } from './fetch-page.ts';
import { findMirrored } from './find-mirrored.ts';
import { MirrorInput } from './mirror-input.ts';
import { mirroredValues } from './mirrored-values.ts';
import { once } from './once.ts';
import { withOutboundErrors } from './outbound-errors.ts';
import { type PageAddress, readPageAddress } from './page-address.ts';
import { storeMirror } from './store-mirror.ts';
import { writeMirrorFiles } from './write-mirror-files.ts';

/** The URL and location of a mirror. */
interface Mirroring {
  readonly asked: PageAddress;
  readonly context: string;
  readonly tenantId: string | null;
  readonly ignoreRobots: boolean;
}

/** Imports a page as a content record; returns the existing record if it was imported before. */
export async function mirrorPage(given: ContentCollection, input: MirrorInput, call: Call): Promise<ContentRecord> {
  const { url, context, mirrorDir, ignoreRobots } = readInput(MirrorInput, input);
  if (mirrorDir !== undefined && call.operation !== null && call.caller.kind !== 'system')
    throw new ForbiddenError('mirrorDir is a local folder: it is only for code and local commands.');
  if (ignoreRobots && !hasRole(call.caller, 'admin')) refuseIgnoringRobots();
  requireMirrors(given);
  const asked = readPageAddress(url);
  await withOutboundErrors(() => given.database.ports.use(mirrorSettings)?.fetcher.requireAddress(asked.href));
  const contents = contentsOf(given, call);
  const content = await find(contents, { asked, context, tenantId: call.caller.tenantId, ignoreRobots });
  if (mirrorDir !== undefined) await writeMirrorFiles(content, mirrorDir);
  return content;
}

async function find(contents: ContentCollection, mirroring: Mirroring): Promise<ContentRecord> {
  const { database, call } = contents;
  const { asked, context, tenantId, ignoreRobots } = mirroring;
  const place = { tenantId, context, addresses: [asked] };
  let made: ContentRecord | undefined;
  // The lookup is inside: a caller that looked before the request of another one, and continues after it, would request the page again.
  const id = await once(database, JSON.stringify([tenantId, context, asked.key, ignoreRobots]), call.signal, async () => {
    const known = await findMirrored(database, place);
    if (known !== undefined) return known;
    made = (await take(contents, mirroring)) as ContentRecord;
    return made.id;
  });
  return made ?? contents.require(id);
}

async function take(contents: ContentCollection, { asked, context, tenantId, ignoreRobots }: Mirroring): Promise<ContentRecord> {
  const { database, call } = contents;
  await reservePageRequest(database, call);
  const taken = (await fetchPage(database, asked.href, { ignoreRobots, signal: call.signal })) as TakenPage;
  const final = readFinalAddress(taken.url, asked);
  const standing = await findMirrored(database, { tenantId, context, addresses: [final] });
  if (standing !== undefined) return contents.require(standing);
  const at = call.now().toISOString();
  const values = await mirroredValues(taken, await taken.read(), at);
  return storeMirror(contents, { asked, final, context, tenantId, taken, values, at }, call);
}

/** If the final URL is too long to store, the requested one is used. */
function readFinalAddress(url: string, asked: PageAddress): PageAddress {
  return url.length <= 2000 ? readPageAddress(url) : asked;
}

/** A collection of one type only contains records of that type. */
function requireMirrors({ definition: { typeName } }: ContentCollection): void {
  if (typeName === undefined || typeName === 'mirror') return;
  throw new ValidationError(`This collection only contains the type ${typeName}.`, { hint: 'Mirror into contents or mirrors.' });
}

/** Returns the collection for another call. */
export function contentsOf(given: ContentCollection, call: Call): ContentCollection {
  const Class = given.constructor as new (database: ContentCollection['database'], call: Call) => ContentCollection;
  return given.call === call ? given : new Class(given.database, call);
}
