import { type Array as SharedList, Doc, type Map as SharedMap, type Text as SharedText } from 'yjs';
import { applyUpdate, decodeStateVector, encodeStateAsUpdate, encodeStateVector, getState } from 'yjs';
import { DraftError } from '../errors/draft-error.ts';
import { LIST_NAMES, type ListRoot, MAP_NAMES, type MapRoot, TEXT_NAMES, type TextRoot } from './roots.ts';

/** A draft: a Yjs document with the roots of a draft, and no others. */
export type DraftDocument = Doc;

const LARGEST_CLIENT = 0xffff_ffff;
const LARGEST_VECTOR = 65_536;

/** Whether a value is the number of a client: 1 to 2³² - 1. */
export function isClient(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= LARGEST_CLIENT;
}

/** Returns a random number for a client that is not among those taken. It is random so that no number is used again by accident. */
export function newClient(isTaken: (client: number) => boolean = () => false): number {
  for (;;) {
    const [client = 0] = crypto.getRandomValues(new Uint32Array(1));
    if (isClient(client) && !isTaken(client)) return client;
  }
}

/** Returns a draft without content, whose changes are those of `client`. */
export function emptyDraft(client: number): DraftDocument {
  const document = withRoots();
  document.clientID = client;
  return document;
}

function withRoots(): DraftDocument {
  const document = new Doc();
  for (const name of TEXT_NAMES) document.getText(name);
  for (const name of LIST_NAMES) document.getArray(name);
  for (const name of MAP_NAMES) document.getMap(name);
  return document;
}

/**
 * Returns the draft that a state holds, whose next changes are those of `client`. If `clientID` is another number later, Yjs received
 * changes under its own number that it did not make: two use the number, so open the draft again.
 *
 * @throws DraftError `draft_damaged` if the bytes are no state of a draft.
 */
export function loadDraft(state: Uint8Array, client: number): DraftDocument {
  const document = withRoots();
  const roots = document.share.size;
  try {
    applyUpdate(document, state);
  } catch (cause) {
    throw new DraftError('draft_damaged', 'The stored draft cannot be read.', { cause });
  }
  // Only now: Yjs takes another number where it receives changes under its own, such as those that a closed tab made under this one.
  document.clientID = client;
  if (document.share.size !== roots) throw new DraftError('draft_damaged', 'The stored draft has roots that a draft does not have.');
  if (document.store.pendingStructs !== null || document.store.pendingDs !== null)
    throw new DraftError('draft_damaged', 'The stored draft refers to changes that it lacks.');
  return document;
}

/**
 * Returns the whole draft as bytes that {@link loadDraft} reads, or what lies beyond a vector.
 *
 * @throws DraftError `invalid_message` if the vector cannot be read.
 */
export function stateOf(document: DraftDocument, vector?: Uint8Array): Uint8Array {
  if (vector === undefined) return encodeStateAsUpdate(document);
  if (vector.length > LARGEST_VECTOR) throw new DraftError('invalid_message', 'The vector is too long.');
  try {
    return encodeStateAsUpdate(document, vector);
  } catch (cause) {
    throw new DraftError('invalid_message', 'The vector cannot be read.', { cause });
  }
}

/** Returns what a draft knows: the clock of each client. */
export function vectorOf(document: DraftDocument): Uint8Array {
  return encodeStateVector(document);
}

/**
 * Whether a draft lacks changes that a vector knows, those of one client aside: whoever has the vector then has a newer draft, or another one.
 *
 * @throws DraftError `invalid_message` if the vector cannot be read.
 */
export function isBehind(document: DraftDocument, vector: Uint8Array, own?: number): boolean {
  if (vector.length > LARGEST_VECTOR) throw new DraftError('invalid_message', 'The vector is too long.');
  let clocks: ReadonlyMap<number, number>;
  try {
    clocks = decodeStateVector(vector);
  } catch (cause) {
    throw new DraftError('invalid_message', 'The vector cannot be read.', { cause });
  }
  return [...clocks].some(([client, clock]) => client !== own && clock > getState(document.store, client));
}

/** Returns the clock that a client's next change will have. */
export function clockOf(document: DraftDocument, client: number): number {
  return getState(document.store, client);
}

/** Applies an update that was judged: here by `judgeUpdate`, or by the server that sent it. `source` is the origin of the transaction, for observers. */
export function applyJudged(document: DraftDocument, update: Uint8Array, source?: unknown): void {
  applyUpdate(document, update, source);
}

/** Returns one of the texts, for a binding or an undo manager. */
export function draftText(document: DraftDocument, root: TextRoot): SharedText {
  return document.getText(root);
}

/** Returns one of the lists. */
export function draftList(document: DraftDocument, root: ListRoot): SharedList<string> {
  return document.getArray<string>(root);
}

/** Returns one of the maps, whose values are JSON texts. */
export function draftMap(document: DraftDocument, root: MapRoot): SharedMap<string> {
  return document.getMap<string>(root);
}
