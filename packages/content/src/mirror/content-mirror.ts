import { collection, datetime, integer, json, object, reference, text } from '@colophon/core';
import { recordAccess } from '../record/staff-access.ts';
import type { WrittenHashes } from './written-hashes.ts';

/** What `robots.txt` of the site said: it let us read the page, or it did not and an admin read it all the same. */
export const ROBOTS_VERDICTS = ['allowed', 'refused'] as const;

/** Failures in a row after which a page is not asked for again by itself. */
export const MOST_FAILURES = 10;

/** Where a mirror came from, and what its site answered last. */
export class ContentMirror extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    url: text({ required: true, maxLength: 2000, description: 'The address as it was asked for.' }),
    canonicalUrl: text({
      required: true,
      maxLength: 4000,
      description: 'The same address in its one spelling, without parts that only count visits.',
    }),
    urlKey: text({ required: true, maxLength: 64, private: true }),
    finalUrl: text({ required: true, maxLength: 4000, description: 'The address that answered, after redirects.' }),
    finalUrlKey: text({ required: true, maxLength: 64, private: true }),
    context: text({ default: '', maxLength: 500 }),
    fetchedAt: datetime({ required: true, description: 'When these bytes were read.' }),
    checkedAt: datetime({ required: true, description: 'When the site was asked last.' }),
    httpStatus: integer({ required: true }),
    etag: text({ maxLength: 1000 }),
    lastModified: text({ maxLength: 100 }),
    sha256: text({ required: true, maxLength: 64, description: 'The SHA-256 of the bytes as they came, in hex.' }),
    mimeType: text({ required: true, maxLength: 255 }),
    sourceAssetId: reference('assets', { onDelete: 'set null', description: 'The bytes as they came.' }),
    robots: text({ values: ROBOTS_VERDICTS, required: true, description: 'What robots.txt of the site said.' }),
    failures: integer({
      default: 0,
      minimum: 0,
      description: `Failures in a row; after ${MOST_FAILURES} it is not refreshed by itself any more.`,
    }),
    lastError: text({ maxLength: 100, description: 'The code of what went wrong last; gone when the site has the page no more.' }),
    written: json<WrittenHashes>({ private: true }),
  },
  {
    table: 'content_mirrors',
    tenant: true,
    api: true,
    mcp: { exclude: ['create', 'update', 'delete'] },
    cli: { include: ['list', 'get'] },
    // The site is asked again and again; what changes by that is the content, whose changes are audited.
    audit: false,
    access: recordAccess,
    unique: [['contentId'], ['urlKey', 'context', 'tenantId']],
    indexes: [['checkedAt', 'id'], ['finalUrlKey']],
    orderBy: '-checkedAt',
    label: 'Content mirrors',
    description: 'Where mirrored content came from, and what its site answered last.',
  },
) {}

/** Where all mirrors came from. */
export class ContentMirrors extends collection(ContentMirror) {}
