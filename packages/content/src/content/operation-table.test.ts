import { createHash } from 'node:crypto';
import { type Caller, operationTable, permits, ROLES } from '@colophon/core';
import { TagAliases, Tags } from '@colophon/tags';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { CONTENT_COLLECTIONS } from '../index.ts';

const table = operationTable([...CONTENT_COLLECTIONS, Tags, TagAliases]);
const offered = table.operations.filter(({ resource }) => CONTENT_COLLECTIONS.includes(resource.collectionClass));
const stored = table.schema.filter(({ name }) => !name.startsWith('_') && !['tags', 'tag_aliases', 'jobs'].includes(name));

/** Everybody that a rule may tell apart: each role in the tenant of a record, in another and in none, and who is not signed in. */
const CALLERS: readonly Caller[] = [null, 'gazette', 'herald'].flatMap((tenantId) => [
  { kind: 'anonymous' as const, id: null, name: null, tenantId, role: null },
  ...ROLES.map((role) => ({ kind: 'user' as const, id: 'somebody', name: 'Somebody', tenantId, role })),
]);
const RECORDS = [
  { tenantId: 'gazette', ownerId: 'somebody', status: 'draft', firstPublishedAt: null },
  { tenantId: 'gazette', ownerId: 'somebody', status: 'published', firstPublishedAt: '2026-01-01' },
];

const digest = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);
const schemaDigest = (schema: z.ZodType | undefined): string =>
  schema === undefined ? '-' : digest(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));

/** What everything around content offers, one line each: whoever changes it changes these lines, and knows it. */
it('offers the operations that it offered', async () => {
  const lines = offered.map((each) => {
    const verdicts = CALLERS.flatMap((caller) => [undefined, ...RECORDS].map((record) => Number(permits(each.access, caller, record))));
    const { id, kind, scope, method, path, effects, creates, accepts, background, version, transaction, mediaType, exposed } = each;
    const flags = { creates, accepts, background, transaction, ...exposed };
    const set = Object.entries(flags).flatMap(([name, value]) => (value ? [name] : []));
    const schemas = `in ${schemaDigest(each.input)} out ${schemaDigest(each.output)}`;
    return [
      id,
      kind,
      scope,
      method,
      path.join('/') || '.',
      effects,
      version ?? '-',
      mediaType,
      set.join(','),
      verdicts.join(''),
      schemas,
      each.description,
    ].join(' | ');
  });
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('../../test/operation-table.txt');
});

it('stores what it stored', async () => {
  const lines = stored.flatMap((each) => [
    ...each.columns.map((column) => `${each.name}.${column.name} ${JSON.stringify(column)}`),
    `${each.name} ${JSON.stringify({ ...each, columns: undefined })}`,
  ]);
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('../../test/schema.txt');
});
