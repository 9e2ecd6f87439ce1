import { expect, it } from 'vitest';
import { nextDateOf } from './schedule.ts';

const [before, after] = ['2026-11-23T10:00:00.000Z', '2026-11-24T10:00:00.000Z'];
const now = Date.parse('2026-11-23T12:00:00.000Z');

it('names what a schedule does next, by the status of the piece', () => {
  expect(nextDateOf({ status: 'draft', publishAt: after, unpublishAt: null }, now)).toEqual({ what: 'publish', at: after });
  expect(nextDateOf({ status: 'review', publishAt: before, unpublishAt: after }, now)).toEqual({ what: 'due', at: before });
  expect(nextDateOf({ status: 'published', publishAt: null, unpublishAt: after }, now)).toEqual({ what: 'unpublish', at: after });
  expect(nextDateOf({ status: 'archived', publishAt: after, unpublishAt: after }, now)).toBeNull();
  expect(nextDateOf({ status: 'draft' }, now)).toBeNull();
});
