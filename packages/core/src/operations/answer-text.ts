import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Presented } from '../objects/object.ts';
import type { Page } from '../objects/query.ts';

/** An answer as JSON, with a digest of it that is made once, when it is first asked for. */
export class AnswerText {
  readonly text: string;
  readonly #holdsOthers: boolean;
  #digest: string | undefined;

  /** @param holdsOthers whether other records are in it too */
  constructor(text: string, holdsOthers = false) {
    this.text = text;
    this.#holdsOthers = holdsOthers;
  }

  /**
   * Tells answers of one revision of one record apart. They are few, so a CRC-32 and the length do, for a third of what a
   * cryptographic hash costs each read. Where other records are in the answer, somebody who may edit one of them could look
   * for a text of the same CRC: then it is part of a SHA-256.
   */
  get digest(): string {
    return (this.#digest ??= this.#holdsOthers
      ? hash('sha256', this.text, 'base64url').slice(0, 22)
      : `${crc32(this.text).toString(36)}.${this.text.length.toString(36)}`);
  }
}

/** A record's own fields as they were written out, and the latest answer that was made with them. */
interface Written {
  readonly ownText: string;
  addedText: string;
  whole: AnswerText;
}

const written = new WeakMap<Presented, Written>();

/**
 * One record as JSON: its own fields, and what its class adds. Writing fields out is most of what an answer costs, so
 * those that are shared among all who ask (frozen, see `rowPresenter`) are written out once.
 */
export function recordText(own: Presented, added: Presented | undefined): AnswerText {
  const holdsOthers = added?.['expanded'] !== undefined;
  if (added && Object.keys(added).some((name) => Object.hasOwn(own, name)))
    return new AnswerText(JSON.stringify({ ...own, ...added }), holdsOthers);
  const addedText = added ? JSON.stringify(added) : '{}';
  // Two texts joined cost less than the text of a copy of both.
  if (!Object.isFrozen(own)) return new AnswerText(joined(JSON.stringify(own), addedText), holdsOthers);
  const known = written.get(own);
  if (known?.addedText === addedText) return known.whole;
  const ownText = known?.ownText ?? JSON.stringify(own);
  const whole = new AnswerText(joined(ownText, addedText), holdsOthers);
  written.set(own, { ownText, addedText, whole });
  return whole;
}

/** A page of records as JSON. */
export function pageText({ items, ...paging }: Page<Presented>, added: readonly Presented[] | undefined): AnswerText {
  const texts = items.map((item, index) => recordText(item, added?.[index]).text);
  return new AnswerText(joined(`{"items":[${texts.join()}]}`, JSON.stringify(paging)));
}

/** One JSON object of two. */
function joined(one: string, other: string): string {
  if (other === '{}') return one;
  return one === '{}' ? other : `${one.slice(0, -1)},${other.slice(1)}`;
}
