import type { AnyCollectionClass, Database } from '@colophon/core';
import { describeOnEveryDatabase } from '@colophon/core/testing';
import { expect, it } from 'vitest';
import * as content from '../src/index.ts';

interface Creatable extends AnyCollectionClass {
  create(options: { db: Database }): Promise<{ list(query: { limit: number }): Promise<unknown[]> }>;
}

const isCollection = (value: unknown): value is Creatable => typeof value === 'function' && 'objectClass' in value && 'create' in value;

describeOnEveryDatabase('a collection of the package', (open) => {
  it.each(Object.entries(content).filter(([, value]) => isCollection(value)))('is created alone: %s', async (_, Class) => {
    const created = await (Class as unknown as Creatable).create({ db: await open() });
    expect(await created.list({ limit: 1 })).toEqual([]);
  });
});
