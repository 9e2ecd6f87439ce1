import { isPlainObject } from '@colophon/base';
import type { FormFields } from './form.ts';
import type { Links } from './save-links.ts';

/** The storage of drafts on the device, with the interface of `localStorage`. */
export interface DraftStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Unsaved input. */
export interface LocalDraft {
  /** The fields that were opened; null for a new piece. */
  readonly base: FormFields | null;
  readonly baseRev: number | null;
  readonly fields: FormFields;
  /** The links of the piece before and after; omitted if they are the same. */
  readonly links?: { readonly base: Links; readonly now: Links };
  /** When it was kept. */
  readonly at: string;
  readonly tab: string;
  /** A creation request without a response: it is sent again unchanged, so that the piece is created once. */
  readonly creation: { readonly key: string; readonly fields: FormFields } | null;
}

/** Unsaved input of an earlier session, and where it was found. */
export interface FoundDraft extends LocalDraft {
  readonly keptOn: 'device' | 'server';
}

/** The user and the piece that drafts belong to. */
export interface DraftPlace {
  readonly userId: string;
  readonly tenantId: string | null;
  /** Null for a piece that is not stored yet. */
  readonly contentId: string | null;
}

export interface LocalDrafts {
  /** Returns the drafts of a piece, of all tabs, the newest first. */
  findAll(place: DraftPlace): readonly LocalDraft[];
  /** Stores a draft; returns false if the storage is full or not allowed. */
  keep(place: DraftPlace, draft: Omit<LocalDraft, 'tab'>): boolean;
  /** Deletes this tab's draft of a piece. */
  forget(place: DraftPlace): void;
  /** Deletes one draft of any tab. */
  discard(place: DraftPlace, draft: LocalDraft): void;
  /** Deletes all drafts of a user, when they sign out. */
  forgetAll(userId: string): void;
}

const PREFIX = 'colophon:draft:1:';
const KEPT_MILLISECONDS = 30 * 86_400_000;
/** The maximum of all drafts together, in UTF-16 units. */
const MOST_KEPT = 3_000_000;

/**
 * Stores unsaved input on the device, each tab under its own key; `tab` may also distinguish how often something was opened there.
 * Drafts are deleted after 30 days, and the oldest first if there are
 * more than 3 MB.
 */
export function createLocalDrafts(options: {
  readonly storage: DraftStorage | null;
  readonly tab: string;
  readonly now?: () => number;
}): LocalDrafts {
  const { storage, tab, now = Date.now } = options;
  const keyOf = (place: DraftPlace, ofTab = tab): string => `${groupOf(place)}${encodeURIComponent(ofTab)}`;
  const entries = (prefix: string): (readonly [string, LocalDraft])[] =>
    keysOf(storage, prefix).flatMap((key) => {
      const draft = readDraft(storage?.getItem(key) ?? null);
      return draft === undefined ? [] : [[key, draft] as const];
    });
  return {
    findAll(place) {
      try {
        const drafts = entries(groupOf(place)).filter(([, draft]) => now() - Date.parse(draft.at) <= KEPT_MILLISECONDS);
        return drafts.map(([, draft]) => draft).toSorted((a, b) => b.at.localeCompare(a.at));
      } catch {
        return [];
      }
    },
    keep(place, draft) {
      if (storage === null) return false;
      try {
        const key = keyOf(place);
        const value = JSON.stringify({ ...draft, tab });
        makeRoom(storage, key, value.length, now());
        storage.setItem(key, value);
        return true;
      } catch {
        return false;
      }
    },
    forget: (place) => quietly(() => storage?.removeItem(keyOf(place))),
    discard: (place, draft) => quietly(() => storage?.removeItem(keyOf(place, draft.tab))),
    forgetAll: (userId) =>
      quietly(() => {
        for (const key of keysOf(storage, `${PREFIX}${encodeURIComponent(userId)}:`)) storage?.removeItem(key);
      }),
  };
}

function groupOf({ userId, tenantId, contentId }: DraftPlace): string {
  return `${PREFIX}${[userId, tenantId ?? '', contentId ?? 'new'].map(encodeURIComponent).join(':')}:`;
}

function keysOf(storage: DraftStorage | null, prefix: string): string[] {
  if (storage === null) return [];
  const keys = Array.from({ length: storage.length }, (_each, index) => storage.key(index));
  return keys.filter((key): key is string => key?.startsWith(prefix) ?? false);
}

/** Deletes expired and unreadable drafts, and the oldest until the new one fits. */
function makeRoom(storage: DraftStorage, ownKey: string, size: number, now: number): void {
  const kept = keysOf(storage, PREFIX)
    .filter((key) => key !== ownKey)
    .map((key) => {
      const value = storage.getItem(key) ?? '';
      return { key, size: value.length, at: Date.parse(readDraft(value)?.at ?? '') || 0 };
    })
    .toSorted((a, b) => a.at - b.at);
  let total = size + kept.reduce((sum, each) => sum + each.size, 0);
  for (const each of kept) {
    if (total <= MOST_KEPT && now - each.at <= KEPT_MILLISECONDS) continue;
    storage.removeItem(each.key);
    total -= each.size;
  }
}

/** Reads a stored value, which may come from another version or program; undefined unless it is a draft. */
function readDraft(value: string | null): LocalDraft | undefined {
  try {
    const draft: unknown = JSON.parse(value ?? 'null');
    if (!isPlainObject(draft) || typeof draft['at'] !== 'string' || typeof draft['tab'] !== 'string') return undefined;
    if (!isPlainObject(draft['fields']) || typeof draft['fields']['title'] !== 'string') return undefined;
    const { links, ...rest } = draft;
    return { ...rest, ...(isLinkChange(links) && { links }) } as unknown as LocalDraft;
  } catch {
    return undefined;
  }
}

function isLinkChange(value: unknown): boolean {
  const isLinks = (links: unknown): boolean =>
    isPlainObject(links) && ['referenceIds', 'factIds', 'assets'].every((name) => Array.isArray(links[name]));
  return isPlainObject(value) && isLinks(value['base']) && isLinks(value['now']);
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Storage that cannot delete cannot store either, which `keep` reports.
  }
}
