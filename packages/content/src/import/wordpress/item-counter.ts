const ITEM = /<item(?=[\s/>])/g;
/** The length of `<item` and the character after it, less one: no complete occurrence fits in it. */
const CARRIED = 5;

/** Counts the occurrences of `<item>` in a text that arrives in parts, whatever surrounds them. */
export class ItemCounter {
  #end = '';
  count = 0;

  add(part: string): void {
    const text = this.#end + part;
    this.count += text.match(ITEM)?.length ?? 0;
    this.#end = text.slice(-CARRIED);
  }
}
