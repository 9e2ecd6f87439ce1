import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  batchUpdates,
  emptyDraft,
  fromBase64,
  isEpoch,
  LARGEST_MESSAGE,
  LARGEST_PRESENCE,
  LARGEST_UPDATE,
  MOST_UPDATES,
  newEpoch,
  positionAt,
  readEventId,
  readPresence,
  readUpdates,
  toBase64,
  writeEventId,
  writeUpdates,
} from '../index.ts';

const epoch = '0123456789abcdef';
const message = { epoch, client: 7, updates: [{ update: 'AAA=' }] };
const invalid = expect.objectContaining({ code: 'invalid_message' });

describe('a message of updates', () => {
  it('is read as it was written', () => {
    const as = { kind: 'pasted', from: { url: 'https://a.example/', title: 'A', application: 'Word' }, model: 'm' } as const;
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 500 }), { minLength: 1, maxLength: 20 }), fc.boolean(), (updates, isClaimed) => {
        const given = { epoch, client: 4_294_967_295, updates: updates.map((update) => ({ update, ...(isClaimed ? { as } : {}) })) };
        const read = readUpdates(JSON.parse(JSON.stringify(writeUpdates(given))));
        expect(read).toEqual(given);
      }),
    );
  });

  it.each<[string, unknown]>([
    ['no object', []],
    ['nothing', null],
    ['another member', { ...message, sequence: 1 }],
    ['a short epoch', { ...message, epoch: 'abc' }],
    ['an epoch in capitals', { ...message, epoch: epoch.toUpperCase() }],
    ['a client of zero', { ...message, client: 0 }],
    ['a client of 2³²', { ...message, client: 2 ** 32 }],
    ['a client of half', { ...message, client: 1.5 }],
    ['a client in words', { ...message, client: '7' }],
    ['no updates', { ...message, updates: [] }],
    ['an object of updates', { ...message, updates: { length: 1, 0: message.updates[0] } }],
    ['many updates', { ...message, updates: Array.from({ length: 101 }, () => message.updates[0]) }],
    ['an update that is a number', { ...message, updates: [{ update: 1 }] }],
    ['an update of other letters', { ...message, updates: [{ update: 'AA A=' }] }],
    ['an update without padding', { ...message, updates: [{ update: 'AA' }] }],
    ['an update with another member', { ...message, updates: [{ update: 'AAA=', client: 8 }] }],
    ['another kind', { ...message, updates: [{ update: 'AAA=', as: { kind: 'typed' } }] }],
    ['no kind', { ...message, updates: [{ update: 'AAA=', as: {} }] }],
    ['a claim of another member', { ...message, updates: [{ update: 'AAA=', as: { kind: 'ai', proof: 'server' } }] }],
    ['a place of another member', { ...message, updates: [{ update: 'AAA=', as: { kind: 'pasted', from: { toString: 'x' } } }] }],
    ['a long address', { ...message, updates: [{ update: 'AAA=', as: { kind: 'pasted', from: { url: 'x'.repeat(2001) } } }] }],
    ['a model with NUL', { ...message, updates: [{ update: 'AAA=', as: { kind: 'ai', model: 'a\0' } }] }],
    ['a model of half a character', { ...message, updates: [{ update: 'AAA=', as: { kind: 'ai', model: '\ud800' } }] }],
  ])('is refused with %s', (_what, value) => {
    expect(() => readUpdates(value)).toThrow(invalid);
  });

  it('is refused if it is too large, before it is decoded', () => {
    const tooLarge = expect.objectContaining({ code: 'update_too_large' });
    const long = 'A'.repeat(Math.ceil(LARGEST_UPDATE / 3) * 4 + 4);
    expect(() => readUpdates({ ...message, updates: [{ update: long }] })).toThrow(tooLarge);
    const many = Array.from({ length: 4 }, () => ({ update: '!'.repeat(300_000) }));
    expect(() => readUpdates({ ...message, updates: many })).toThrow(invalid);
    const whole = Array.from({ length: 4 }, () => ({ update: 'A'.repeat(300_000) }));
    expect(() => readUpdates({ ...message, updates: whole })).toThrow(tooLarge);
  });

  it('carries what waits, in order and within the limits, without merging it', () => {
    const waiting = fc.array(
      fc
        .oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(LARGEST_UPDATE, 200_000))
        .map((length) => ({ update: new Uint8Array(length) })),
      { maxLength: 350 },
    );
    fc.assert(
      fc.property(waiting, (updates) => {
        const batches = batchUpdates(updates);
        expect(batches.flat()).toEqual(updates);
        for (const batch of batches) {
          expect(batch.length).toBeLessThanOrEqual(MOST_UPDATES);
          expect(JSON.stringify(writeUpdates({ epoch, client: 4_294_967_295, updates: batch })).length).toBeLessThanOrEqual(
            LARGEST_MESSAGE,
          );
        }
      }),
      { numRuns: 20 },
    );
  });
});

describe('presence', () => {
  const position = positionAt(emptyDraft(1), 'body', 0);
  const presence = { client: 7, field: 'body', anchor: position, head: position };

  it('is read, and small', () => {
    expect(readPresence(presence)).toEqual(presence);
    expect(
      JSON.stringify({ client: 4_294_967_295, field: 'description', anchor: 'A'.repeat(64), head: 'A'.repeat(64) }).length,
    ).toBeLessThanOrEqual(LARGEST_PRESENCE);
  });

  it.each<[string, unknown, string]>([
    ['no object', 'body', 'invalid_message'],
    ['another field', { ...presence, field: 'tags' }, 'invalid_message'],
    ['a field of every object', { ...presence, field: 'constructor' }, 'invalid_message'],
    ['a name', { ...presence, name: 'Ada' }, 'invalid_message'],
    ['no client', { ...presence, client: -1 }, 'invalid_message'],
    ['a long anchor', { ...presence, anchor: 'A'.repeat(400) }, 'invalid_position'],
    ['no head', { ...presence, head: undefined }, 'invalid_position'],
  ])('is refused with %s', (_what, value, code) => {
    expect(() => readPresence(value)).toThrow(expect.objectContaining({ code }));
  });
});

describe('the id of an event', () => {
  it('is read as it was written, and nothing else', () => {
    const cursor = { epoch: newEpoch(), sequence: 123 };
    expect(isEpoch(cursor.epoch)).toBe(true);
    expect(readEventId(writeEventId(cursor))).toEqual(cursor);
    for (const id of [
      '',
      '1',
      `${epoch}`,
      `${epoch}.`,
      `${epoch}.01`,
      `${epoch}.-1`,
      `${epoch}.1.2`,
      `${epoch}.${'9'.repeat(16)}`,
      `x${epoch}.1`,
    ])
      expect(readEventId(id)).toBe(null);
  });
});

describe('base64', () => {
  it('is that of other programs', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20_000 }), (bytes) => {
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
        expect(fromBase64(toBase64(bytes))).toEqual(bytes);
      }),
      { numRuns: 30 },
    );
  });
});
