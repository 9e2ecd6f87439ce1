import { ColophonError } from '../errors/colophon-error.ts';

/** The person has declined the call of their agent. Answers 403 `approval_declined`, with their reason. */
export class ApprovalDeclinedError extends ColophonError {
  constructor({ id, reason, expiresAt }: { readonly id: string; readonly reason: string | null; readonly expiresAt: string }) {
    super(403, 'approval_declined', reason === null ? 'The person declined this call.' : `The person declined this call: ${reason}`, {
      hint: 'Do not make it again; ask the person what they want instead.',
      extensions: { approvalId: id, ...(reason === null ? {} : { reason }), expiresAt },
    });
  }
}
