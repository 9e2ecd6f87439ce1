import { type Call, ColophonError, type Database, makeCall } from '@colophon/core';
import type { ContentCollection, OpenContents } from '../record/capability.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { ContentScheduleRuns, type SCHEDULE_ACTIONS, type SCHEDULE_OUTCOMES } from './content-schedule-run.ts';
import type { ContentEventKind } from '../events/content-event.ts';
import { recordEvent } from '../events/record-event.ts';
import { lockContent } from '../record/lock-content.ts';

/** What a look at the schedule did. */
export interface ScheduleReport {
  readonly published: number;
  readonly unpublished: number;
  /** Dates that were not carried out, new reasons or old ones. */
  readonly refused: number;
}

interface Step {
  readonly action: (typeof SCHEDULE_ACTIONS)[number];
  readonly dueAt: string;
  readonly outcome: (typeof SCHEDULE_OUTCOMES)[number];
  readonly reason: string | null;
}

/**
 * Publishes drafts whose `publishAt` has come, through the gate, and archives published pieces whose `unpublishAt` has
 * come. Any number of processes may do so at once: each date is carried out by one of them. What the gate refuses stays a
 * draft, says why to its editors, and is tried again the next time.
 *
 * @param open opens the content that is to be published
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
  const query = database.dialect.builder
    .selectFrom('contents')
    .select('id')
    .where((each) =>
      each.or([
        each.and([each('status', 'in', ['draft', 'review']), each('publishAt', '<=', now)]),
        each.and([each('status', '=', 'published'), each('unpublishAt', '<=', now)]),
      ]),
    )
    .orderBy('publishAt')
    .orderBy('id');
  return (await database.all(query.compile())).map((row) => String(row['id']));
}

/** Carries out what is due on one record; nothing when another process was first. */
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
    // A record that cannot be saved holds up none of the others; anything else is no matter of one record.
    if (!refused || !(error instanceof ColophonError) || error.status >= 500) throw error;
    const step = { ...refused, reason: error.message };
    await recordRefusal(contents, id, step);
    return step;
  }
}

/** What is due; a piece that should have been taken back already is not put before readers any more. */
function nextStep({ status, publishAt, unpublishAt }: ContentRecord, now: string): Step | undefined {
  const due = (date: string | null): date is string => date !== null && date <= now;
  if (status === 'published')
    return due(unpublishAt) ? { action: 'unpublish', dueAt: unpublishAt, outcome: 'done', reason: null } : undefined;
  if ((status !== 'draft' && status !== 'review') || !due(publishAt)) return undefined;
  if (due(unpublishAt) && unpublishAt >= publishAt)
    return { action: 'publish', dueAt: publishAt, outcome: 'passed_over', reason: 'The date to take it back had come as well.' };
  return { action: 'publish', dueAt: publishAt, outcome: 'done', reason: null };
}

async function record(content: ContentRecord, step: Step, call: Call): Promise<void> {
  await new ContentScheduleRuns(content.database, call).add({ contentId: content.id, tenantId: content.tenantId, ...step });
}

/** Says why a date was not carried out, once for each reason in a row. */
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
