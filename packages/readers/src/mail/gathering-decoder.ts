import { ByteGatherer } from '../listener/byte-gatherer.ts';
import { MAXIMUM_MAIL } from './scan-mail.ts';

/** What the parser feeds the lines of a part to, without their ends. */
export interface ContentDecoder {
  update(line: Uint8Array): void;
  finalize(): Promise<ArrayBuffer>;
}

const LINE_END = Uint8Array.of(10);

/** Takes the lines of a part as they are, in one buffer: the parser's own keeps an object for each line, and another for its end. */
export class GatheringDecoder implements ContentDecoder {
  // A line may have been without an end, which is added.
  readonly #gatherer = new ByteGatherer(MAXIMUM_MAIL + 1);

  update(line: Uint8Array): void {
    this.#gatherer.add(line);
    this.#gatherer.add(LINE_END);
  }

  async finalize(): Promise<ArrayBuffer> {
    const bytes = this.#gatherer.take();
    return new Uint8Array(bytes).buffer;
  }
}
