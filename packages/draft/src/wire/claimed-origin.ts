import { isPlainObject } from '@colophon/contract';
import { DraftError } from '../errors/draft-error.ts';

const KINDS = ['pasted', 'ai', 'replaced', 'dictated'] as const;

/** What an editor says about text that it sends: claimed, as far as the server does not know better. */
export interface ClaimedOrigin {
  readonly kind: (typeof KINDS)[number];
  readonly from?: {
    readonly url?: string;
    readonly title?: string;
    readonly application?: string;
    readonly contentId?: string;
  };
  readonly model?: string;
}

/** The longest text of each member of `from`. */
const FROM = { url: 2000, title: 300, application: 100, contentId: 100 } as const;
const LONGEST_MODEL = 200;

/** Reads what an editor says about text. @throws DraftError `invalid_message` for anything but a {@link ClaimedOrigin} */
export function readClaimedOrigin(value: unknown): ClaimedOrigin {
  if (!isPlainObject(value)) throw invalid('as is no object');
  const { kind, from, model, ...rest } = value;
  const known = KINDS.find((each) => each === kind);
  if (known === undefined || Object.keys(rest).length > 0) throw invalid('as has another kind, or members that it does not have');
  return {
    kind: known,
    ...(from === undefined ? {} : { from: readFrom(from) }),
    ...(model === undefined ? {} : { model: readText(model, LONGEST_MODEL, 'model') }),
  };
}

function readFrom(value: unknown): NonNullable<ClaimedOrigin['from']> {
  if (!isPlainObject(value)) throw invalid('as.from is no object');
  const entries = Object.entries(value).map(([name, text]) => {
    if (!Object.hasOwn(FROM, name)) throw invalid('as.from has members that it does not have');
    return [name, readText(text, FROM[name as keyof typeof FROM], name)];
  });
  return Object.fromEntries(entries) as NonNullable<ClaimedOrigin['from']>;
}

function readText(value: unknown, longest: number, name: string): string {
  if (typeof value === 'string' && value.length <= longest && value.isWellFormed() && !value.includes('\0')) return value;
  throw invalid(`as: ${name} is no text of at most ${longest}`);
}

function invalid(what: string): DraftError {
  return new DraftError('invalid_message', `The message is invalid: ${what}.`);
}
