import { isPlainObject } from '@colophon/contract';
import type { FormFields } from './form.ts';
import type { Links } from './save-links.ts';

/** Where drafts are kept on the machine: `localStorage` has this form. */
export interface DraftStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** What was typed and not saved. */
export interface LocalDraft {
  /** What the editor had opened; null for a new piece. */
  readonly base: FormFields | null;
  readonly baseRev: number | null;
  readonly fields: FormFields;
  /** What the piece leaned on, and what it was to lean on; left out where that is the same. */
  readonly links?: { readonly base: Links; readonly now: Links };
  /** When it was kept. */
  readonly at: string;
  readonly tab: string;
  /** What was sent to make the piece and never answered: it is sent again unchanged, so that it is made once. */
  readonly creation: { readonly key: string; readonly fields: FormFields } | null;
}

/** What was typed at an earlier time, and where it was found. */
export interface FoundDraft extends LocalDraft {
  readonly keptOn: 'device' | 'server';
}

/** Whose drafts of which piece they are. */
export interface DraftPlace {
  readonly userId: string;
  readonly tenantId: string | null;
  /** Null for a piece that is not stored yet. */
  readonly contentId: string | null;
}

export interface LocalDrafts {
  /** The drafts of a piece, of this tab and others, the newest first. */
  findAll(place: DraftPlace): readonly LocalDraft[];
  /** Keeps a draft; false when the machine refuses, being full or forbidden. */
  keep(place: DraftPlace, draft: Omit<LocalDraft, 'tab'>): boolean;
  /** Forgets this tab's draft of a piece. */
  forget(place: DraftPlace): void;
  /** Forgets one draft, of whatever tab. */
  discard(place: DraftPlace, draft: LocalDraft): void;
  /** Forgets all that a person wrote: when they sign out. */
  forgetAll(userId: string): void;
}

const PREFIX = 'colophon:draft:1:';
const KEPT_MILLISECONDS = 30 * 86_400_000;
/** In UTF-16 units, all drafts together. */
const MOST_KEPT = 3_000_000;

/**
 * Keeps what is typed on the machine itself, each tab under a key of its own; what is given as `tab` may also tell apart how often
 * something was opened there. Drafts go after 30 days, and the oldest first when there
 * are more than 3 MB.
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

/** Takes away what is too old, what cannot be read, and the oldest until the new one fits. */
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

/** What stands there may be of another version, or of somebody else: it is a draft or it is nothing. */
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
    // Storage that refuses to forget refuses to remember too, which `keep` says.
  }
}
