import { same } from '../fields.ts';
import type { Json } from '../records.ts';
import type { FormFields } from './form.ts';
import type { FoundDraft } from './local-draft.ts';
import { sameLinks } from './save-links.ts';

/** What happens to a found draft. */
export type DraftFate = 'restored' | 'discarded';

interface Offer {
  readonly draft: FoundDraft;
  readonly settle: (fate: DraftFate) => void;
}

/**
 * Earlier unsaved edits of a piece, found on this device or on the server. The newest is offered first; one that equals another
 * is settled together with it.
 */
export class FoundDrafts {
  #offers: readonly Offer[] = [];

  /** The newest that differs from the form; null if there is none. */
  newest(form: FormFields): FoundDraft | null {
    return this.#offers.find(({ draft }) => draft.links !== undefined || !sameFields(draft.fields, form))?.draft ?? null;
  }

  /** @param settle called with what happens to it */
  add(draft: FoundDraft, settle: Offer['settle']): void {
    this.#offers = [...this.#offers, { draft, settle }].toSorted((a, b) => b.draft.at.localeCompare(a.draft.at));
  }

  /** Deletes the drafts that equal what was saved. */
  forgetSaved(saved: FormFields): void {
    const settled = this.#offers.filter(({ draft }) => draft.links === undefined && sameFields(draft.fields, saved));
    this.#offers = this.#offers.filter((offer) => !settled.includes(offer));
    for (const offer of settled) offer.settle('discarded');
  }

  /** Settles a draft, and every other one that equals it. */
  settle(draft: FoundDraft, fate: DraftFate): void {
    const settled = this.#offers.filter((offer) => saysTheSame(offer.draft, draft));
    this.#offers = this.#offers.filter((offer) => !settled.includes(offer));
    for (const offer of settled) offer.settle(fate);
  }
}

function saysTheSame(a: FoundDraft, b: FoundDraft): boolean {
  if (a === b) return true;
  const isSameLinks = a.links === undefined ? b.links === undefined : b.links !== undefined && sameLinks(a.links.now, b.links.now);
  // The server keeps no links, so its copy contains less than the one on this device.
  return sameFields(a.fields, b.fields) && (isSameLinks || a.keptOn !== b.keptOn);
}

function sameFields(a: FormFields, b: FormFields): boolean {
  return same(a as unknown as Json, b as unknown as Json);
}
