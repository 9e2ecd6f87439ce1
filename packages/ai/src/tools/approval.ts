import { invalidInput } from '../errors/errors.ts';

/** A call that waits for a decision. Plain JSON, to be shown to the person who decides. */
export interface PendingApproval {
  /** Random; names this request and the decision on it. */
  id: string;
  tool: string;
  /** The arguments as the model wrote them: JSON text, which may be untrue or hostile. */
  arguments: string;
  /** SHA-256 of the tool's name and its arguments, in hexadecimal; see {@link digestOfCall}. */
  digest: string;
  /** The conversation in which the call was made. */
  conversation: string;
  /** The id that the vendor gave the call; vendors repeat them. */
  callId: string;
  /** On whose behalf the loop runs; absent if it was not told. */
  requestedFor?: string;
  /** ISO 8601. */
  requestedAt: string;
  /** ISO 8601; the call never runs on a decision used after it. */
  expiresAt: string;
}

/**
 * A decision on one call: which tool, with which arguments, in which conversation, for whom and by whom. It is valid until it expires and
 * is used once. Plain JSON without the arguments themselves, so that it can be kept in a log.
 */
export interface Approval extends Omit<PendingApproval, 'arguments'> {
  decision: 'approved' | 'rejected';
  decidedBy: string;
  /** ISO 8601. */
  decidedAt: string;
}

/** A decision by a person, as {@link decideApproval} takes it. */
export interface ApprovalDecision {
  decision: 'approved' | 'rejected';
  /** Who decides. */
  by: string;
  /** Default: now. */
  at?: Date;
}

/**
 * Creates the record of a decision on a waiting call.
 *
 * @throws AIError `INVALID_INPUT` if nobody decides, or the request has expired
 */
export function decideApproval(pending: PendingApproval, { decision, by, at = new Date() }: ApprovalDecision): Approval {
  if (decision !== 'approved' && decision !== 'rejected') throw invalidInput("decision must be 'approved' or 'rejected'.");
  if (typeof by !== 'string' || by.trim() === '') throw invalidInput('by must name who decides.');
  if (!(Date.parse(pending.expiresAt) > at.getTime())) {
    throw invalidInput('The request for approval has expired. Run the loop again to renew it.');
  }
  const { arguments: _arguments, ...call } = pending;
  return { ...call, decision, decidedBy: by, decidedAt: at.toISOString() };
}

/**
 * The digest that binds an approval to a call: SHA-256, in hexadecimal, of the name and the arguments as JSON with sorted keys, so that
 * white space and the order of keys do not matter. Arguments that are not JSON are taken as text.
 */
export async function digestOfCall(name: string, args: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${name}\n${canonical(args)}`));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function canonical(args: string): string {
  try {
    return JSON.stringify(args.trim() === '' ? {} : JSON.parse(args), sortedKeys);
  } catch {
    // Not JSON, or nested too deeply: the text itself counts.
    return `text:${args}`;
  }
}

function sortedKeys(_name: string, value: unknown): unknown {
  // JSON has no form for them, and would write null.
  if (value === Infinity || value === -Infinity) return { number: String(value) };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  // A list of pairs, because an object lists numeric keys first.
  return { '\u0000': Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)) };
}
