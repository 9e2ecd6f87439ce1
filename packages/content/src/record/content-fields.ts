import { datetime, json, list, text } from '@colophon/core';
import { nameField } from './names.ts';
import type { MarkdownSource } from './markdown-source.ts';

/** Where a record stands on its way to readers. */
export const CONTENT_STATUSES = ['draft', 'review', 'published', 'archived', 'deleted'] as const;
export type ContentStatus = (typeof CONTENT_STATUSES)[number];

/** How a record is to be treated by those who show it, whatever its status. */
export const CONTENT_STATES = ['active', 'highlighted', 'deprecated'] as const;
export type ContentState = (typeof CONTENT_STATES)[number];

/** How a body is written. */
export const BODY_FORMATS = ['markdown', 'html'] as const;
export type BodyFormat = (typeof BODY_FORMATS)[number];

/** One segment of a URL path: no space, slash or character that ends a path, and no `.` or `..`; empty asks for one to be made. */
const SLUG = /^(?!\.{1,2}$)[^\s/\\?#%\p{Cc}]*$/u;

/** Part of the address of a piece: `.` and `..` would be taken for a way to another one, however they are written. */
const CONTEXT = /^(?!\.{1,2}$)/;

/** An absolute web address; any other scheme could run code where the address becomes a link. */
const WEB_ADDRESS = /^https?:\/\/[^\s]+$/i;

/** The columns of the table `contents`, which every subclass shares. */
export const contentFields = {
  type: nameField(text({ default: 'content', description: 'The kind, such as article; it picks the class.' })),
  variant: nameField(text({ description: 'A finer kind, matched exactly by governance assignments.' }), 200),
  title: text({ required: true, maxLength: 1000, search: 'A' }),
  description: text({ maxLength: 20_000, search: 'B', description: 'A summary for lists, feeds and search engines.' }),
  body: text({ default: '', listed: false, search: 'D', description: 'The text itself; lists leave it out unless fields asks for it.' }),
  bodyFormat: text({ values: BODY_FORMATS, default: 'markdown' }),
  slug: text({
    default: '',
    maxLength: 255,
    pattern: SLUG,
    patternHint: 'one segment of an address, without spaces, slashes, ?, # and %',
    description: 'One URL segment; made from the title when it is not given.',
  }),
  context: text({
    default: '',
    maxLength: 500,
    pattern: CONTEXT,
    patternHint: 'anything but . and .., which no address can hold as a part of its path',
    description: 'A namespace for slugs: a section, a site, a date.',
  }),
  status: text({ values: CONTENT_STATUSES, default: 'draft' }),
  state: text({ values: CONTENT_STATES, default: 'active' }),
  category: text({ maxLength: 500, description: 'A path such as news/politics.' }),
  tags: list(text(), { maxItems: 200, indexed: true, description: 'Slugs of tags; unknown ones are created.' }),
  authors: list(text(), { maxItems: 200 }),
  language: text({ maxLength: 35, description: 'A BCP 47 language tag such as en or pt-BR.' }),
  url: text({
    maxLength: 2000,
    pattern: WEB_ADDRESS,
    patternHint: 'an http or https address',
    description: 'Where the piece stands, or stood first: an http or https address.',
  }),
  source: text({ maxLength: 1000, description: 'Where it came from, in words.' }),
  publish_date: datetime({
    description: 'From when on readers see it, once published; where it is empty, publishing sets it to that moment.',
  }),
  publishAt: datetime({ description: 'When a draft is to be published.' }),
  unpublishAt: datetime({ description: 'When a published piece is to be taken back.' }),
  metadata: json({ default: {}, indexed: true, description: 'Free application data.' }),
  thumbnailAssetId: text({ maxLength: 200, description: 'The asset shown as its picture.' }),
  ownerId: text({ private: true }),
  /** Who changed it last; null for the application itself. */
  updatedBy: text({ private: true }),
  firstPublishedAt: datetime({ private: true }),
  markdownSource: json<MarkdownSource>({ private: true }),
} as const;
