import type { ToolCall } from '../interface/messages.ts';
import { digestOfCall, type Approval, type PendingApproval } from './approval.ts';
import type { ApprovalStore } from './approval-store.ts';
import type { Tool } from './tool-type.ts';

/** A call that waits for approval. */
export interface ApprovalRequest {
  call: ToolCall;
  tool: string;
  /** The validated input. */
  input: unknown;
  /** SHA-256 of the name and the arguments, in hexadecimal. */
  digest: string;
}

/** The decision of `approve`: only `true` approves. With `by`, the result of the loop says who decided. */
export type ApprovalAnswer = boolean | { approved: boolean; by: string };

/** Why a decision did not let its call run; the call still waits. */
export interface ApprovalProblem {
  /** The id of the approval, or of the call if the decision was given by the id of the call. */
  id: string;
  /**
   * `changed`: name or arguments are not those that were approved. `not_pending`: no waiting call has this id. `ambiguous`: several waiting
   * calls have this id. `store_failed`: the store threw, or could not keep the waiting call.
   */
  reason: 'expired' | 'used' | 'changed' | 'other_conversation' | 'not_pending' | 'ambiguous' | 'store_failed';
}

/** The outcome of asking for permission. `approval` is the record on which the call runs, `by` who decided. */
export type Permission =
  | { state: 'allowed'; approval?: Approval; by?: string }
  | { state: 'refused'; approval?: Approval; by?: string }
  | { state: 'waiting' };

/** Who decides, and for whom. */
export interface Deciders {
  approve?: ((request: ApprovalRequest) => ApprovalAnswer | Promise<ApprovalAnswer>) | undefined;
  approvals?: Readonly<Record<string, boolean>> | readonly Approval[] | undefined;
  store: ApprovalStore;
  conversation: string;
  requestedFor?: string | undefined;
  /** Milliseconds. */
  lifetime: number;
}

/**
 * Decides which calls of a loop may run. Decisions of an earlier run apply only to the calls that were waiting when this run began: a vendor
 * that repeats the id of an approved call gets nothing from it.
 */
export class Permissions {
  readonly problems: ApprovalProblem[] = [];
  #deciders: Deciders;
  #records: Approval[];
  #byCall: Map<string, boolean>;
  /** How many waiting calls have each id. */
  #pending = new Map<string, number>();

  constructor(deciders: Deciders, pending: readonly ToolCall[]) {
    this.#deciders = deciders;
    const { approvals } = deciders;
    this.#records = Array.isArray(approvals) ? [...(approvals as readonly Approval[])] : [];
    this.#byCall = new Map(approvals === undefined || Array.isArray(approvals) ? [] : Object.entries(approvals));
    for (const { id } of pending) this.#pending.set(id, (this.#pending.get(id) ?? 0) + 1);
    const known = (id: string): boolean => this.#pending.has(id);
    for (const record of this.#records) if (!known(record.callId)) this.#report(record.id, 'not_pending');
    for (const id of this.#byCall.keys()) if (!known(id)) this.#report(id, 'not_pending');
  }

  /** Ends the validity of decisions of earlier runs: from now on, only `approve` decides. */
  close(): void {
    this.#records = [];
    this.#byCall = new Map();
  }

  /** Whether a call may run: if approval is needed, only after an explicit yes. */
  async of(tool: Tool, call: ToolCall, input: never): Promise<Permission> {
    const { needsApproval = false } = tool;
    const needed = typeof needsApproval === 'function' ? await needsApproval(input) : needsApproval;
    if (needed === false) return { state: 'allowed' };
    const digest = await digestOfCall(call.function.name, call.function.arguments);
    const decided = (await this.#byRecord(call, digest)) ?? this.#byCallId(call);
    if (decided !== undefined) return decided;
    const { approve } = this.#deciders;
    if (approve === undefined) return { state: 'waiting' };
    const answer = await approve({ call, tool: tool.name, input, digest });
    const by = typeof answer === 'object' && answer !== null && typeof answer.by === 'string' ? { by: answer.by } : {};
    const approved = answer === true || (typeof answer === 'object' && answer !== null && answer.approved === true);
    return { state: approved ? 'allowed' : 'refused', ...by };
  }

  /** The request for a decision on a call, which the store keeps. */
  async request(call: ToolCall, now = Date.now()): Promise<PendingApproval> {
    const { conversation, requestedFor, lifetime, store } = this.#deciders;
    const pending: PendingApproval = {
      id: crypto.randomUUID(),
      tool: call.function.name,
      arguments: call.function.arguments,
      digest: await digestOfCall(call.function.name, call.function.arguments),
      conversation,
      callId: call.id,
      ...(requestedFor === undefined ? {} : { requestedFor }),
      requestedAt: new Date(now).toISOString(),
      expiresAt: new Date(now + lifetime).toISOString(),
    };
    try {
      await store.add(pending);
    } catch {
      // The request is also in the result of the loop, so nothing is lost.
      this.#report(pending.id, 'store_failed');
    }
    return pending;
  }

  /** The earlier request for a decision on a call, if it is still valid. */
  async stillWaiting(call: ToolCall, earlier: readonly PendingApproval[]): Promise<PendingApproval | undefined> {
    const digest = await digestOfCall(call.function.name, call.function.arguments);
    const same = earlier.find((request) => request.callId === call.id && request.digest === digest);
    const isSpent = this.problems.some(({ id }) => id === same?.id);
    return same === undefined || isSpent || !(Date.parse(same.expiresAt) > Date.now()) ? undefined : same;
  }

  async #byRecord(call: ToolCall, digest: string): Promise<Permission | undefined> {
    const given = this.#records.filter(({ callId }) => callId === call.id);
    // Two calls of one answer may have the same id; each has its own digest.
    const exact = given.filter((approval) => approval.digest === digest);
    for (const approval of exact.length > 0 ? exact : given) {
      const fault = this.#faultOf(approval, call, digest) ?? (await this.#use(approval));
      if (fault === undefined) {
        return { state: approval.decision === 'approved' ? 'allowed' : 'refused', approval, by: approval.decidedBy };
      }
      this.#report(approval.id, fault);
    }
    return undefined;
  }

  #faultOf(approval: Approval, call: ToolCall, digest: string): ApprovalProblem['reason'] | undefined {
    if (approval.conversation !== this.#deciders.conversation) return 'other_conversation';
    if (approval.tool !== call.function.name || approval.digest !== digest) return 'changed';
    if (approval.requestedFor !== this.#deciders.requestedFor) return 'other_conversation';
    // An unreadable date has expired.
    return Date.parse(approval.expiresAt) > Date.now() ? undefined : 'expired';
  }

  async #use(approval: Approval): Promise<ApprovalProblem['reason'] | undefined> {
    try {
      return (await this.#deciders.store.use(approval)) === true ? undefined : 'used';
    } catch {
      return 'store_failed';
    }
  }

  #byCallId({ id }: ToolCall): Permission | undefined {
    const decision = this.#byCall.get(id);
    if (decision === undefined) return undefined;
    if (this.#pending.get(id) === 1) {
      this.#byCall.delete(id);
      return { state: decision === true ? 'allowed' : 'refused' };
    }
    this.#report(id, 'ambiguous');
    return undefined;
  }

  #report(id: string, reason: ApprovalProblem['reason']): void {
    this.problems.push({ id: String(id), reason });
  }
}
