import { type Call, findUnstorable, UnavailableError, type Database } from '@colophon/core';
import { z } from 'zod';
import { answerSources } from '../record/answer-sources.ts';
import { beforeAbort } from '../record/before-abort.ts';
import type { FactRow } from '../facts/latest-facts.ts';
import type { PolicyDefinition } from '../governance/definitions.ts';
import { FindingInput, REVIEW_STATUSES } from './finding.ts';
import { type Reviewed, reviewedValues, type ReviewedWith } from './review-hash.ts';
import { contentReviewer, type ReviewedFact, type ReviewerAnswer, type ReviewRequest } from './reviewer.ts';
import type { Verdict } from './verdict.ts';

/** The form of a reviewer's verdict; anything else is unusable. */
export const VerdictAnswer = z.object({
  status: z.enum(REVIEW_STATUSES),
  summary: z.string().max(10_000),
  findings: z.array(FindingInput).max(500),
});

const MAXIMUM_LENGTH = 1_000_000;
/** How long the reviewer may take, unless the application says otherwise. */
const TIMEOUT_MS = 120_000;

/**
 * Requests a verdict from the reviewer of the application. It fails closed: no response is no review, a response that is not a verdict is a
 * flagged review, and one that accepts a piece with an error finding is flagged too.
 *
 * @throws UnavailableError if there is no reviewer, or it does not respond
 */
export async function askReviewer(
  database: Database,
  policy: PolicyDefinition,
  reviewed: Reviewed,
  leant: ReviewedWith,
  call: Call,
): Promise<Verdict> {
  const configured = database.ports.use(contentReviewer);
  if (!configured) {
    throw new UnavailableError('No AI reviewer is configured.', {
      hint: 'A person can give the verdict if the policy allows it.',
    });
  }
  const signal = AbortSignal.any([AbortSignal.timeout(configured.timeout ?? TIMEOUT_MS), ...(call.signal ? [call.signal] : [])]);
  let answer: ReviewerAnswer;
  try {
    answer = await beforeAbort(configured.reviewer.review(requestOf(policy, reviewed, leant), signal), signal);
  } catch (cause) {
    const { code } = (cause ?? {}) as { code?: unknown };
    // The code tells the operator what to fix; messages of vendors may quote the input.
    const extensions = typeof code === 'string' && /^[A-Z_]{3,50}$/.test(code) ? { reason: code } : {};
    throw new UnavailableError('The AI reviewer did not respond; nothing was recorded.', { cause, extensions });
  }
  return verdictOf(answer);
}

/** Parses an answer, which can be anything. */
export function verdictOf({ verdict, model, sources: given }: ReviewerAnswer): Verdict {
  const used = answerSources(given);
  const sources = used.length > 0 ? { sources: used } : {};
  const read = VerdictAnswer.safeParse(typeof verdict === 'string' ? parsed(verdict) : verdict);
  // A text that no database stores is the reviewer's fault, not that of whoever asked.
  if (!read.success || findUnstorable(read.data) !== undefined)
    return { status: 'flagged', summary: 'The reviewer gave no usable verdict.', findings: [UNUSABLE], reviewer: 'ai', model, ...sources };
  const { status, summary, findings } = read.data;
  const contradicts = status === 'accepted' && findings.some((finding) => finding.severity === 'error');
  return { status: contradicts ? 'flagged' : status, summary, findings, reviewer: 'ai', model, ...sources };
}

const UNUSABLE: FindingInput = {
  severity: 'warning',
  title: 'Unusable answer',
  detail: 'The answer does not have the form of a verdict. Run the review again, or let a person judge.',
};

function parsed(text: string): unknown {
  if (text.length > MAXIMUM_LENGTH) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * The request contains exactly the data that the hash of the review covers: the same fields and pictures, and the same facts if
 * the policy is about facts.
 */
function requestOf(policy: PolicyDefinition, reviewed: Reviewed, { facts, pictures }: ReviewedWith): ReviewRequest {
  return {
    policy: { key: policy.key, label: policy.label, kind: policy.kind, instructions: policy.instructions },
    content: reviewedValues(reviewed),
    pictures,
    facts:
      policy.kind === 'facts'
        ? facts.map(({ linked, latest, relationship }) => ({
            ...reviewedFact(latest),
            relationship,
            ...(linked.id === latest.id ? {} : { linkedAs: reviewedFact(linked) }),
          }))
        : [],
  };
}

function reviewedFact({ id, statement, status, confidence, sources }: FactRow): ReviewedFact {
  return { id, statement, status, confidence, sources: Array.isArray(sources) ? (sources as ReviewedFact['sources']) : [] };
}
