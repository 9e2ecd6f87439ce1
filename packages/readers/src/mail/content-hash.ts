import { createHash } from 'node:crypto';
import type { HeaderBlock } from './header-block.ts';

/** Headers written by the sender. Servers on the way add other headers, which differ for each delivery. */
const WRITTEN = new Set([
  'from',
  'to',
  'cc',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'in-reply-to',
  'references',
  'auto-submitted',
  'content-type',
  'content-transfer-encoding',
]);

/** Returns a hash that identifies a mail that is delivered again. */
export function contentHashOf({ lines, mail, bodyAt }: HeaderBlock): string {
  const hash = createHash('sha256');
  for (const { name, value } of lines) if (WRITTEN.has(name)) hash.update(`${name}:${value.replaceAll(/[ \t]+/g, ' ')}\n`, 'latin1');
  return hash.update('\n').update(mail.subarray(bodyAt)).digest('hex');
}
