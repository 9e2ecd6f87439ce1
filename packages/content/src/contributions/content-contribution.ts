import {
  type Call,
  collection,
  ConflictError,
  type Database,
  hasRole,
  type JsonObject,
  NotFoundError,
  object,
  type Operations,
  type Presented,
  type SaveContext,
  recordOutput,
  ValidationError,
} from '@colophon/core';
import { mayRevise, mayWithdraw, visibleContributions } from './record/access.ts';
import { addNote } from './record/add-note.ts';
import { admitByHand } from './submission/admit-by-hand.ts';
import { contributionFields } from './record/contribution-fields.ts';
import { forContributor } from './record/for-contributor.ts';
import { releaseContributionFiles } from './files/release-files.ts';
import { ApproveInput, PromoteInput, RejectInput, RequestChangesInput, RevisionInput, WithdrawInput } from './intake/inputs.ts';
import { presentContributions } from './present-contributions.ts';
import { decided, requestChanges } from './request-changes.ts';
import { approveContribution, promoteContribution, type Promotion } from './promotion/promote.ts';
import { PromotionAnswer } from './answers.ts';
import { reviseContribution } from './submission/revise.ts';
import { tellOfContribution } from './record/tell-of-contribution.ts';
import { type Admission, writeAdmission } from './submission/write-admission.ts';
import { lockContribution } from './record/lock-contribution.ts';
import { allowedActions, judgeAction } from './record/states.ts';

/** The fields that `PATCH` may change; everything else is changed by actions. */
const EDITABLE = ['editorNotes', 'metadata'];

/** The result of approval and promotion; `content` is null while a contribution is only approved. */
export type PromotionResult = Promotion<ContentContribution>;

/** A submission from a contributor, kept separate from content until it is approved and promoted. */
export class ContentContribution extends object(contributionFields, {
  table: 'content_contributions',
  patchOnly: true,
  tenant: true,
  // The methods that take a received form are called by its routes, and not exposed by any surface.
  api: { exclude: ['submitForm', 'replyByLink'] },
  mcp: { exclude: ['submitForm', 'replyByLink'] },
  cli: { include: 'all', exclude: ['submitForm', 'replyByLink'] },
  access: {
    read: 'viewer',
    create: 'editor',
    update: 'editor',
    delete: 'admin',
    visible: visibleContributions,
  },
  indexes: [
    ['status', '-updated_at', '-id', 'tenantId'],
    ['contributorId', '-created_at', '-id'],
    ['userId', '-created_at', '-id'],
    ['contributionTypeKey', 'status'],
    ['threadKey'],
  ],
  label: 'Content contributions',
  description: 'Contributions received by web or mail, stored until they are approved and promoted.',
}) {
  static readonly operations: Operations<ContentContribution> = {
    appendRevisionAction: {
      path: ['revisions'],
      input: RevisionInput,
      output: recordOutput(),
      access: mayRevise,
      version: 'optional',
      bodyLimit: 2_000_000,
      transaction: false,
      description: 'Revise a contribution; intake checks it again.',
    },
    approveAction: {
      path: ['approve'],
      input: ApproveInput,
      output: PromotionAnswer,
      access: 'editor',
      // The contributor is told by mail.
      needsApproval: true,
      version: 'optional',
      transaction: false,
      description: 'Approve a contribution and create content from it. Repeating it returns the same result.',
    },
    promoteAction: {
      path: ['promote'],
      input: PromoteInput,
      output: PromotionAnswer,
      access: 'editor',
      version: 'optional',
      transaction: false,
      description: 'Create content from an approved contribution.',
    },
    rejectAction: {
      path: ['reject'],
      input: RejectInput,
      output: recordOutput(),
      access: 'editor',
      // The contributor is told by mail.
      needsApproval: true,
      version: 'optional',
      description: 'Reject a contribution.',
    },
    requestChangesAction: {
      path: ['request-changes'],
      input: RequestChangesInput,
      output: recordOutput(),
      access: 'editor',
      // The contributor is told by mail.
      needsApproval: true,
      version: 'optional',
      description: 'Request changes from the contributor.',
    },
    withdrawAction: {
      path: ['withdraw'],
      input: WithdrawInput,
      output: recordOutput(),
      access: mayWithdraw,
      version: 'optional',
      description: 'Withdraw a contribution: as its contributor, or as an admin on their behalf.',
    },
  };

  /** Adds the allowed actions to each; to a single one also its contributor, revisions and files. */
  static present(records: readonly Presented[], context: { database: Database; call: Call }): Promise<readonly Presented[]> {
    return presentContributions(records, context);
  }

  /** The public fields and the allowed actions. */
  override toJSON(): JsonObject {
    const actions = allowedActions(this.status);
    if (hasRole(this.call.caller, 'editor')) return { ...super.toJSON(), allowedActions: actions };
    const own = actions.filter((each) => each === 'revise' || each === 'withdraw');
    const shown = super.toJSON();
    return { ...shown, ...forContributor(shown), allowedActions: own };
  }

  #admission: Admission | undefined;
  #moving = false;

  /** Revises the contribution. @throws ConflictError `contribution_state` */
  appendRevisionAction(input: RevisionInput, call: Call = this.call): Promise<ContentContribution> {
    return reviseContribution<ContentContribution>(this, input, call);
  }

  /**
   * Approves the contribution and creates content from it, atomically. Repeating it returns the same result and writes nothing.
   *
   * @throws ConflictError `contribution_state` with `state` and `allowedActions`
   * @example
   * const { content, assets } = await contribution.approveAction({ editorNote: 'Thank you.', targetStatus: 'draft' });
   */
  approveAction(input: ApproveInput = {}, call: Call = this.call): Promise<PromotionResult> {
    return approveContribution<ContentContribution>(this, input, call);
  }

  /** Creates content from an approved contribution. @throws ConflictError `contribution_state` */
  promoteAction(input: PromoteInput = {}, call: Call = this.call): Promise<PromotionResult> {
    return promoteContribution<ContentContribution>(this, input, call);
  }

  /** Rejects the contribution. @throws ConflictError `contribution_state` */
  rejectAction({ editorNote }: RejectInput = {}, call: Call = this.call): Promise<ContentContribution> {
    return this.act('reject', call, async (fresh) => {
      await fresh.move({ ...addNote(fresh, editorNote), status: 'rejected', ...decided(call, 'rejectedAt') });
      await tellOfContribution(fresh.database, call, fresh, 'contribution.rejected');
    });
  }

  /** Requests changes from the contributor. @throws ConflictError `contribution_state` */
  requestChangesAction(input: RequestChangesInput, call: Call = this.call): Promise<ContentContribution> {
    return requestChanges<ContentContribution>(this, input, call);
  }

  /** Withdraws the contribution. @throws ConflictError `contribution_state` */
  withdrawAction({ reason }: WithdrawInput = {}, call: Call = this.call): Promise<ContentContribution> {
    return this.act('withdraw', call, async (fresh) => {
      await fresh.move({ ...addNote(fresh, reason, { isCut: true }), status: 'withdrawn', withdrawnAt: call.now().toISOString() });
      await tellOfContribution(fresh.database, call, fresh, 'contribution.withdrawn');
    });
  }

  /**
   * Runs an action on the current state of the contribution, under its lock. An action that was already done changes nothing and
   * returns the record as it is.
   */
  async act(
    action: Parameters<typeof judgeAction>[0],
    call: Call,
    work: (fresh: ContentContribution) => Promise<unknown>,
  ): Promise<ContentContribution> {
    return this.database.transaction(async () => {
      const fresh = await this.lockAndRead(call);
      if (judgeAction(action, fresh.status) === 'go') await work(fresh);
      return fresh;
    });
  }

  /** Locks the contribution until the ambient transaction ends, and reads its current state. @throws NotFoundError */
  async lockAndRead(call: Call): Promise<ContentContribution> {
    await lockContribution(this.database, this.id);
    const fresh = await new StoredContributions(this.database, call).getForUpdate(this.id);
    if (!fresh) throw new NotFoundError(`There is no content contribution ${this.id}.`);
    return fresh;
  }

  /** Sets fields that only actions can set, and saves. */
  async move(changes: Readonly<Partial<ContentContribution>>): Promise<this> {
    Object.assign(this, changes);
    this.#moving = true;
    try {
      return await this.save();
    } finally {
      this.#moving = false;
    }
  }

  /** Stores the result of intake for this new contribution; `save()` writes its first revision and files with it. */
  admit(admission: Admission): void {
    this.#admission = admission;
  }

  protected override async beforeSave(context: SaveContext): Promise<void> {
    if (context.created) {
      this.#admission ??= await admitByHand(this, context);
      return;
    }
    if (this.#moving) return;
    if (context.changed.length > 0 && (context.previous?.['erasedAt'] ?? null) !== null)
      throw new ConflictError('What this said was erased.', { code: 'erased', hint: 'Nothing more is kept about it.' });
    const refused = context.changed.filter((name) => !EDITABLE.includes(name));
    if (refused.length === 0) return;
    throw ValidationError.of(
      refused.map((name) => ({
        pointer: `/${name}`,
        code: 'read_only',
        detail: 'is changed by a revision or a decision, never by itself',
      })),
    );
  }

  protected override async afterSave(context: SaveContext): Promise<void> {
    if (context.created && this.#admission) await writeAdmission(this, this.#admission, context);
  }

  /** A promoted contribution cannot be deleted; the files of any other are deleted with it. */
  protected override async beforeDelete(context: SaveContext): Promise<void> {
    await lockContribution(context.database, this.id);
    context.kept.set(FILES, await releaseContributionFiles(this, context.database));
  }

  protected override async afterDelete(context: SaveContext): Promise<void> {
    await (context.kept.get(FILES) as (() => Promise<void>) | undefined)?.();
  }
}

const FILES = Symbol('files of the contribution');

/** For reading a contribution again; applications use `ContentContributions`, which has the operations. */
class StoredContributions extends collection(ContentContribution) {}
