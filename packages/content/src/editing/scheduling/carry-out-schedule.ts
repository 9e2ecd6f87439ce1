import { type Call, ColophonError, type Database, makeCall } from '@colophon/core';
import type { ContentCollection, OpenContents } from '../../record/capability.ts';
import type { ContentRecord } from '../../record/content-record.ts';
import { ContentScheduleRuns, type SCHEDULE_ACTIONS, type SCHEDULE_OUTCOMES } from './content-schedule-run.ts';
import type { ContentEventKind } from '../../events/content-event.ts';
import { recordEvent } from '../../events/record-event.ts';
import { lockContent } from '../../record/lock-content.ts';

/** The result of a run of the schedule. */
export interface ScheduleReport {
  readonly published: number;
  readonly unpublished: number;
  /** Dates that were not processed, with new or known reasons. */
  readonly refused: number;
}

interface Step {
  readonly action: (typeof SCHEDULE_ACTIONS)[number];
  readonly dueAt: string;
  readonly outcome: (typeof SCHEDULE_OUTCOMES)[number];
  readonly reason: string | null;
}

/**
 * Publishes drafts whose `publishAt` has passed, through the gate, and archives published pieces whose `unpublishAt` has passed. Any number
 * of processes can run it concurrently: each date is processed by one of them. A piece rejected by the gate stays a draft, stores the
 * reason for its editors, and is retried the next time.
 *
 * @param open opens the content to publish
 */
export async function carryOutSchedule(
  database: Database,
  open: OpenContents,
  now: () => Date = () => new Date(),
): Promise<ScheduleReport> {
  const call = makeCall({ operation: 'schedule', now });
  const report = { published: 0, unpublished: 0, refused: 0 };
  for (const id of await dueIds(database, now().toISOString())) {
    const step = await carryOut(open(database, call), id);
    if (step?.outcome === 'done') report[step.action === 'publish' ? 'published' : 'unpublished'] += 1;
    else if (step?.outcome === 'refused') report.refused += 1;
  }
  return report;
}

async function dueIds(database: Database, now: string): Promise<string[]> {
  // Few pieces have a date, and many have each status.
  const status = database.dialect.unindexed('status');
  const query = database.dialect.builder
    .selectFrom('contents')
    .select('id')
    .where((each) =>
      each.or([
        each.and([each(status, 'in', ['draft', 'review']), each('publishAt', '<=', now)]),
        each.and([each(status, '=', 'published'), each('unpublishAt', '<=', now)]),
      ]),
    )
    .orderBy('publishAt')
    .orderBy('id');
  return (await database.all(query.compile())).map((row) => String(row['id']));
}

/** Processes the due dates of one record; does nothing if another process was faster. */
async function carryOut(contents: ContentCollection, id: string): Promise<Step | undefined> {
  const { database, call } = contents;
  let refused: Step | undefined;
  try {
    return await database.transaction(async () => {
      const content = await contents.getForUpdate(id);
      const step = content && nextStep(content, call.now().toISOString());
      if (!content || !step) return undefined;
      refused = { ...step, outcome: 'refused' };
      if (step.action === 'publish') content.publishAt = null;
      else content.unpublishAt = null;
      if (step.outcome === 'passed_over') content.unpublishAt = null;
      else content.status = step.action === 'publish' ? 'published' : 'archived';
      await content.save();
      await record(content, step, call);
      return step;
    });
  } catch (error) {
    // A failure to save one record does not stop the others; any other error does.
    if (!refused || !(error instanceof ColophonError) || error.status >= 500) throw error;
    const step = { ...refused, reason: error.message };
    await recordRefusal(contents, id, step);
    return step;
  }
}

/** Returns the due step; a piece whose unpublish date has also passed is no longer published. */
function nextStep({ status, publishAt, unpublishAt }: ContentRecord, now: string): Step | undefined {
  const due = (date: string | null): date is string => date !== null && date <= now;
  if (status === 'published')
    return due(unpublishAt) ? { action: 'unpublish', dueAt: unpublishAt, outcome: 'done', reason: null } : undefined;
  if ((status !== 'draft' && status !== 'review') || !due(publishAt)) return undefined;
  if (due(unpublishAt) && unpublishAt >= publishAt)
    return { action: 'publish', dueAt: publishAt, outcome: 'passed_over', reason: 'Its unpublish date had also passed.' };
  return { action: 'publish', dueAt: publishAt, outcome: 'done', reason: null };
}

async function record(content: ContentRecord, step: Step, call: Call): Promise<void> {
  await new ContentScheduleRuns(content.database, call).add({ contentId: content.id, tenantId: content.tenantId, ...step });
}

/** Records why a date was not processed, once per consecutive reason. */
async function recordRefusal(contents: ContentCollection, id: string, step: Step): Promise<void> {
  const { database, call } = contents;
  await database.transaction(async () => {
    await lockContent(database, id);
    const content = await contents.get(id);
    if (!content) return;
    const where = { contentId: id, action: step.action, dueAt: step.dueAt };
    const [last] = await new ContentScheduleRuns(database).list({ where, orderBy: '-created_at', limit: 1 });
    if (last?.outcome === 'refused' && last.reason === step.reason) return;
    await record(content, step, call);
    await recordEvent(database, call, {
      kind: 'schedule.refused' satisfies ContentEventKind,
      objectType: 'contents',
      objectId: id,
      tenantId: content.tenantId,
      data: { action: step.action, dueAt: step.dueAt },
    });
  });
}
