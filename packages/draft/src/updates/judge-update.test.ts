import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import {
  applyJudged,
  beginDraft,
  type DraftDocument,
  DraftError,
  draftText,
  judgeUpdate,
  LARGEST_UPDATE,
  loadDraft,
  stateOf,
  valuesOfRecord,
  vectorOf,
  writeEntry,
} from '../index.ts';

const ME = 20;
const record = valuesOfRecord({ title: 'Title', body: 'One 🏛️ body', tags: ['a'], slug: 's', metadata: { a: 1 } });
const { document: server, states } = beginDraft([record], 5);
const begun = states[0]!;

/** The update that somebody's document makes by a change, whatever it does. */
function updateOf(change: (document: Y.Doc) => void, client = ME, state = begun): Uint8Array {
  const document = new Y.Doc();
  Y.applyUpdate(document, state);
  document.clientID = client;
  const updates: Uint8Array[] = [];
  document.on('update', (update: Uint8Array) => updates.push(update));
  document.transact(() => change(document));
  return updates[0] ?? new Uint8Array([0, 0]);
}

function refusal(bytes: Uint8Array, client = ME, document: DraftDocument = server): [string, string | null] {
  const before = stateOf(document);
  try {
    judgeUpdate(bytes, document, client);
  } catch (error) {
    if (!DraftError.isInstance(error)) throw error;
    expect(stateOf(document)).toEqual(before);
    return [error.code, error.fault];
  }
  return ['accepted', null];
}

/** Writes an update by hand: `structs` of one client after each other, then deletions. */
function byHand(parts: readonly (number | string | readonly number[])[]): Uint8Array {
  const bytes: number[] = [];
  const number = (value: number): void => {
    for (let rest = value; ; rest = Math.floor(rest / 128)) {
      bytes.push(rest > 127 ? 128 | (rest % 128) : rest);
      if (rest <= 127) return;
    }
  };
  for (const part of parts) {
    if (typeof part === 'number') number(part);
    else if (typeof part === 'string') {
      const text = new TextEncoder().encode(part);
      number(text.length);
      bytes.push(...text);
    } else for (const byte of part) bytes.push(byte);
  }
  return new Uint8Array(bytes);
}

describe('judging an update', () => {
  it('accepts what an editor writes, and tells what it inserts and deletes', () => {
    const bytes = updateOf((document) => {
      document.getText('body').insert(4, 'new ');
      document.getText('body').delete(0, 2);
      document.getText('title').insert(0, 'The ');
    });
    const judged = judgeUpdate(bytes, server, ME);
    expect(judged).toMatchObject({ isKnown: false, start: 0, end: 8 });
    expect(judged.inserted).toEqual([
      { root: 'body', clock: 0, text: 'new ' },
      { root: 'title', clock: 4, text: 'The ' },
    ]);
    expect(judged.deleted).toEqual([{ root: 'body', client: 5, clock: 5, text: 'On' }]);
    const document = loadDraft(begun, 1);
    applyJudged(document, judged.update);
    expect(draftText(document, 'body').toJSON()).toBe('e new 🏛️ body');
  });

  it('takes only what is new of what was sent before', () => {
    const document = loadDraft(begun, 1);
    const mine = loadDraft(begun, ME);
    const vector = vectorOf(mine);
    draftText(mine, 'body').insert(0, 'ab');
    const first = stateOf(mine, vector);
    applyJudged(document, judgeUpdate(first, document, ME).update);
    expect(judgeUpdate(first, document, ME)).toMatchObject({ isKnown: true, start: 2, end: 2 });
    draftText(mine, 'body').insert(2, 'c');
    const judged = judgeUpdate(stateOf(mine, vector), document, ME);
    expect(judged).toMatchObject({ isKnown: false, start: 2, end: 3, inserted: [{ root: 'body', clock: 2, text: 'c' }] });
    applyJudged(document, judged.update);
    expect(draftText(document, 'body').toJSON()).toBe(draftText(mine, 'body').toJSON());
  });

  it('leaves out what follows the end of an update', () => {
    const bytes = updateOf((document) => document.getText('body').insert(0, 'x'));
    const judged = judgeUpdate(new Uint8Array([...bytes, 1, 2, 3]), server, ME);
    expect(judged.update).toEqual(bytes);
  });

  it('writes an update again that Yjs would read only in part', () => {
    const judged = judgeUpdate(byHand([2, 1, ME, 0, 4, 1, 'title', 'x', 1, ME, 1, [0x84], ME, 0, 'x', 0]), server, ME);
    const document = loadDraft(begun, 1);
    applyJudged(document, judged.update);
    expect(draftText(document, 'title').toJSON()).toBe('Titlexx');
  });

  it('accepts what was typed and deleted before it was sent, and text that follows it', () => {
    const mine = loadDraft(begun, ME);
    draftText(mine, 'body').insert(0, 'gone');
    draftText(mine, 'body').delete(0, 4);
    draftText(mine, 'body').insert(0, 'here');
    const judged = judgeUpdate(stateOf(mine, vectorOf(server)), server, ME);
    expect(judged.inserted).toEqual([{ root: 'body', clock: 4, text: 'here' }]);
  });

  it('tells of a gap what is known', () => {
    const other = loadDraft(begun, 30);
    draftText(other, 'body').insert(0, 'unknown');
    const onto = updateOf((document) => document.getText('body').insert(3, 'x'), ME, stateOf(other));
    const removing = updateOf((document) => document.getText('body').delete(0, 3), ME, stateOf(other));
    for (const bytes of [onto, removing]) expect(refusal(bytes)).toEqual(['draft_gap', null]);
    const mine = loadDraft(begun, ME);
    draftText(mine, 'body').insert(0, 'first');
    const later = updateOf((document) => document.getText('title').insert(0, 'x'), ME, stateOf(mine));
    expect(refusal(later)).toEqual(['draft_gap', null]);
    expect(() => judgeUpdate(later, server, ME)).toThrow(expect.objectContaining({ vector: vectorOf(server) }));
  });

  it.each<[string, string, (document: Y.Doc) => void]>([
    ['formatting', 'foreign_content', (document) => document.getText('body').insert(0, 'x', { bold: true })],
    ['an embedded object', 'foreign_content', (document) => document.getText('body').insertEmbed(0, { image: 'x' })],
    ['a nested type in a list', 'foreign_content', (document) => document.getArray('tags').insert(0, [new Y.Array()])],
    ['a nested type in a map', 'foreign_content', (document) => document.getMap('fields').set('slug', new Y.Text('x'))],
    ['a document', 'foreign_content', (document) => document.getMap('fields').set('slug', new Y.Doc())],
    ['bytes', 'foreign_content', (document) => document.getMap('fields').set('slug', new Uint8Array(3))],
    ['a value that is no JSON text', 'foreign_content', (document) => document.getMap('fields').set('slug', { a: 1 })],
    ['a text that is no JSON', 'invalid_value', (document) => document.getMap('fields').set('slug', '{a')],
    ['NUL in JSON', 'invalid_value', (document) => document.getMap('fields').set('slug', '"\\u0000"')],
    ['a prototype in JSON', 'invalid_value', (document) => document.getMap('fields').set('metadata/a', '{"__proto__":1}')],
    ['deep JSON', 'invalid_value', (document) => document.getMap('fields').set('metadata/a', '['.repeat(9000) + ']'.repeat(9000))],
    ['a link that is no object', 'invalid_value', (document) => document.getMap('facts').set('supports 1', '1')],
    ['a number in a list', 'foreign_content', (document) => document.getArray('tags').insert(0, [1])],
    ['another root', 'foreign_root', (document) => document.getText('secret').insert(0, 'x')],
    ['a field that is none', 'foreign_root', (document) => document.getMap('fields').set('ownerId', '"me"')],
    ['a status', 'foreign_root', (document) => document.getMap('fields').set('status', '"published"')],
    ['a key in a text', 'foreign_root', (document) => (document.get('description', Y.Map) as Y.Map<string>).set('key', 'x')],
    ['an item in a map', 'foreign_root', (document) => (document.get('facts', Y.Array) as Y.Array<string>).insert(0, ['x'])],
    ['NUL', 'unstorable_text', (document) => document.getText('body').insert(0, 'a\0')],
    ['a carriage return', 'unstorable_text', (document) => document.getText('body').insert(0, 'a\r\n')],
    ['a title of two lines', 'unstorable_text', (document) => document.getText('title').insert(0, '\n')],
    ['a long title', 'too_long', (document) => document.getText('title').insert(0, 'x'.repeat(1000))],
    ['a long tag', 'too_long', (document) => document.getArray('tags').insert(0, ['x'.repeat(1001)])],
    ['many tags', 'too_long', (document) => document.getArray('tags').insert(0, Array<string>(200).fill('x'))],
    ['a long value', 'too_long', (document) => document.getMap('fields').set('metadata/a', `"${'x'.repeat(65_536)}"`)],
    ['a long key', 'foreign_root', (document) => document.getMap('fields').set(`metadata/${'x'.repeat(500)}`, '1')],
    [
      'many keys',
      'too_long',
      (document) => Array.from({ length: 2001 }, (_each, index) => document.getMap('facts').set(`supports ${index}`, '{}')),
    ],
    ['half a character deleted', 'split_character', (document) => document.getText('body').delete(4, 1)],
    ['text inside a character', 'split_character', (document) => document.getText('body').insert(5, 'x')],
  ])('refuses %s', (_what, fault, change) => {
    expect(refusal(updateOf(change))).toEqual(['update_refused', fault]);
  });

  it('lets a text be replaced that is as long as it may be, and one that is too long become shorter', () => {
    const long = beginDraft([valuesOfRecord({ title: 'x'.repeat(1000), tags: Array.from({ length: 300 }, (_, index) => `t${index}`) })], 5);
    const state = long.states[0]!;
    const replaced = updateOf(
      (document) => {
        document.getText('title').delete(0, 1000);
        document.getText('title').insert(0, 'y'.repeat(1000));
        document.getArray('tags').delete(0, 2);
        document.getArray('tags').insert(0, ['one']);
      },
      ME,
      state,
    );
    expect(refusal(replaced, ME, long.document)).toEqual(['accepted', null]);
  });

  it('knows the fields of a type', () => {
    const bytes = updateOf((document) => document.getMap('fields').set('rating', '5'));
    expect(refusal(bytes)).toEqual(['update_refused', 'foreign_root']);
    expect(judgeUpdate(bytes, server, ME, { ownFields: ['rating'] }).isKnown).toBe(false);
  });

  it('refuses what writes as another client, or uses its own ids twice', () => {
    expect(refusal(updateOf((document) => document.getText('body').insert(0, 'x'), 21))).toEqual(['update_refused', 'foreign_client']);
    const document = loadDraft(begun, 1);
    const [one, other] = ['first', 'other'].map((text) => updateOf((mine) => mine.getText('body').insert(0, text)));
    applyJudged(document, judgeUpdate(one!, document, ME).update);
    expect(refusal(other!, ME, document)).toEqual(['update_refused', 'repeated_id']);
    const value = updateOf((mine) => writeEntry(mine, 'fields', 'slug', 'x'));
    expect(refusal(value, ME, document)).toEqual(['update_refused', 'repeated_id']);
  });

  it('refuses updates that no editor writes', () => {
    const text = [4, 1, 'body', 'x'] as const;
    expect(refusal(byHand([1, 1, ME, 0, ...text, 0]))).toEqual(['accepted', null]);
    const cases: Record<string, readonly (number | string | readonly number[])[]> = {
      'clocks in two parts, the later first': [2, 1, ME, 1, ...text, 1, ME, 0, ...text, 0],
      'clocks in two parts, with a hole': [2, 1, ME, 0, ...text, 1, ME, 2, ...text, 0],
      'a hole': [1, 2, ME, 0, 10, 5, ...text, 0],
      'an empty text': [1, 1, ME, 0, 4, 1, 'body', '', 0],
      'text of half a character': [1, 1, ME, 0, 4, 1, 'body', 3, [0xed, 0xa0, 0xbd], 0],
      'more structs than there are': [1, 2 ** 31, ME, 0, ...text, 0],
      'more clients than there are': [2 ** 40, 1, ME, 0, ...text, 0],
      'deletions out of order': [0, 1, 5, 2, 3, 1, 1, 1],
      'a deletion of nothing': [0, 1, 5, 1, 0, 0],
      nothing: [],
    };
    for (const [what, parts] of Object.entries(cases))
      expect([what, refusal(byHand(parts))]).toEqual([what, ['update_refused', 'malformed']]);
    expect(refusal(byHand([1, 1, ME, 0, 0, 2 ** 31, 0]))).toEqual(['update_refused', 'too_many_changes']);
    expect(refusal(byHand([1, 1, ME, 0, 1, 1, 'body', 2 ** 31, 0]))).toEqual(['update_refused', 'too_many_changes']);
    expect(refusal(byHand([0, 1, 5, 1, 0, 2 ** 31]))).toEqual(['draft_gap', null]);
    expect(refusal(byHand([1, 1, ME, 0, [0x84], ME, 0, 'x', 0]))).toEqual(['draft_gap', null]);
    expect(refusal(byHand([1, 2, ME, 0, 0, 3, [0x84], ME, 2, 'x', 0]))).toEqual(['update_refused', 'foreign_root']);
    // The parent is a nested type, named by its id.
    expect(refusal(byHand([1, 1, ME, 0, 4, 0, 5, 0, 'x', 0]))).toEqual(['update_refused', 'foreign_root']);
    // Between the title and the body.
    expect(refusal(byHand([1, 1, ME, 0, [0xc4], 5, 0, 5, 9, 'x', 0]))).toEqual(['update_refused', 'foreign_root']);
    const deep = byHand([1, 1, ME, 0, 8, 1, 'tags', 1, Array.from({ length: 200_000 }, () => [117, 1]).flat(), [126], 0]);
    expect(refusal(deep.subarray(0, LARGEST_UPDATE))).toEqual(['update_refused', 'malformed']);
    // Half of a character that it inserts itself.
    expect(refusal(byHand([1, 1, ME, 0, 4, 1, 'body', '🏛', 1, ME, 1, 0, 1]))).toEqual(['update_refused', 'split_character']);
    expect(refusal(byHand([1, 2, ME, 0, 4, 1, 'body', '🏛', [0x84], ME, 0, 'x', 0]))).toEqual(['update_refused', 'split_character']);
    const ranges = Array.from({ length: 20_001 }, () => [0, 1]).flat();
    expect(refusal(byHand([0, 1, 5, 20_001, ...ranges]))).toEqual(['update_refused', 'too_many_changes']);
  });

  it('refuses what stands where no editor can have put it, and whatever it accepts is the same text in any order', () => {
    const { document: six, states: abcdef } = beginDraft([valuesOfRecord({ body: 'abcdef' })], 5);
    const between = (left: number, right: number): Uint8Array => byHand([1, 1, ME, 0, [0xc4], 5, left, 5, right, 'x', 0]);
    expect(refusal(between(1, 2), ME, six)).toEqual(['accepted', null]);
    // Neighbours that are none; the wrong way round; one letter on both sides.
    for (const [left, right] of [
      [0, 5],
      [1, 3],
      [3, 2],
      [2, 2],
    ] as const)
      expect(refusal(between(left, right), ME, six)).toEqual(['update_refused', 'impossible_place']);
    const place = fc.option(fc.nat(5), { nil: null });
    const forged = fc.array(fc.record({ left: place, right: place }), { minLength: 1, maxLength: 3 });
    const typed = fc.array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: 2, maxLength: 2 });
    const orders = fc.array(fc.array(fc.nat(2), { minLength: 12, maxLength: 12 }), { minLength: 2, maxLength: 4 });
    let accepted = 0;
    fc.assert(
      fc.property(forged, typed, orders, fc.constantFrom(2, 20), (places, honest, sequences, client) => {
        const sent = honest.map((offsets, index) => {
          const document = loadDraft(abcdef[0]!, 10 + index);
          const updates: Uint8Array[] = [];
          document.on('update', (update: Uint8Array) => updates.push(update));
          const body = draftText(document, 'body');
          for (const at of offsets) body.insert(at % (body.length + 1), String(index));
          return { client: 10 + index, updates };
        });
        const hostile = places.map(({ left, right }, clock) => {
          const info = 4 | (left === null ? 0 : 0x80) | (right === null ? 0 : 0x40);
          const origins = [...(left === null ? [] : [5, left]), ...(right === null ? [] : [5, right])];
          return byHand([1, 1, client, clock, [info], ...origins, ...(origins.length === 0 ? [1, 'body'] : []), 'H', 0]);
        });
        const texts = new Set<string>();
        for (const sequence of sequences) {
          const queues = [...sent, { client, updates: hostile }].map((each) => ({ ...each, updates: [...each.updates] }));
          const document = loadDraft(abcdef[0]!, 1);
          for (const index of [...sequence, 0, 0, 0, 1, 1, 1, 2, 2, 2]) {
            const queue = queues[index]!;
            const update = queue.updates.shift();
            if (!update) continue;
            try {
              applyJudged(document, judgeUpdate(update, document, queue.client).update);
            } catch (error) {
              expect(index).toBe(2);
              expect(error).toMatchObject({ fault: 'impossible_place' });
              return;
            }
          }
          texts.add(draftText(document, 'body').toJSON());
        }
        accepted += 1;
        expect(texts.size).toBe(1);
      }),
      { numRuns: 1500 },
    );
    expect(accepted).toBeGreaterThan(0);
  });

  it('refuses an update across what its author received meanwhile', () => {
    const mine = loadDraft(begun, ME);
    draftText(mine, 'body').insert(2, 'ab');
    const other = loadDraft(begun, 30);
    draftText(other, 'body').insert(2, 'cd');
    const document = loadDraft(begun, 1);
    applyJudged(document, judgeUpdate(stateOf(other, vectorOf(server)), document, 30).update);
    const first = stateOf(mine, vectorOf(server));
    applyJudged(mine, stateOf(other));
    draftText(mine, 'body').insert(draftText(mine, 'body').toJSON().indexOf('cd') + (ME < 30 ? 0 : 2), 'x');
    const both = Y.diffUpdate(Y.encodeStateAsUpdate(mine), vectorOf(document));
    expect(refusal(both, ME, document)).toEqual(['update_refused', 'impossible_place']);
    applyJudged(document, judgeUpdate(first, document, ME).update);
    expect(refusal(both, ME, document)).toEqual(['accepted', null]);
  });

  it('refuses ten megabytes before reading them', () => {
    expect(refusal(new Uint8Array(10_000_000))).toEqual(['update_too_large', null]);
  });

  it('refuses bytes of any kind without a change, or they leave a draft that can be stored and read', () => {
    const valid = updateOf((document) => {
      document.getText('body').insert(4, 'new 🏛️ text');
      document.getText('body').delete(0, 3);
      document.getArray('tags').insert(1, ['b', 'c']);
      document.getMap('fields').set('slug', '"x"');
    });
    const damaged = fc.array(fc.record({ at: fc.nat(valid.length - 1), to: fc.nat(255) }), { minLength: 1, maxLength: 4 }).map((places) => {
      const bytes = Uint8Array.from(valid);
      for (const { at, to } of places) bytes[at] = to;
      return bytes;
    });
    const cut = fc.nat(valid.length).map((end) => valid.slice(0, end));
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof({ weight: 8, arbitrary: damaged }, cut, fc.uint8Array({ maxLength: 200 })), (bytes) => {
        const [code] = refusal(bytes);
        if (code !== 'accepted') return;
        accepted += 1;
        const document = loadDraft(begun, 1);
        applyJudged(document, judgeUpdate(bytes, document, ME).update);
        expect(document.store.pendingStructs).toBe(null);
        expect(document.share.size).toBe(server.share.size);
        loadDraft(stateOf(document), 2);
      }),
      { numRuns: 10_000 },
    );
    expect(accepted).toBeGreaterThan(0);
  });
});

describe('reading a stored draft', () => {
  it('refuses what is none', () => {
    const other = new Y.Doc();
    other.getText('secret').insert(0, 'x');
    const cut = updateOf((document) => document.getText('body').insert(1, 'x'));
    for (const bytes of [new Uint8Array([1, 2, 3]), new Uint8Array(0), Y.encodeStateAsUpdate(other), cut])
      expect(() => loadDraft(bytes, 1)).toThrow(expect.objectContaining({ code: 'draft_damaged' }));
    for (const vector of [new Uint8Array([9, 1]), new Uint8Array(70_000)])
      expect(() => stateOf(server, vector)).toThrow(expect.objectContaining({ code: 'invalid_message' }));
  });
});
