import { z } from 'zod';
import { FACT_RELATIONSHIPS } from '../facts/fact-link.ts';
import { jsonInput } from './json-input.ts';
import { WRITABLE_VERSION_KINDS } from '../versions/content-version.ts';

const id = z.string().min(1).max(200);

export const PageInput = z.strictObject({
  limit: z.int().min(0).max(1000).optional().describe('How many to answer; 50 when not given.'),
  offset: z.int().min(0).max(1_000_000_000).optional().describe('How many to skip.'),
});
export type PageInput = z.infer<typeof PageInput>;

export const VersionInput = z.strictObject({
  kind: z.enum(WRITABLE_VERSION_KINDS).default('manual').describe('auto-generated for what a program makes; say which in metadata.source.'),
  summary: z.string().max(2000).optional().describe('Why it is made.'),
  metadata: jsonInput(z.record(z.string(), z.json()), 'Free data; source names the producer.').optional(),
});
export type VersionInput = Partial<z.output<typeof VersionInput>>;

export const VersionIdInput = z.strictObject({ versionId: id.describe('The id of the version.') });
export type VersionIdInput = z.infer<typeof VersionIdInput>;

export const DiffInput = z.strictObject({
  from: z.int().min(1).describe('The number of a version.'),
  to: z.int().min(1).optional().describe('The number of another; the record as it stands when not given.'),
});
export type DiffInput = z.infer<typeof DiffInput>;

export const ReferenceInput = z.strictObject({
  targetId: id.describe('The record cited.'),
  targetVersion: z.int().min(1).nullable().optional().describe('The version cited; null takes the pin away, nothing leaves it.'),
});
export type ReferenceInput = z.infer<typeof ReferenceInput>;

export const TargetInput = z.strictObject({ targetId: id.describe('The record cited.') });
export type TargetInput = z.infer<typeof TargetInput>;

const relationship = z.enum(FACT_RELATIONSHIPS);

export const FactLinkInput = z.strictObject({ factId: id, relationship: relationship.default('supports') });
export type FactLinkInput = z.input<typeof FactLinkInput>;

export const FactsInput = z.strictObject({
  latestOnly: z.boolean().default(true).describe('Answer the fact that took the place of a superseded one.'),
  relationship: relationship.optional(),
});
export type FactsInput = z.input<typeof FactsInput>;

export const SyncFactsInput = z.strictObject({
  factIds: z.array(id).max(1000).describe('The facts that are linked from now on.'),
  relationship: relationship.default('supports').describe('Links of other relationships stay.'),
});
export type SyncFactsInput = z.input<typeof SyncFactsInput>;

export const BrowseFactsInput = z.strictObject({
  query: z.string().max(500).optional().describe('Words to search for.'),
  latestOnly: z.boolean().default(true).describe('Leave out facts that others supersede.'),
  limit: PageInput.shape.limit,
  offset: PageInput.shape.offset,
  cursor: z.string().optional().describe('nextCursor of the page before.'),
});
export type BrowseFactsInput = z.input<typeof BrowseFactsInput>;

const role = z
  .string()
  .max(100)
  .regex(/^[A-Za-z_]\w*$/);

export const AssetUseInput = z.strictObject({
  assetId: id,
  relationship: role.default('attachment').describe('Its role: attachment, thumbnail, inline.'),
  sort_order: z.int().min(0).max(2_147_483_647).default(0),
});
export type AssetUseInput = z.input<typeof AssetUseInput>;

export const AssetsInput = z.strictObject({ relationship: role.optional() });
export type AssetsInput = z.infer<typeof AssetsInput>;

export const AssetRemovalInput = z.strictObject({ assetId: id, relationship: role.optional().describe('All roles when not given.') });
export type AssetRemovalInput = z.infer<typeof AssetRemovalInput>;

export const ResolveInput = z.strictObject({
  type: z.string().min(1).max(100).describe('A type of content, article for example.'),
  variant: z.string().max(200).optional(),
});
export type ResolveInput = z.infer<typeof ResolveInput>;

export const FeedInput = z.strictObject({ limit: z.int().min(1).max(200).default(50).describe('How many to answer; 50 when not given.') });
export type FeedInput = z.input<typeof FeedInput>;
