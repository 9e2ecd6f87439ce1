import type { CopyPlace, DraftCopies, DraftCopy } from '../../state/draft/draft-copies.ts';

const NAME = 'colophon-drafts';
const STORE = 'copies';
/** Milliseconds after which a copy that nobody came back for is deleted. */
const KEPT_FOR = 90 * 86_400_000;

interface StoredCopy extends DraftCopy {
  readonly at: number;
}

/**
 * Keeps in this browser what the server has not acknowledged of drafts. Each tab holds a lock while it has a piece open, so that the next
 * one finds what a closed or killed one left.
 */
export function indexedCopies(): DraftCopies | null {
  const { indexedDB } = globalThis;
  if (indexedDB === undefined) return null;
  let opening: Promise<IDBDatabase> | undefined;
  const open = (): Promise<IDBDatabase> =>
    (opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error ?? new Error('The storage cannot be opened.'));
    }).catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));
  const run = async <Value>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<Value>): Promise<Value> => {
    const database = await open();
    return new Promise<Value>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode, { durability: 'strict' });
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('The copy cannot be kept.'));
    });
  };
  return {
    keep: async (copy) => void (await run('readwrite', (store) => store.put({ ...copy, at: Date.now() } satisfies StoredCopy))),
    forget: (key) => run('readwrite', (store) => store.delete(key)),
    async orphans(place) {
      const all = (await run('readonly', (store) => store.getAll())) as readonly StoredCopy[];
      const held = await heldKeys();
      const old = all.filter(({ at, key }) => Date.now() - at > KEPT_FOR && !held.has(key));
      for (const { key } of old) await run('readwrite', (store) => store.delete(key));
      return all.filter((copy) => !old.includes(copy) && !held.has(copy.key) && isOf(copy, place));
    },
    hold(key) {
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      void globalThis.navigator.locks?.request(lockOf(key), () => held).catch(() => undefined);
      return () => release();
    },
  };
}

function isOf(copy: CopyPlace, { userId, tenantId, contentId }: CopyPlace): boolean {
  return copy.userId === userId && copy.tenantId === tenantId && copy.contentId === contentId;
}

function lockOf(key: string): string {
  return `colophon-draft ${key}`;
}

/** Without locks, what others keep is sent again as well, which is harmless. */
async function heldKeys(): Promise<ReadonlySet<string>> {
  const query = await globalThis.navigator.locks?.query();
  const names = [...(query?.held ?? []), ...(query?.pending ?? [])].flatMap(({ name }) => (name === undefined ? [] : [name]));
  return new Set(names.filter((name) => name.startsWith(lockOf(''))).map((name) => name.slice(lockOf('').length)));
}
