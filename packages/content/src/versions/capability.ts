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
  kind: z.enum(WRITABLE_VERSION_KINDS).default('manual').describe('auto-generated for what a program makes; say which in metadata.source.'),
  summary: z.string().max(2000).optional().describe('Why it is made.'),
  metadata: jsonInput(z.record(z.string(), z.json()), 'Free data; source names the producer.').optional(),
});
type VersionInput = Partial<z.output<typeof VersionInput>>;

const VersionIdInput = z.strictObject({ versionId: id.describe('The id of the version.') });
type VersionIdInput = z.infer<typeof VersionIdInput>;

const DiffInput = z.strictObject({
  from: z.int().min(1).describe('The number of a version.'),
  to: z.int().min(1).optional().describe('The number of another; the record as it stands when not given.'),
});
type DiffInput = z.infer<typeof DiffInput>;

const VersionAnswer = z.object({
  id: z.string(),
  contentId: z.string(),
  version: z.int(),
  kind: z.enum(VERSION_KINDS),
  title: z.string().nullable(),
  summary: z.string().nullable(),
  createdBy: z.object({ id: z.string(), name: z.string().nullable() }).nullable().describe('Who made it; null for the application itself.'),
  created_at: z.string(),
});

const DifferenceAnswer = z.object({
  from: z.int(),
  to: z.int().nullable().describe('Null for the record as it stands.'),
  fields: z.array(z.object({ field: z.string(), before: z.json(), after: z.json() })),
  body: z
    .array(z.object({ change: z.enum(['equal', 'insert', 'delete']), text: z.string() }))
    .describe('The body word by word; empty when it is the same.'),
});

/** A record is kept as it was, compared with what it was, and given back what it had. */
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
        description: 'List the versions, the latest first.',
      },
      mutateVersionAction: {
        path: ['versions'],
        input: VersionInput,
        output: recordOutput('content_versions'),
        creates: true,
        description: 'Keep the record as it stands as a version.',
      },
      diffVersions: {
        method: 'GET',
        path: ['versions', 'diff'],
        input: DiffInput,
        output: DifferenceAnswer,
        access: isTenantStaff,
        description: 'Compare two versions, or one with the record as it stands: fields, and the body word by word.',
      },
      restoreVersion: {
        path: ['versions', '{versionId}', 'restore'],
        input: VersionIdInput,
        output: recordOutput(),
        version: 'optional',
        description: 'Give the record what one of its versions has; publishing rules apply.',
      },
    },
    methods: {
      /** The versions, the latest first. From the list one of them can be restored: `list.restoreIntoContent(id)`. */
      listVersions(this: ContentRecord, page: PageInput = {}): Promise<VersionList> {
        return listVersions(this, page);
      },

      /** Keeps the record as it stands as a version. */
      mutateVersionAction(this: ContentRecord, input: VersionInput = {}, call: Call = this.call): Promise<ContentVersion> {
        return createVersion(this, { ...input, kind: input.kind ?? 'manual' }, call);
      },

      /** Compares two versions, or one with the record as it stands. @throws NotFoundError */
      diffVersions(this: ContentRecord, { from, to }: DiffInput): Promise<VersionDifference> {
        return diffVersions(this, from, to);
      },

      /** Gives the record what one of its versions has and saves it, through the gate. @throws NotFoundError */
      async restoreVersion<R extends ContentRecord>(this: R, { versionId }: VersionIdInput, call: Call = this.call): Promise<R> {
        await restoreVersion(this, versionId, call);
        return this;
      },
    },
  },
});
