import { same } from '../merge/field-merge.ts';
import type { Json } from '../records.ts';
import type { FormFields } from './form.ts';
import type { FoundDraft } from './local-draft.ts';
import { sameLinks } from './save-links.ts';

/** What becomes of a draft that was found. */
export type DraftFate = 'restored' | 'discarded';

interface Offer {
  readonly draft: FoundDraft;
  readonly settle: (fate: DraftFate) => void;
}

/**
 * Edits of an earlier time that were found of one piece, on this machine or on the server. The newest is offered first; one that says the
 * same as another is dealt with together with it.
 */
export class FoundDrafts {
  #offers: readonly Offer[] = [];

  /** The newest that says anything else than the form does; null where there is none. */
  newest(form: FormFields): FoundDraft | null {
    return this.#offers.find(({ draft }) => draft.links !== undefined || !sameFields(draft.fields, form))?.draft ?? null;
  }

  /** Whether one of the server waits to be decided on: it must not be written over until then. */
  get hasServers(): boolean {
    return this.#offers.some(({ draft }) => draft.keptOn === 'server');
  }

  /** @param settle told what becomes of it */
  add(draft: FoundDraft, settle: Offer['settle']): void {
    this.#offers = [...this.#offers, { draft, settle }].toSorted((a, b) => b.draft.at.localeCompare(a.draft.at));
  }

  /** Forgets the drafts that say no more than what was saved. */
  forgetSaved(saved: FormFields): void {
    const settled = this.#offers.filter(({ draft }) => draft.links === undefined && sameFields(draft.fields, saved));
    this.#offers = this.#offers.filter((offer) => !settled.includes(offer));
    for (const offer of settled) offer.settle('discarded');
  }

  /** Deals with a draft, and with every other one that says the same. */
  settle(draft: FoundDraft, fate: DraftFate): void {
    const settled = this.#offers.filter((offer) => saysTheSame(offer.draft, draft));
    this.#offers = this.#offers.filter((offer) => !settled.includes(offer));
    for (const offer of settled) offer.settle(fate);
  }
}

function saysTheSame(a: FoundDraft, b: FoundDraft): boolean {
  if (a === b) return true;
  const isSameLinks = a.links === undefined ? b.links === undefined : b.links !== undefined && sameLinks(a.links.now, b.links.now);
  // The server keeps no links: what it has is no more than what this machine has.
  return sameFields(a.fields, b.fields) && (isSameLinks || a.keptOn !== b.keptOn);
}

function sameFields(a: FormFields, b: FormFields): boolean {
  return same(a as unknown as Json, b as unknown as Json);
}
