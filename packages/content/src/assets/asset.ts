import { collection, integer, json, object, text } from '@colophon/core';

/** A type of file, such as `image/png`. */
const MIME_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/i;

/** A file that content uses: a picture, a recording, a document. This is what is known of it; the bytes stand elsewhere. */
export class Asset extends object(
  {
    name: text({
      required: true,
      maxLength: 255,
      pattern: /^[^/\\\p{Cc}]+$/u,
      search: 'A',
      description: 'The name of the file, without a path.',
    }),
    description: text({ maxLength: 5000, search: 'B' }),
    altText: text({ maxLength: 2000, description: 'What a picture shows, for those who do not see it; empty text for mere decoration.' }),
    mimeType: text({ maxLength: 255, pattern: MIME_TYPE, description: 'The type of the file, such as image/png.' }),
    size: integer({ minimum: 0, description: 'In bytes.' }),
    url: text({ maxLength: 2000, pattern: /^https?:\/\/\S+$/i, description: 'Where the file stands: an http or https address.' }),
    sha256: text({ pattern: /^[0-9a-f]{64}$/, description: 'The SHA-256 of the bytes, in hex.' }),
    metadata: json({ default: {} }),
  },
  {
    table: 'assets',
    tenant: true,
    api: true,
    mcp: true,
    access: { read: 'viewer', create: 'contributor', update: 'editor', delete: 'admin' },
    label: 'Assets',
    description: 'Pictures and other files that content uses.',
  },
) {}

/** The assets of a database. */
export class Assets extends collection(Asset) {}
