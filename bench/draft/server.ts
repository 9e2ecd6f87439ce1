import { loadavg } from 'node:os';
import { type Caller, makeCall } from '@colophon/core';
import type { Content } from '@colophon/content';
import { draftText, fromBase64, loadDraft, toBase64 } from '@colophon/draft';
import { accept, openDesk, timed } from '../governance/desk.support.ts';
import { printTable } from '../support/table.ts';
import { median } from '../support/median.ts';

// What a draft costs on the server, in one process on SQLite: an update against an insert of the same bytes in a commit of its own, a save of
// a draft against a save of the same body, and a PATCH beside a draft against one without.
const CALLS = 30;
const ROUNDS = 5;
const WRITERS = 10;
const KEYS = 20;
const desk = await openDesk();
const BODY = 'The council met on Tuesday and agreed to publish what it spends. '.repeat(3000).slice(0, 200_000);
const author: Caller = { kind: 'user', id: 'edna', name: 'Edna', tenantId: null, role: 'admin' };
let second = 0;
/** Each request in a second of its own: how often an editor may send is another rule. */
const call = (as = author) => makeCall({ caller: as, now: () => new Date(Date.now() + (second += 1) * 1000) });

interface Writer {
  readonly content: Content;
  readonly as: Caller;
  readonly epoch: string;
  readonly client: number;
  through: string;
  next(): Uint8Array;
}

async function piece(body = BODY, type = 'note'): Promise<Content> {
  return desk.contents.add({ type, title: 'Piece', body, authors: ['Ada'], metadata: { generation: { aiAssisted: false } } });
}

async function writer(content: Content, as = author): Promise<Writer> {
  const { epoch, client, state, through } = await content.openDraft({}, makeCall({ caller: as }));
  const document = loadDraft(fromBase64(state ?? ''), client ?? 0);
  const sent: Uint8Array[] = [];
  document.on('update', (update: Uint8Array) => sent.push(update));
  return {
    content,
    as,
    epoch: epoch ?? '',
    client: client ?? 0,
    through: through ?? '',
    next() {
      draftText(document, 'body').insert(100, 'x');
      return sent.pop() ?? new Uint8Array();
    },
  };
}

async function send(one: Writer, update: Uint8Array): Promise<void> {
  const input = { epoch: one.epoch, client: one.client, updates: [{ update: toBase64(update) }] };
  ({ through: one.through } = await one.content.sendDraftUpdates(input, call(one.as)));
}

async function insert(bytes: Uint8Array): Promise<void> {
  const { builder } = desk.database.dialect;
  const statement = builder.insertInto('bench_rows').values({ bytes }).compile();
  await desk.database.transaction(() => desk.database.run(statement));
}

await desk.database.runScript(['CREATE TABLE bench_rows (id INTEGER PRIMARY KEY, bytes BLOB)']);
const rows: (string | number)[][] = [];
const add = (what: string, ours: number, floorName: string, floor: number, bar: string): void => {
  rows.push([what, ours, floorName, floor, ours / floor, bar]);
};

// A key, durable, in a text of 200 KB.
const typist = await writer(await piece());
const keys = await timed(
  {
    update: { prepare: () => typist.next(), run: (update: Uint8Array) => send(typist, update) },
    insert: { prepare: () => new Uint8Array(30), run: (update: Uint8Array) => insert(update) },
  },
  CALLS,
);
add('a key stored, in 200 KB', keys.update, 'an insert of the same bytes', keys.insert, '2.5');

// Ten who type at once: what waits goes into one commit.
const together = await piece();
const writers = await Promise.all(Array.from({ length: WRITERS }, (_, at) => writer(together, { ...author, id: `writer-${at}` })));
const perKey: number[] = [];
const perInsert: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  let began = performance.now();
  for (let key = 0; key < KEYS; key += 1) await Promise.all(writers.map((each) => send(each, each.next())));
  perKey.push((performance.now() - began) / (KEYS * WRITERS));
  began = performance.now();
  for (let key = 0; key < KEYS; key += 1) await Promise.all(writers.map(() => insert(new Uint8Array(30))));
  perInsert.push((performance.now() - began) / (KEYS * WRITERS));
}
add('a key of ten who type at once', median(perKey), 'an insert of ten at once', median(perInsert), '2.5');

// Saves of a governed draft of 200 KB.
const governed = async (): Promise<Content> => {
  const content = await piece(BODY, 'article');
  await accept(content);
  return content;
};
const saves = await timed(
  {
    draft: {
      prepare: async () => {
        const one = await writer(await governed());
        await send(one, one.next());
        return one as unknown;
      },
      run: (one) => (one as Writer).content.saveDraft({ through: (one as Writer).through }, call()),
    },
    plain: {
      prepare: async () => (await governed()) as unknown,
      run: (content) => {
        (content as Content).body = `x${(content as Content).body}`;
        return (content as Content).save();
      },
    },
    beside: {
      prepare: async () => (await writer(await governed())).content as unknown,
      run: (content) => {
        (content as Content).body = `x${(content as Content).body}`;
        return (content as Content).save();
      },
    },
  },
  6,
);
add('a save of a draft of 200 KB', saves.draft, 'a save of the same body', saves.plain, '1.3');
add('a save of the record beside a draft', saves.beside, 'the same without a draft', saves.plain, '1.5');

console.log(`load ${loadavg()[0]?.toFixed(1)}`);
printTable(['what', 'ms', 'floor', 'ms', '÷ floor', 'bar'], rows);
await desk.close();
