import { recordOutput } from '@colophon/core';
import { z } from 'zod';

/** Results of tag operations that are neither records nor pages. */

export const HierarchyOutput = z.object({
  ancestors: z.array(recordOutput()).describe('Root first.'),
  current: recordOutput(),
  descendants: z.array(recordOutput()).describe('Level by level.'),
});

export const BulkOutput = z.object({ items: z.array(recordOutput()), count: z.int() });

export const SplitOutput = z.object({
  slug: z.string(),
  tenants: z
    .array(z.object({ tenantId: z.string(), uses: z.int(), children: z.int(), aliases: z.int() }))
    .describe('The tenants that got a tag of their own, with what it took over.'),
});

export const CleanupOutput = z.object({
  removed: z.array(z.string()).describe('The slugs, in the order of deletion.'),
  count: z.int(),
});

export const SkosDocumentOutput = z.object({
  '@context': z.record(z.string(), z.string()),
  '@graph': z.array(z.record(z.string(), z.unknown())).describe('The scheme, then its concepts.'),
});

export const SkosImportOutput = z.object({
  context: z.string(),
  created: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  aliases: z.int().describe('The number of new aliases.'),
  notKept: z.array(z.string()).describe('Properties of the scheme itself, by JSON pointer, which cannot be stored.'),
  leftOut: z
    .array(z.object({ pointer: z.string(), label: z.string(), language: z.string() }))
    .describe('Labels that became no aliases, because their language is not an ISO 639-1 code.'),
});
