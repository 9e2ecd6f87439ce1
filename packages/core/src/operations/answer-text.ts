import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Presented } from '../objects/object.ts';
import type { Page } from '../objects/query.ts';

/** A response as JSON, with a digest that is computed once, on first use. */
export class AnswerText {
  readonly text: string;
  readonly #holdsOthers: boolean;
  #digest: string | undefined;

  /** @param holdsOthers whether the response contains other records too */
  constructor(text: string, holdsOthers = false) {
    this.text = text;
    this.#holdsOthers = holdsOthers;
  }

  /**
   * Distinguishes responses of one revision of one record. There are few of them, so a CRC-32 and the length suffice, at a third of the
   * cost of a cryptographic hash per read. If the response contains other records, somebody who may edit one of them could construct a text
   * with the same CRC: then part of a SHA-256 is used.
   */
  get digest(): string {
    return (this.#digest ??= this.#holdsOthers
      ? hash('sha256', this.text, 'base64url').slice(0, 22)
      : `${crc32(this.text).toString(36)}.${this.text.length.toString(36)}`);
  }
}

/** A record's serialized fields, and the latest response built from them. */
interface Written {
  readonly ownText: string;
  addedText: string;
  whole: AnswerText;
}

const written = new WeakMap<Presented, Written>();

/**
 * Serializes a record: its own fields, and the members that its class adds. Serializing the fields is most of the cost of a response, so
 * fields that are shared by all callers (frozen, see `rowPresenter`) are serialized once.
 */
export function recordText(own: Presented, added: Presented | undefined): AnswerText {
  const holdsOthers = added?.['expanded'] !== undefined;
  if (added && Object.keys(added).some((name) => Object.hasOwn(own, name)))
    return new AnswerText(JSON.stringify({ ...own, ...added }), holdsOthers);
  const addedText = added ? JSON.stringify(added) : '{}';
  // Joining two texts costs less than serializing a merged copy.
  if (!Object.isFrozen(own)) return new AnswerText(joined(JSON.stringify(own), addedText), holdsOthers);
  const known = written.get(own);
  if (known?.addedText === addedText) return known.whole;
  const ownText = known?.ownText ?? JSON.stringify(own);
  const whole = new AnswerText(joined(ownText, addedText), holdsOthers);
  written.set(own, { ownText, addedText, whole });
  return whole;
}

/** Serializes a page of records. */
export function pageText({ items, ...paging }: Page<Presented>, added: readonly Presented[] | undefined): AnswerText {
  const texts = items.map((item, index) => recordText(item, added?.[index]).text);
  return new AnswerText(joined(`{"items":[${texts.join()}]}`, JSON.stringify(paging)));
}

/** Joins two JSON objects to one. */
function joined(one: string, other: string): string {
  if (other === '{}') return one;
  return one === '{}' ? other : `${one.slice(0, -1)},${other.slice(1)}`;
}
