import { ByteGatherer } from '../listener/byte-gatherer.ts';
import { MAXIMUM_MAIL } from './scan-mail.ts';

/** Receives the lines of a part from the parser, without their line ends. */
export interface ContentDecoder {
  update(line: Uint8Array): void;
  finalize(): Promise<ArrayBuffer>;
}

const LINE_END = Uint8Array.of(10);

/** Collects the lines of a part unchanged in one buffer: the parser's own decoder keeps two objects for each line. */
export class GatheringDecoder implements ContentDecoder {
  // One byte more than the mail: a missing line end is added.
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
