import { type Call, ConflictError, type Database, ForbiddenError, hasRole, NotFoundError } from '@colophon/core';
import { z } from 'zod';
import type { ContentRecord } from '../record/content-record.ts';
import { id } from '../record/inputs.ts';
import { peopleOf, type Person } from '../record/people.ts';
import { type ContentPreviewLink, ContentPreviewLinks } from './content-preview-link.ts';
import { requirePreviews } from './preview-token.ts';

const DAY = 86_400;
const MOST_LINKS = 50;

export const LinkInput = z.strictObject({
  expiresIn: z
    .int()
    .min(60)
    .max(7 * DAY)
    .default(DAY)
    .describe('Seconds until it expires: default one day, at most a week.'),
  withAutosave: z.boolean().default(false).describe('Also show your unsaved input.'),
});
export type LinkInput = z.input<typeof LinkInput>;

export const LinkIdInput = z.strictObject({ linkId: id });

export const LinkMadeAnswer = z.object({
  id: z.string(),
  url: z.string().describe('The URL for people. It is returned only once.'),
  apiUrl: z.string().describe('The URL for the renderer of a site: JSON.'),
  expiresAt: z.string(),
});

export const LinkAnswer = z.object({
  id: z.string(),
  createdBy: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  created_at: z.string(),
  expiresAt: z.string(),
  revokedAt: z.string().nullable(),
  withAutosave: z.boolean(),
});

/** A new link, as returned once. */
export interface LinkMade {
  readonly id: string;
  readonly url: string;
  readonly apiUrl: string;
  readonly expiresAt: string;
}

/** A link without its secret. */
export interface ListedLink {
  readonly id: string;
  readonly createdBy: Person | null;
  readonly created_at: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
  readonly withAutosave: boolean;
}

/** Creates a link to a draft. @throws ConflictError `too_many` beyond 50 per piece */
export async function createLink(content: ContentRecord, input: LinkInput, call: Call): Promise<LinkMade> {
  const { expiresIn, withAutosave } = LinkInput.parse(input);
  const { caller } = call;
  const { kind, id: createdBy } = caller;
  if ((kind !== 'user' && kind !== 'token') || createdBy === null)
    throw new ForbiddenError('A preview link depends on the permissions of its creator: the application itself cannot create one.');
  if (content.status === 'deleted') throw new ConflictError('This piece was deleted: nobody can read it.', { code: 'deleted' });
  const previews = requirePreviews(content.database);
  const links = new ContentPreviewLinks(content.database, call);
  const now = call.now();
  if ((await links.count({ where: { contentId: content.id, revokedAt: null, expiresAt: { gt: now.toISOString() } } })) >= MOST_LINKS)
    throw new ConflictError(`There are already ${MOST_LINKS} links to this piece; revoke one first.`, { code: 'too_many' });
  const expiresAt = new Date(now.getTime() + expiresIn * 1000).toISOString();
  const made = await links.add({ contentId: content.id, makerKind: kind, createdBy, expiresAt, withAutosave, tenantId: content.tenantId });
  const token = previews.tokenOf(made.id);
  return { id: made.id, url: `${previews.baseUrl}/preview/${token}`, apiUrl: `${previews.baseUrl}/api/v1/previews/${token}`, expiresAt };
}

/** Returns the links to a record: for editors all, for others their own. */
export async function listLinks({ database, id: contentId }: ContentRecord, { caller }: Call): Promise<ListedLink[]> {
  const own = hasRole(caller, 'editor') ? {} : { createdBy: caller.id ?? '' };
  const links = await new ContentPreviewLinks(database).list({ where: { contentId, ...own }, orderBy: '-created_at,-id', limit: 1000 });
  const people = await peopleOf(
    database,
    links.map(({ createdBy }) => createdBy),
  );
  return links.map(({ id: linkId, createdBy, created_at, expiresAt, revokedAt, withAutosave }) => ({
    id: linkId,
    createdBy: people.get(createdBy) ?? null,
    created_at,
    expiresAt,
    revokedAt,
    withAutosave,
  }));
}

/** Revokes a link immediately: editors any, others their own. @throws NotFoundError */
export async function revokeLink({ database, id: contentId }: ContentRecord, linkId: string, call: Call): Promise<void> {
  const link: ContentPreviewLink | undefined = await new ContentPreviewLinks(database, call).get(linkId);
  const isTheirs = hasRole(call.caller, 'editor') || link?.createdBy === call.caller.id;
  if (link?.contentId !== contentId || !isTheirs) throw new NotFoundError(`There is no preview link ${linkId} of this piece.`);
  link.revokedAt ??= call.now().toISOString();
  await link.save();
}

/** Deletes links that ended more than a month ago. */
export async function sweepLinks(database: Database, now = new Date()): Promise<void> {
  const before = database.dialect.encode('datetime', new Date(now.getTime() - 30 * DAY * 1000).toISOString());
  await database.run(database.dialect.builder.deleteFrom('content_preview_links').where('expiresAt', '<', before).compile());
}
