import { collection, datetime, integer, json, object, reference, text } from '@colophon/core';
import { recordAccess } from '../record/staff-access.ts';
import type { WrittenHashes } from './written-hashes.ts';
import { besideContents } from '../record/beside-contents.ts';

/** The result of the `robots.txt` check: reading was allowed, or it was not and an admin overrode it. */
export const ROBOTS_VERDICTS = ['allowed', 'refused'] as const;

/** Number of consecutive failures after which a page is no longer refreshed automatically. */
export const MOST_FAILURES = 10;

/** The source of a mirror, and the last response of its site. */
export class ContentMirror extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    url: text({ required: true, maxLength: 2000, description: 'The requested URL.' }),
    canonicalUrl: text({
      required: true,
      maxLength: 4000,
      description: 'The normalized URL, without tracking parameters.',
    }),
    urlKey: text({ required: true, maxLength: 64, private: true }),
    finalUrl: text({ required: true, maxLength: 4000, description: 'The final URL, after redirects.' }),
    finalUrlKey: text({ required: true, maxLength: 64, private: true }),
    context: text({ default: '', maxLength: 500 }),
    fetchedAt: datetime({ required: true, description: 'When these bytes were read.' }),
    checkedAt: datetime({ required: true, description: 'When the page was last checked.' }),
    httpStatus: integer({ required: true }),
    etag: text({ maxLength: 1000 }),
    lastModified: text({ maxLength: 100 }),
    sha256: text({ required: true, maxLength: 64, description: 'The SHA-256 of the original bytes, in hexadecimal.' }),
    mimeType: text({ required: true, maxLength: 255 }),
    sourceAssetId: reference('assets', { onDelete: 'set null', description: 'The original bytes.' }),
    robots: text({ values: ROBOTS_VERDICTS, required: true, description: 'The verdict of the robots.txt of the site.' }),
    failures: integer({
      default: 0,
      minimum: 0,
      description: `Consecutive failures; after ${MOST_FAILURES} it is no longer refreshed automatically.`,
    }),
    lastError: text({ maxLength: 100, description: 'The code of the last error; gone if the site no longer has the page.' }),
    written: json<WrittenHashes>({ private: true }),
  },
  {
    table: 'content_mirrors',
    tenant: true,
    api: true,
    mcp: { exclude: ['create', 'update', 'delete'] },
    cli: { include: ['list', 'get'] },
    // The site is polled repeatedly; the changes of the content are audited.
    audit: false,
    access: recordAccess,
    unique: [['contentId'], ['urlKey', 'context', 'tenantId']],
    indexes: [['checkedAt', 'id'], ['finalUrlKey']],
    orderBy: '-checkedAt',
    label: 'Content mirrors',
    description: 'The sources of mirrored content, and the last responses of their sites.',
  },
) {}

/** The sources of all mirrors. */
export class ContentMirrors extends collection(ContentMirror, besideContents) {}
