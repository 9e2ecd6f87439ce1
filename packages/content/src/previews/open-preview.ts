import { type Call, type Database, type JsonValue, makeCall, NotFoundError } from '@colophon/core';
import { ContentAutosaves } from '../editing/autosave/content-autosave.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { contentsOf } from '../record/contents-of.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import { type ContentPreviewLink, ContentPreviewLinks } from './content-preview-link.ts';
import type { Preview } from './preview.ts';
import { requirePreviews } from './preview-token.ts';

/** The fields that readers will see. All metadata are among them: who looks at a preview must learn what publishing would show. */
const SHOWN = [
  'id',
  'tenantId',
  'type',
  'variant',
  'title',
  'description',
  'body',
  'bodyFormat',
  'slug',
  'context',
  'status',
  'category',
  'tags',
  'authors',
  'language',
  'url',
  'source',
  'publish_date',
  'thumbnailAssetId',
  'metadata',
  'updated_at',
  'rev',
] as const;

/**
 * Opens a preview by its token.
 *
 * @throws NotFoundError if there is none, whether it expired, was revoked, never existed, or its creator can no longer read the draft: the
 * response does not tell which
 */
export async function openPreview(database: Database, token: string, now: Call['now']): Promise<Preview> {
  const previews = requirePreviews(database);
  const linkId = previews.linkIdOf(token);
  const link = linkId === undefined ? undefined : await new ContentPreviewLinks(database).get(linkId);
  if (!link || link.revokedAt !== null || link.expiresAt <= now().toISOString()) throw over();
  const { makerKind, createdBy, tenantId, contentId } = link;
  const caller = await previews.callerOf(database, { kind: makerKind as 'user' | 'token', id: createdBy, tenantId });
  const content = caller && (await contentsOf(database, makeCall({ caller, now })).get(contentId));
  if (!content || content.status === 'deleted' || !isTenantStaff(caller, content as never)) throw over();
  return shown(content, link.withAutosave ? await typed(database, link) : undefined);
}

function over(): NotFoundError {
  return new NotFoundError('This preview has ended or does not exist.');
}

function shown(content: ContentRecord, autosave: Typed | undefined): Preview {
  const values = content as unknown as Readonly<Record<string, JsonValue>>;
  const fields = Object.fromEntries(SHOWN.map((name) => [name, values[name] ?? null]));
  return { ...fields, ...autosave?.fields, state: `${content.rev}-${autosave?.sequence ?? 0}` } as unknown as Preview;
}

interface Typed {
  readonly sequence: number;
  readonly fields: Readonly<Record<string, JsonValue>>;
}

const TYPED = ['title', 'description', 'body', 'category', 'language'] as const;
const EMPTIED: ReadonlySet<string> = new Set(['description', 'category', 'language']);

/** Returns the unsaved input of the link's creator, for texts and cleared fields. */
async function typed(database: Database, { contentId, createdBy: userId }: ContentPreviewLink): Promise<Typed | undefined> {
  const own = await new ContentAutosaves(database).find({ contentId, userId });
  if (!own) return undefined;
  const fields: Record<string, JsonValue> = {};
  for (const name of TYPED) {
    const value = own.fields[name];
    if (typeof value === 'string' || (value === null && EMPTIED.has(name))) fields[name] = value;
  }
  return { sequence: own.sequence, fields };
}
