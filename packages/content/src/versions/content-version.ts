import { collection, type Database, integer, json, object, type Presented, reference, text } from '@colophon/core';
import { withNames } from '../bylines/disclosure.ts';
import { knownBylines } from '../bylines/known-bylines.ts';
import { recordAccess } from '../record/staff-access.ts';
import type { Snapshot } from './snapshot.ts';
import { besideContents } from '../record/beside-contents.ts';

/** The kinds of versions. */
export const VERSION_KINDS = ['manual', 'draft', 'review', 'publication', 'correction', 'auto-generated'] as const;
export type ContentVersionKind = (typeof VERSION_KINDS)[number];

/** The kinds that can be created from outside; the others are created by publication and correction. */
export const WRITABLE_VERSION_KINDS = ['manual', 'draft', 'auto-generated'] as const;

/**
 * A snapshot of a content record: every authored field, its references with their pins, its facts and assets. Versions of a record are
 * numbered from 1, whatever their kind, and never change.
 */
export class ContentVersion extends object(
  {
    contentId: reference('contents', { required: true, onDelete: 'cascade' }),
    version: integer({ required: true, minimum: 1, description: 'The number, from 1 in each content record.' }),
    kind: text({ values: VERSION_KINDS, default: 'manual' }),
    title: text({ maxLength: 1000, description: 'The title of the version.' }),
    summary: text({ maxLength: 2000, description: 'What was changed, or why the version was created.' }),
    createdBy: text({ maxLength: 200, description: 'Who created it; null for the application itself.' }),
    snapshot: json<Snapshot>({ required: true, listed: false }),
    metadata: json({ default: {}, listed: false, description: 'Its source; the frozen transparency of a publication.' }),
  },
  {
    table: 'content_versions',
    tenant: true,
    appendOnly: true,
    api: true,
    mcp: { exclude: ['update', 'delete'] },
    cli: { include: ['list', 'get'] },
    access: recordAccess,
    unique: [['contentId', 'version']],
    indexes: [['contentId', 'kind', '-version']],
    label: 'Content versions',
    description: 'Snapshots of content; they are never changed or deleted.',
  },
) {
  /** Snapshots have digests of the names of authors; those that were not erased are told. */
  static async present(records: readonly Presented[], { database }: { readonly database: Database }): Promise<readonly Presented[]> {
    const whole = records.filter(({ snapshot }) => snapshot !== undefined);
    const known = await knownBylines(database, [...new Set(whole.map(({ contentId }) => String(contentId)))]);
    return records.map(({ snapshot, contentId }) => {
      if (snapshot === undefined) return {};
      const taken = snapshot as unknown as Snapshot;
      return { snapshot: { ...taken, fields: withNames(taken.fields, known.get(String(contentId))) } };
    });
  }
}

/** The versions of all content. */
export class ContentVersions extends collection(ContentVersion, besideContents) {}
