import { createHash } from 'node:crypto';
import type { JsonObject } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';

/** Hashes of the texts that a mirror wrote, by which a local edit is detected. */
export interface WrittenHashes extends JsonObject {
  readonly title: string;
  readonly body: string;
}

type Written = Pick<ContentRecord, 'title' | 'body' | 'bodyFormat'>;

/** Returns the hashes of these texts. */
export function writtenHashes({ title, body, bodyFormat }: Written): WrittenHashes {
  return { title: hashOf(title), body: hashOf(`${bodyFormat}\n${body}`) };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
