import { ConflictError, type Call, type JsonObject, type JsonValue, NotFoundError, ValidationError } from '@colophon/core';
import type { ContentRecord } from '../record/content-record.ts';
import { contentsOf } from '../record/contents-of.ts';
import { lockContent } from '../record/lock-content.ts';
import { readInput } from '../record/read-input.ts';
import { ApplyInput } from './chat-inputs.ts';
import { type ChatPlace, chatPlace } from './chat-place.ts';
import { type AppliedChange, type ContentChatProposal, ContentChatProposals, type ProposedChange } from './chat-proposal.ts';
import { approve, askAgain, endApproval, fieldsOf, recordApplied } from './proposal-approval.ts';
import { replacePassages } from '../record/passages.ts';
import { hashOfValue } from './propose-tool.ts';

/** The result of deciding about a proposal. */
export interface Decision {
  readonly proposal: ContentChatProposal;
  readonly content: ContentRecord;
}

/** The metadata field that records the use of AI. */
const MARK = 'metadata.generation';

/** The piece has changed; thrown internally, so that the proposal is stored as stale after the rollback. */
class MovedOn extends Error {}

/**
 * Applies a proposal as the person, subject to access and the gate. Repeating it returns the same result.
 *
 * @throws ConflictError `proposal_stale` if the affected part of the piece has changed, `proposal_state`
 */
export async function applyProposal(content: ContentRecord, given: ApplyInput, call: Call): Promise<Decision> {
  const input = readInput(ApplyInput, given);
  const place = chatPlace(content, call);
  const { database } = content;
  const now = call.now().toISOString();
  try {
    return await database.transaction(async () => {
      const proposal = await lockProposal(place, input.proposalId);
      // A repeated or concurrent request returns the current piece.
      if (proposal.status === 'applied') return { proposal, content: await contentsOf(database, call).require(content.id) };
      if (proposal.status === 'stale') throw stale();
      if (proposal.status === 'dismissed') throw decidedAlready('dismissed');
      const decided = { status: 'applied' as const, decidedBy: place.participant, decidedAt: now };
      const wanted = wantedOf(proposal, input.fields);
      const approvalId = await approve(proposal, call);
      await recordApplied(database, approvalId, fieldsOf(wanted), input.local === true, call);
      if (input.local) return { proposal: await save(proposal, { ...decided, approvalId }, call), content };
      const applied = changeFields(content, wanted);
      const { generation } = content.metadata as { generation?: JsonObject };
      applied.push({ field: MARK, before: generation ?? null, after: markOf(generation, proposal.model) });
      setField(content, applied.at(-1) as AppliedChange, 'after');
      await content.save();
      return { proposal: await save(proposal, { ...decided, approvalId, appliedRev: content.rev, applied }, call), content };
    });
  } catch (error) {
    if (!(error instanceof MovedOn)) throw error;
    const proposal = await ownProposal(place, input.proposalId);
    if (proposal.status === 'open') {
      await database.transaction(async () => {
        await endApproval(proposal, 'stale', call);
        await save(proposal, { status: 'stale', decidedAt: now }, call);
      });
    }
    throw stale();
  }
}

/** Reverts the changes of an applied proposal that are still present. @throws ConflictError `proposal_stale`, `proposal_state` */
export async function takeBackProposal(content: ContentRecord, proposalId: string, call: Call): Promise<Decision> {
  const place = chatPlace(content, call);
  return content.database.transaction(async () => {
    const proposal = await lockProposal(place, proposalId);
    if (proposal.status !== 'applied') throw decidedAlready(proposal.status);
    if (isErased(proposal)) throw decidedAlready('applied');
    await lockContent(content.database, content.id);
    for (const change of proposal.applied ?? []) {
      if (change.field !== MARK) putBack(content, change);
      else if (!(await handOverMark(proposal, change))) putBack(content, change);
    }
    if (proposal.applied) await content.save();
    const approvalId = await askAgain(proposal, call);
    const reset = { status: 'open' as const, approvalId, decidedBy: null, decidedAt: null, appliedRev: null, applied: null };
    return { proposal: await save(proposal, reset, call), content };
  });
}

/** Dismisses a proposal. @throws ConflictError `proposal_state` if it was applied */
export async function dismissProposal(place: ChatPlace, proposalId: string): Promise<ContentChatProposal> {
  const { content, call, participant } = place;
  return content.database.transaction(async () => {
    const proposal = await lockProposal(place, proposalId);
    if (proposal.status === 'dismissed') return proposal;
    if (proposal.status === 'applied') throw decidedAlready('applied');
    await endApproval(proposal, 'declined', call);
    return save(proposal, { status: 'dismissed', decidedBy: participant, decidedAt: call.now().toISOString() }, call);
  });
}

/** Requires at least one field that the proposal changes. @throws ValidationError */
function wantedOf({ changes }: ContentChatProposal, fields: readonly string[] | undefined): ProposedChange[] {
  const wanted = changes.filter(({ field }) => fields === undefined || fields.includes(field));
  if (wanted.length > 0) return wanted;
  const detail = `the proposal changes ${[...new Set(changes.map(({ field }) => field))].join(', ')} alone`;
  throw ValidationError.of([{ pointer: '/fields', code: 'not_proposed', detail }]);
}

/** Whether its texts were erased with the chat: its changes are then a permanent part of the piece. */
function isErased({ changes }: ContentChatProposal): boolean {
  return changes.every((change) => !('find' in change) && !('value' in change));
}

/**
 * While another proposal of the piece is applied, the piece keeps the mark: the other one takes over the previous value of the mark.
 *
 * @returns whether another one is applied
 */
async function handOverMark(proposal: ContentChatProposal, { before, after }: AppliedChange): Promise<boolean> {
  const { database, id, contentId } = proposal;
  const standing = await new ContentChatProposals(database).list({
    where: { contentId, status: 'applied', id: { ne: id } } as never,
    limit: 1000,
  });
  const expected = hashOfValue(after);
  for (const other of standing) {
    if (!other.applied?.some((change) => change.field === MARK && hashOfValue(change.before) === expected)) continue;
    const applied = other.applied.map((change) => (change.field === MARK ? { ...change, before } : change));
    const update = database.dialect.builder
      .updateTable('content_chat_proposals')
      .set({ applied: database.dialect.encode('json', applied) })
      .where('id', '=', other.id);
    await database.run(update.compile());
  }
  return standing.length > 0;
}

async function lockProposal(place: ChatPlace, id: string): Promise<ContentChatProposal> {
  await place.content.database.lock(`chat proposal ${id}`);
  return ownProposal(place, id);
}

async function ownProposal({ content, participant }: ChatPlace, id: string): Promise<ContentChatProposal> {
  const found = await new ContentChatProposals(content.database).get(id);
  if (found?.contentId === content.id && found.participant === participant) return found;
  throw new NotFoundError(`There is no proposal ${id.slice(0, 200)} of yours about this piece.`);
}

/** The audit entry names the proposal, and who decided about it. */
function save(proposal: ContentChatProposal, changes: Partial<ContentChatProposal>, call: Call): Promise<ContentChatProposal> {
  return new ContentChatProposals(proposal.database, { ...call, caller: { ...call.caller } }).update(proposal.id, changes as never);
}

function changeFields(content: ContentRecord, changes: readonly ProposedChange[]): AppliedChange[] {
  const applied: AppliedChange[] = [];
  for (const change of changes.filter((each) => !('find' in each)) as Extract<ProposedChange, { value: JsonValue }>[]) {
    const before = valueOf(content, change.field);
    if (hashOfValue(before) !== change.base) throw new MovedOn();
    applied.push({ field: change.field, before, after: change.value });
  }
  const passages = changes.filter((each) => 'find' in each);
  if (passages.length > 0) {
    const after = replacePassages(content.body, passages);
    if (after === undefined) throw new MovedOn();
    applied.push({ field: 'body', before: content.body, after });
  }
  for (const change of applied) setField(content, change, 'after');
  return applied;
}

function putBack(content: ContentRecord, change: AppliedChange): void {
  if (hashOfValue(valueOf(content, change.field)) !== hashOfValue(change.after)) {
    // A disclosure that the person edited in the meantime is kept.
    if (change.field === MARK) return;
    throw stale();
  }
  setField(content, change, 'before');
}

function valueOf(content: ContentRecord, field: string): JsonValue {
  if (field === MARK) return (content.metadata as { generation?: JsonObject }).generation ?? null;
  return ((content as unknown as Record<string, JsonValue | undefined>)[field] ?? null) as JsonValue;
}

function setField(content: ContentRecord, { field, before, after }: AppliedChange, side: 'before' | 'after'): void {
  const value = side === 'before' ? before : after;
  if (field !== MARK) {
    (content as unknown as Record<string, JsonValue>)[field] = value;
    return;
  }
  const { generation: _, ...rest } = content.metadata as { generation?: JsonObject };
  content.metadata = value === null ? rest : { ...rest, generation: value };
}

/** The disclosure to readers that AI was used. */
function markOf(generation: JsonObject | undefined, model: string | null): JsonObject {
  return { ...generation, aiAssisted: true, ...(model === null ? {} : { model }) };
}

function stale(): ConflictError {
  return new ConflictError('The piece has changed since, where this would change it.', {
    code: 'proposal_stale',
    hint: 'Ask the assistant again, or make the change by hand.',
  });
}

function decidedAlready(state: string): ConflictError {
  return new ConflictError(`The proposal is ${state}.`, { code: 'proposal_state', extensions: { state } });
}
