import type { DiscoveryPayload } from '@colophon/contract';
import { describe, expect, it } from 'vitest';
import { operationTable } from '../../operations/operation-table.ts';
import { Books, libraryTable } from '../testing/library.ts';
import { ArtifactCache } from './artifact-cache.ts';

describe('the artifacts of discovery', () => {
  const user = { authenticated: true, id: 'u1' };
  const all = new Set(libraryTable.operations);
  const reads = new Set(libraryTable.operations.filter(({ effects }) => effects === 'read'));
  const counting = (): { readonly made: () => number; readonly payload: () => Promise<DiscoveryPayload> } => {
    let count = 0;
    return { made: () => count, payload: async () => ({ user, warnings: [`number ${(count += 1)}`], resources: [] }) };
  };

  it('are made once for a caller who may do the same as before', async () => {
    const cache = new ArtifactCache();
    const { made, payload } = counting();
    const first = await cache.artifact(libraryTable, user, all, payload);
    expect(await cache.artifact(libraryTable, { ...user }, new Set(all), payload)).toBe(first);
    expect(made()).toBe(1);
  });

  it('are made anew for another caller, other rights and another table', async () => {
    const cache = new ArtifactCache();
    const { made, payload } = counting();
    await cache.artifact(libraryTable, user, all, payload);
    await cache.artifact(libraryTable, user, reads, payload);
    await cache.artifact(libraryTable, { authenticated: true, id: 'u2' }, all, payload);
    await cache.artifact(operationTable([Books]), user, all, payload);
    await cache.artifact(libraryTable, user, all, payload);
    expect(made()).toBe(5);
  });

  it('are made again after a failure', async () => {
    const cache = new ArtifactCache();
    const failing = () => Promise.reject(new Error('not loaded'));
    await expect(cache.artifact(libraryTable, user, all, failing)).rejects.toThrow('not loaded');
    const { made, payload } = counting();
    await cache.artifact(libraryTable, user, all, payload);
    expect(made()).toBe(1);
  });

  it('are forgotten when a hundred others were asked for since', async () => {
    const cache = new ArtifactCache();
    const { made, payload } = counting();
    for (let index = 0; index <= 100; index += 1)
      await cache.artifact(libraryTable, { authenticated: true, id: `u${index}` }, all, payload);
    await cache.artifact(libraryTable, { authenticated: true, id: 'u100' }, all, payload);
    expect(made()).toBe(101);
    await cache.artifact(libraryTable, { authenticated: true, id: 'u0' }, all, payload);
    expect(made()).toBe(102);
  });
});
