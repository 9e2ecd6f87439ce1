import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  applyJudged,
  beginDraft,
  type DraftDocument,
  draftText,
  judgeUpdate,
  loadDraft,
  readValues,
  stateOf,
  structCount,
  valuesOfRecord,
} from '@colophon/draft';
import { median } from '../support/median.ts';
import { printTable } from '../support/table.ts';

// What a shared draft costs: judging each key, against Yjs applying the same update; loading a text that was edited a lot, its memory and
// its size, against the plain text; and merging what two people wrote offline.
const ROUNDS = 5;
const KEYS = 100_000;
const EDITS = 10_000;
const LENGTH = 100_000;
const OFFLINE_EDITS = 2000;
const SERVER = 1;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const sentence = 'The council met on Monday and found the money for roads. ';
const prose = sentence.repeat(Math.ceil(LENGTH / sentence.length)).slice(0, LENGTH);

/** The same numbers in every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function milliseconds(work: () => unknown): number {
  collect();
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** Runs a change in an editor, and returns each update that it sends. */
function updatesOf(state: Uint8Array, client: number, write: (document: DraftDocument) => void): Uint8Array[] {
  const document = loadDraft(state, client);
  const updates: Uint8Array[] = [];
  document.on('update', (update: Uint8Array) => updates.push(update));
  write(document);
  return updates;
}

/** Words typed here and there, a quarter of them replacing others. */
function edit(document: DraftDocument, count: number, seed: number): void {
  const random = randomNumbers(seed);
  const body = draftText(document, 'body');
  for (let index = 0; index < count; index += 1) {
    const at = random(body.length - 20);
    if (random(4) === 0) body.delete(at, 1 + random(8));
    body.insert(at, 'word '.slice(0, 1 + random(5)));
  }
}

function receive(state: Uint8Array, sent: readonly { client: number; updates: readonly Uint8Array[] }[], isJudged: boolean): DraftDocument {
  const document = loadDraft(state, SERVER);
  for (const { client, updates } of sent)
    for (const update of updates) applyJudged(document, isJudged ? judgeUpdate(update, document, client).update : update);
  return document;
}

const rows: (string | number)[][] = [];
function compare(what: string, ours: () => unknown, floorName: string, floor: () => unknown, count: number): void {
  ours();
  floor();
  const times = Array.from({ length: ROUNDS }, () => [milliseconds(ours), milliseconds(floor)] as const);
  const [own, other] = [median(times.map(([each]) => each)), median(times.map(([, each]) => each))];
  rows.push([what, (own * 1000) / count, floorName, (other * 1000) / count, median(times.map(([one, two]) => one / two))]);
}

// Typing, a key at a time, at the end of an empty text: what the server does.
const empty = beginDraft([valuesOfRecord({})], 5).states[0] ?? new Uint8Array();
const keys = updatesOf(empty, 11, (document) => {
  for (let index = 0; index < KEYS; index += 1) draftText(document, 'body').insert(index, prose[index] ?? ' ');
});
const typed = [{ client: 11, updates: keys }];
compare(
  'a key judged and applied',
  () => receive(empty, typed, true),
  'applied by Yjs alone',
  () => receive(empty, typed, false),
  KEYS,
);

// A text that was edited a lot.
const begun = beginDraft([valuesOfRecord({ body: prose })], 5);
const edited = loadDraft(begun.states[0] ?? empty, 12);
edit(edited, EDITS, 1);
const state = stateOf(edited);
const values = JSON.stringify(readValues(edited));
const plain = new TextEncoder().encode(values);
compare(
  `${LENGTH / 1000} KB with ${EDITS} edits loaded`,
  () => loadDraft(state, SERVER),
  'the values as JSON parsed',
  () => JSON.parse(new TextDecoder().decode(plain)) as unknown,
  1,
);
const fresh = beginDraft([readValues(edited)], 6);
const anew = fresh.states[0] ?? empty;
compare(
  'the same in a new epoch',
  () => loadDraft(anew, SERVER),
  'the values as JSON parsed',
  () => JSON.parse(new TextDecoder().decode(plain)) as unknown,
  1,
);

// Two days offline: the second person's work meets that of the first.
const offline = [21, 22].map((client) => ({
  client,
  updates: updatesOf(begun.states[0] ?? empty, client, (document) => edit(document, OFFLINE_EDITS, client)),
}));
compare(
  `two days offline merged, ${OFFLINE_EDITS} edits each`,
  () => receive(begun.states[0] ?? empty, offline, true),
  'applied by Yjs alone',
  () => receive(begun.states[0] ?? empty, offline, false),
  1,
);
printTable(['Shared drafts', 'µs', 'floor', 'µs', '÷ floor'], rows);

/** Bytes of heap of each of some copies. */
function heapOf(make: () => unknown): number {
  const copies = 20;
  collect();
  const before = process.memoryUsage().heapUsed;
  const kept = Array.from({ length: copies }, make);
  collect();
  return (process.memoryUsage().heapUsed - before) / kept.length;
}
const units = readValues(edited).body.length;
const sizes: readonly (readonly [string, DraftDocument, Uint8Array])[] = [
  [`${EDITS} edits`, edited, state],
  ['a new epoch of it', fresh.document, anew],
];
printTable(
  ['A text of 100 KB', 'structs', 'state ÷ text', 'heap ÷ text'],
  sizes.map(([what, document, bytes]) => [
    what,
    String(structCount(document)),
    bytes.length / units,
    heapOf(() => loadDraft(bytes, SERVER)) / units,
  ]),
);
const merged = receive(begun.states[0] ?? empty, offline, true);
const other = receive(begun.states[0] ?? empty, offline.toReversed(), true);
console.log(`\nIn the other order the merge is ${readValues(merged).body === readValues(other).body ? 'the same' : 'ANOTHER TEXT'}.`);
const stored = keys.reduce((sum, update) => sum + update.length, 0);
console.log(
  `A key is stored in ${(stored / KEYS).toFixed(1)} bytes, and ${(stateOf(receive(empty, typed, false)).length / KEYS).toFixed(2)} after compaction.`,
);
