import type { CDPSession, Page } from 'playwright-core';

/** Where the focus stands, as it is told to those who do not see it. */
export interface Stop {
  readonly role: string;
  readonly name: string;
}

/** More than any page of the desk has. */
const MOST_STOPS = 140;

/** Somebody without a pointer, who looks at every stop: each must have a name, and a ring that is seen. */
export class Keyboard {
  readonly #page: Page;
  readonly #debugger: CDPSession;
  /** What was wrong with a stop. */
  readonly faults: string[] = [];

  constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#debugger = session;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }

  /** Goes on with Tab until it stands on what has this name; the other way with `isBack`. */
  async goTo(name: string | RegExp, { isBack = false } = {}): Promise<Stop> {
    const seen: string[] = [];
    for (let count = 0; count < MOST_STOPS; count += 1) {
      await this.press(isBack ? 'Shift+Tab' : 'Tab');
      const stop = await this.stop();
      seen.push(`${stop.role} ${stop.name}`);
      if (typeof name === 'string' ? stop.name === name : name.test(stop.name)) return stop;
    }
    throw new Error(`There is no stop ${String(name)} among:\n${seen.join('\n')}`);
  }

  /** What has the focus; notes what is wrong with it. */
  async stop(tries = 3): Promise<Stop> {
    const { result } = await this.#debugger.send('Runtime.evaluate', { expression: 'document.activeElement' });
    const { nodes } = await this.#debugger.send('Accessibility.getPartialAXTree', {
      objectId: result.objectId ?? '',
      fetchRelatives: false,
    });
    // The browser's own frame takes a turn at the end of the page.
    if (result.description?.startsWith('body')) return { role: 'page', name: 'page' };
    const stop = { role: String(nodes[0]?.role?.value ?? ''), name: String(nodes[0]?.name?.value ?? '').trim() };
    // A view was changed under it: what had the focus is gone, and the next one gets it in a moment.
    if (stop.role === 'none' && tries > 0) {
      await this.#page.waitForTimeout(50);
      return this.stop(tries - 1);
    }
    const fault = (await this.#page.evaluate(FAULT)) as string;
    if (stop.name === '') this.faults.push(`a ${stop.role} without a name: ${result.description}`);
    if (fault !== '') this.faults.push(`${stop.role} ${stop.name}: ${fault}`);
    return stop;
  }
}

/** Runs in the page: whether who looks can tell where the focus is. */
const FAULT = `(() => {
  const element = document.activeElement;
  // The surface for the text has its ring around it and its tools.
  const isRinged = [element, element.closest('.colo-body')].some((each) => {
    if (each === null) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  });
  if (!isRinged) return 'no ring is seen';
  const { top, bottom, left, right } = element.getBoundingClientRect();
  return bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth ? 'it is out of sight' : '';
})()`;
