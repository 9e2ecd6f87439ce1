import type { Call } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { driftOf, readDrift, type ReferenceDrift } from './drift.ts';
import { maySeeTarget } from './present-references.ts';

/** A record that another one cites. */
export interface CitedContent extends ReferenceDrift {
  readonly title: string;
  readonly url: string | null;
}

/** Returns the records that a record cites, as far as the caller may see them. */
export async function citedBy(content: ContentRecord, call: Call): Promise<CitedContent[]> {
  const edges = await readDrift(content.database, [content.id]);
  return edges.filter((edge) => maySeeTarget(edge, call)).map((edge) => ({ ...driftOf(edge), title: edge.title, url: edge.url }));
}
