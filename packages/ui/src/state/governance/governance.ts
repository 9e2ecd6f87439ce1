import { type ColophonClient, send } from '../client-port.ts';
import { problemOf } from '../editor/editor-problem.ts';
import type { EditorProblem } from '../editor/editor-problem.ts';
import type { Fields } from '../fields.ts';
import type { Readiness, RequirementState, Review, ReviewStatus } from '../records.ts';
import { createStore, type Store } from '../store.ts';
import { readList } from '../read-list.ts';
import { type GovernedState, isJudgedByAi } from './definitions.ts';
import { readGoverned, readReview } from './read-governance.ts';
import { waitForJob } from './wait-for-job.ts';

/** The governance of a piece and its readiness. */
export interface GovernanceSnapshot {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly problem: EditorProblem | null;
  /** Null until it is known. */
  readonly governed: GovernedState | null;
  /** The readiness under the profile; null for a new piece, or if it is not governed. */
  readonly readiness: Readiness | null;
  /** The latest review under each policy. */
  readonly reviews: ReadonlyMap<string, Review>;
  /** The policies with a running review. */
  readonly running: ReadonlySet<string>;
  /** The errors of failed reviews, by policy. */
  readonly faults: ReadonlyMap<string, EditorProblem>;
  /**
   * The requirements for which the server refused to publish the text on the screen, without those accepted since; null if it refused
   * nothing. The text stored before may meet all of them.
   */
  readonly held: readonly RequirementState[] | null;
}

/** The unsaved text, which is reviewed instead of the stored one. */
export interface ReviewedText {
  readonly rev: number | null;
  readonly draft?: Fields | null;
}

/** The verdict of a person. */
export interface Verdict {
  readonly status: ReviewStatus;
  readonly summary: string;
}

export interface GovernanceOf extends Store<GovernanceSnapshot> {
  /** Reloads it. */
  readonly refresh: () => Promise<void>;
  /** Requests a review under a policy; returns it, or null if it failed, with the error in `faults`. */
  readonly review: (policyKey: string, text: ReviewedText) => Promise<Review | null>;
  /** Records a person's verdict on the text that they read. */
  readonly decide: (policyKey: string, verdict: Verdict, text: ReviewedText) => Promise<boolean>;
  /** Applies the unmet requirements of a rejected publication, until `settled`. */
  readonly refused: (blocking: readonly RequirementState[]) => void;
  /** The text on the screen was stored: what was refused before is over. */
  readonly settled: () => Promise<void>;
  readonly dispose: () => void;
}

export interface GovernanceOptions {
  readonly client: ColophonClient;
  /** Null for a new piece: its type then determines its governance. */
  readonly contentId: string | null;
  readonly type?: string;
  readonly variant?: string | null;
  /** Default: the publication profile. */
  readonly profileKey?: string | undefined;
}

/** The fields of the form that no review covers: those that say nothing to readers about its content. */
const NOT_REVIEWED = new Set('type status state tags publish_date publishAt unpublishAt'.split(' '));

/** Returns the changed fields that a review accepts. */
export function reviewDraftOf(changed: Fields): Fields | null {
  const entries = Object.entries(changed).filter(([name]) => !NOT_REVIEWED.has(name));
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/**
 * Reads the governance and readiness of a piece, and runs reviews and verdicts.
 *
 * @example
 * const governance = createGovernance({ client, contentId: id });
 * await governance.refresh();
 * await governance.review('facts', { rev: 3 });
 */
export function createGovernance(options: GovernanceOptions): GovernanceOf {
  const { client, contentId } = options;
  const control = new AbortController();
  const { signal } = control;
  const store = createStore<GovernanceSnapshot>({
    status: 'loading',
    problem: null,
    governed: null,
    readiness: null,
    reviews: new Map(),
    running: new Set(),
    faults: new Map(),
    held: null,
  });
  const patch = (changes: Partial<GovernanceSnapshot>): void => {
    if (!signal.aborted) store.set(Object.freeze({ ...store.getSnapshot(), ...changes }));
  };
  const settle = (policyKey: string, isRunning: boolean, fault: EditorProblem | null): void => {
    const running = new Set(store.getSnapshot().running);
    const faults = new Map(store.getSnapshot().faults);
    running.delete(policyKey);
    if (isRunning) running.add(policyKey);
    faults.delete(policyKey);
    if (fault !== null) faults.set(policyKey, fault);
    patch({ running, faults });
  };
  /** Returns whether the server had refused the text for it. */
  const accepted = (policyKey: string): boolean => {
    const { held } = store.getSnapshot();
    const open = held?.filter((each) => each.policyKey !== policyKey) ?? null;
    if (open === null || open.length === held?.length) return false;
    patch({ held: open });
    return true;
  };
  const refresh = async (): Promise<void> => {
    try {
      const now = await read(options, signal);
      patch({ ...now, readiness: withHeld(now.readiness, store.getSnapshot().held) });
    } catch (error) {
      patch({ status: 'failed', problem: problemOf(error) });
    }
  };
  const submit = async (policyKey: string, body: object, text: ReviewedText, background: boolean): Promise<Review | null> => {
    if (contentId === null) return null;
    settle(policyKey, true, null);
    try {
      const review = await runReview(client, contentId, { policyKey, ...body }, text, { background, signal });
      if (review?.status === 'accepted') accepted(policyKey);
      await refresh();
      const latest = review ?? store.getSnapshot().reviews.get(policyKey) ?? null;
      if (review === null && latest?.status === 'accepted' && accepted(policyKey)) await refresh();
      settle(policyKey, false, null);
      return latest;
    } catch (error) {
      settle(policyKey, false, problemOf(error));
      return null;
    }
  };
  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    refresh,
    review(policyKey, text) {
      const kind = store.getSnapshot().governed?.policies.find(({ key }) => key === policyKey)?.kind ?? 'custom';
      return submit(policyKey, {}, text, isJudgedByAi(kind));
    },
    decide: async (policyKey, verdict, text) => (await submit(policyKey, verdict, text, false)) !== null,
    refused: (blocking) => patch({ held: blocking, readiness: withHeld(store.getSnapshot().readiness, blocking) }),
    settled() {
      patch({ held: null });
      return refresh();
    },
    dispose: () => control.abort(new Error('The piece is closed.')),
  };
}

/** The readiness of the text on the screen: as stored, but for what the server refused. */
function withHeld(readiness: Readiness | null, held: readonly RequirementState[] | null): Readiness | null {
  if (readiness === null || held === null || held.length === 0) return readiness;
  const requirements = readiness.requirements.map((each) => held.find(({ policyKey }) => policyKey === each.policyKey) ?? each);
  return { ...readiness, requirements, blockingRequirements: held, ready: false };
}

async function read({ client, contentId, type = 'article', variant, profileKey }: GovernanceOptions, signal: AbortSignal) {
  if (contentId === null) {
    const query = { type, ...(variant && { variant }) };
    const { value } = await send(client, 'get', '/contents/governance/resolve', { params: { query }, signal });
    return { status: 'ready', problem: null, governed: readGoverned(value), readiness: null } as const;
  }
  const path = { id: contentId };
  const [governance, reviews] = await Promise.all([
    send(client, 'get', '/contents/{id}/governance', { params: { path }, signal }),
    readList(client, '/contents/{id}/reviews', { params: { path }, signal }),
  ]);
  const governed = readGoverned(governance.value);
  const asked = profileKey ?? governed.publicationProfileKey;
  const latest = new Map<string, Review>();
  for (const review of reviews.map(readReview)) if (!latest.has(review.policyKey)) latest.set(review.policyKey, review);
  return {
    status: 'ready',
    problem: null,
    governed,
    readiness: governed.reviewProfiles.find((each) => each.profileKey === asked) ?? null,
    reviews: latest,
  } as const;
}

async function runReview(
  client: ColophonClient,
  contentId: string,
  body: object,
  { rev, draft }: ReviewedText,
  { background, signal }: { readonly background: boolean; readonly signal: AbortSignal },
): Promise<Review | null> {
  const { value, status } = await send<Review & { readonly jobId?: string }>(client, 'post', '/contents/{id}/reviews', {
    params: { path: { id: contentId } },
    body: { ...body, ...(draft && { draft }) },
    ...(rev !== null && { ifMatch: rev }),
    background,
    signal,
  });
  if (status !== 202 && value.jobId === undefined) return value;
  const job = await waitForJob(client, value.jobId ?? '', { signal });
  if (job.status !== 'succeeded') throw new Error(job.error ?? job.message ?? 'The review was not finished. Ask for it again.');
  return null;
}
