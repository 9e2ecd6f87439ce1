import { ColophonError } from './colophon-error.ts';

/** A call that waits, as its agent is told of it. */
export interface WaitingApproval {
  readonly approvalId: string;
  /** Until when the person can approve it, and the agent use the approval. */
  readonly expiresAt: string;
  /** Where the person decides, if the application has a page for that. */
  readonly approvalUrl?: string;
}

/** A person has to approve the call of their agent before it runs. Answers 403 `approval_required`. Nothing was changed. */
export class ApprovalRequiredError extends ColophonError {
  /** Undefined as long as nothing waits for a decision. */
  readonly waiting: WaitingApproval | undefined;

  constructor(waiting?: WaitingApproval) {
    super(403, 'approval_required', 'The person for whom you act must approve this call; nothing was changed.', {
      hint: waiting
        ? 'Ask the person to approve it. Then make the same call again, with the same arguments.'
        : 'Make the call at the MCP endpoint and without _async: there it waits for the decision.',
      ...(waiting ? { extensions: { ...waiting } } : {}),
    });
    this.waiting = waiting;
  }
}
