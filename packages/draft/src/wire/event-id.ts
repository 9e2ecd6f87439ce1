import { isEpoch } from '../epochs/next-epoch.ts';

/** Where a reader of the event stream is: what it has received, in which epoch. */
export interface DraftCursor {
  readonly epoch: string;
  readonly sequence: number;
}

/** Writes the id of an event: `<epoch>.<sequence>`. */
export function writeEventId({ epoch, sequence }: DraftCursor): string {
  return `${epoch}.${sequence}`;
}

/** Reads the id of an event, such as of `Last-Event-ID`; null if it is none. */
export function readEventId(id: string): DraftCursor | null {
  const [, epoch, digits = ''] = /^([^.]+)\.(0|[1-9]\d{0,14})$/.exec(id) ?? [];
  return isEpoch(epoch) ? { epoch, sequence: Number(digits) } : null;
}
