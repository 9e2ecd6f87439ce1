import { html, type Markup } from '@colophon/core/rest';

/** A time as a day and a minute, which are not broken. */
export function day(stamp: string): Markup {
  return html`<time datetime="${stamp}"><span>${stamp.slice(0, 10)}</span> <span>${stamp.slice(11, 16)} UTC</span></time>`;
}
