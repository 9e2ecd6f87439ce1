import { datetime, json, list, text } from '@colophon/core';
import { z } from 'zod';
import { foldedLanguage } from './language.ts';
import { nameField } from './names.ts';
import type { MarkdownSource } from './markdown-source.ts';

/** The publication status of a record. */
export const CONTENT_STATUSES = ['draft', 'review', 'published', 'archived', 'deleted'] as const;
export type ContentStatus = (typeof CONTENT_STATUSES)[number];

/** How a record is presented, whatever its status. */
export const CONTENT_STATES = ['active', 'highlighted', 'deprecated'] as const;
export type ContentState = (typeof CONTENT_STATES)[number];

/** The format of a body. */
export const BODY_FORMATS = ['markdown', 'html'] as const;
export type BodyFormat = (typeof BODY_FORMATS)[number];

/** One segment of a URL path: no space, slash or character that ends a path, and no `.` or `..`; empty means that one is generated. */
const SLUG = /^(?!\.{1,2}$)[^\s/\\?#%\p{Cc}]*$/u;

/** Part of the URL of a piece: `.` and `..` would be resolved to another path, however they are encoded. */
const CONTEXT = /^(?!\.{1,2}$)/;

/** An absolute URL; any other scheme could run code where the URL becomes a link. */
const WEB_ADDRESS = /^https?:\/\/[^\s]+$/i;

/** The columns of the table `contents`, which every subclass shares. */
export const contentFields = {
  type: nameField(text({ default: 'content', description: 'The type, such as article; it selects the class.' })),
  variant: nameField(text({ description: 'A subtype, matched exactly by governance assignments.' }), 200),
  title: text({ required: true, maxLength: 1000, search: 'A' }),
  description: text({ maxLength: 20_000, search: 'B', description: 'A summary for lists, feeds and search engines.' }),
  body: text({ default: '', listed: false, search: 'D', description: 'The text itself; omitted from lists unless fields asks for it.' }),
  bodyFormat: text({ values: BODY_FORMATS, default: 'markdown' }),
  slug: text({
    default: '',
    maxLength: 255,
    pattern: SLUG,
    patternHint: 'one URL segment, without spaces, slashes, ?, # and %',
    description: 'One URL segment; generated from the title by default.',
  }),
  context: text({
    default: '',
    maxLength: 500,
    pattern: CONTEXT,
    patternHint: 'anything but . and .., which are not allowed in a URL path',
    description: 'A namespace for slugs: a section, a site, a date.',
  }),
  status: text({ values: CONTENT_STATUSES, default: 'draft' }),
  state: text({ values: CONTENT_STATES, default: 'active' }),
  category: text({ maxLength: 500, description: 'A path such as news/politics.' }),
  tags: list(text(), { maxItems: 200, indexed: true, description: 'Slugs of tags; unknown ones are created.' }),
  // A byline must be erasable: versions have it, audit entries would keep it for ever.
  authors: list(text(), { maxItems: 200, personal: true }),
  language: text({ maxLength: 35, fold: foldedLanguage, description: 'A BCP 47 language tag such as en or pt-BR.' }),
  url: text({
    maxLength: 2000,
    pattern: WEB_ADDRESS,
    patternHint: 'an http or https address',
    description: 'The http or https URL of the piece, or of its first publication.',
  }),
  source: text({ maxLength: 1000, description: 'The source, in words.' }),
  publish_date: datetime({
    description: 'When a published piece becomes visible to readers; if empty, publishing sets it to the current time.',
  }),
  publishAt: datetime({ description: 'When a draft is to be published.' }),
  unpublishAt: datetime({ description: 'When a published piece is to be unpublished.' }),
  metadata: json({ default: {}, indexed: true, description: 'Free application data.' }),
  thumbnailAssetId: text({ maxLength: 200, description: 'The asset shown as its picture.' }),
  ownerId: text({ private: true }),
  /** Who last changed it; null for the application itself. */
  updatedBy: text({ private: true }),
  firstPublishedAt: datetime({ private: true }),
  markdownSource: json<MarkdownSource>({ private: true }),
  /** The tags of a published piece as its readers get them, since the vocabulary was changed; null while they are those in `tags`. */
  tagsAsPublished: json<readonly string[]>({ private: true, schema: z.array(z.string()) }),
} as const;
