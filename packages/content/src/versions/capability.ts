import { type Call, pageOutput, recordOutput } from '@colophon/core';
import { z } from 'zod';
import { capability } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { isTenantStaff } from '../record/staff-access.ts';
import { id, PageInput } from '../record/inputs.ts';
import { jsonInput } from '../record/json-input.ts';
import { type ContentVersion, ContentVersions, VERSION_KINDS, WRITABLE_VERSION_KINDS } from './content-version.ts';
import { createVersion } from './create-version.ts';
import { diffVersions, type VersionDifference } from './diff-versions.ts';
import { listVersions, type VersionList } from './list-versions.ts';
import { pruneVersions } from './prune-versions.ts';
import { restoreVersion } from './restore-version.ts';

const VersionInput = z.strictObject({
  kind: z
    .enum(WRITABLE_VERSION_KINDS)
    .default('manual')
    .describe('auto-generated for versions created by a program, named in metadata.source.'),
  summary: z.string().max(2000).optional().describe('Why it is created.'),
  metadata: jsonInput(z.record(z.string(), z.json()), 'Free data; source names the producer.').optional(),
});
type VersionInput = Partial<z.output<typeof VersionInput>>;

const VersionIdInput = z.strictObject({ versionId: id.describe('The id of the version.') });
type VersionIdInput = z.infer<typeof VersionIdInput>;

const DiffInput = z.strictObject({
  from: z.int().min(1).describe('The number of a version.'),
  to: z.int().min(1).optional().describe('The number of another version; default: the current record.'),
});
type DiffInput = z.infer<typeof DiffInput>;

const VersionAnswer = z.object({
  id: z.string(),
  contentId: z.string(),
  version: z.int(),
  kind: z.enum(VERSION_KINDS),
  title: z.string().nullable(),
  summary: z.string().nullable(),
  createdBy: z
    .object({ id: z.string(), name: z.string().nullable() })
    .nullable()
    .describe('Who created it; null for the application itself.'),
  created_at: z.string(),
});

const DifferenceAnswer = z.object({
  from: z.int(),
  to: z.int().nullable().describe('Null for the current record.'),
  fields: z.array(z.object({ field: z.string(), before: z.json(), after: z.json() })),
  body: z
    .array(z.object({ change: z.enum(['equal', 'insert', 'delete']), text: z.string() }))
    .describe('The body word by word; empty if it is the same.'),
});

/** Stores versions of a record, compares them, and restores them. */
export const versions = capability({
  tables: [ContentVersions],
  sweeps: [
    async (database, { keepVersions }) => {
      if (keepVersions !== undefined) await pruneVersions(database, { keep: keepVersions });
    },
  ],
  record: {
    operations: {
      listVersions: {
        method: 'GET',
        path: ['versions'],
        input: PageInput,
        output: pageOutput(VersionAnswer),
        access: isTenantStaff,
        description: 'List the versions, latest first.',
      },
      mutateVersionAction: {
        path: ['versions'],
        input: VersionInput,
        output: recordOutput('content_versions'),
        creates: true,
        description: 'Create a version of the current record.',
      },
      diffVersions: {
        method: 'GET',
        path: ['versions', 'diff'],
        input: DiffInput,
        output: DifferenceAnswer,
        access: isTenantStaff,
        description: 'Compare two versions, or one with the current record: fields, and the body word by word.',
      },
      restoreVersion: {
        path: ['versions', '{versionId}', 'restore'],
        input: VersionIdInput,
        output: recordOutput(),
        version: 'optional',
        description: 'Restore a version of the record; publishing rules apply.',
      },
    },
    methods: {
      /** Returns the versions, latest first. The list can restore one of them: `list.restoreIntoContent(id)`. */
      listVersions(this: ContentRecord, page: PageInput = {}): Promise<VersionList> {
        return listVersions(this, page);
      },

      /** Creates a version of the current record. */
      mutateVersionAction(this: ContentRecord, input: VersionInput = {}, call: Call = this.call): Promise<ContentVersion> {
        return createVersion(this, { ...input, kind: input.kind ?? 'manual' }, call);
      },

      /** Compares two versions, or one with the current record. @throws NotFoundError */
      diffVersions(this: ContentRecord, { from, to }: DiffInput): Promise<VersionDifference> {
        return diffVersions(this, from, to);
      },

      /** Restores a version and saves the record, through the gate. @throws NotFoundError */
      async restoreVersion<R extends ContentRecord>(this: R, { versionId }: VersionIdInput, call: Call = this.call): Promise<R> {
        await restoreVersion(this, versionId, call);
        return this;
      },
    },
  },
});
