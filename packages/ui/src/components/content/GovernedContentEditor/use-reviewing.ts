import { useCallback, useMemo, useState } from 'react';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { ContentEditorState } from '../../../state/editor/editor-state.ts';
import { changedFields } from '../../../state/editor/form.ts';
import { type GovernanceOf, type GovernanceSnapshot, reviewDraftOf, type ReviewedText } from '../../../state/governance/governance.ts';
import type { Finding, Review, ReviewKind } from '../../../state/records.ts';
import type { FindingPlace } from '../../body/index.ts';
import { useWords } from '../../provider/use-words.ts';

/** The findings of reviews, and those whose quotes have changed. */
export function useFindings({ reviews }: GovernanceSnapshot): {
  readonly findings: readonly Finding[];
  readonly changed: ReadonlySet<Finding>;
  readonly findingsMoved: (places: readonly FindingPlace[]) => void;
} {
  const [changed, setChanged] = useState<ReadonlySet<Finding>>(new Set());
  const findings = useMemo(() => [...reviews.values()].flatMap((review) => review.findings), [reviews]);
  const findingsMoved = useCallback(
    (places: readonly FindingPlace[]) =>
      setChanged((before) => {
        const now = places.flatMap(({ index, isChanged, quote }) =>
          isChanged && quote !== '' && findings[index] ? [findings[index]] : [],
        );
        return now.length === before.size && now.every((each) => before.has(each)) ? before : new Set(now);
      }),
    [findings],
  );
  return { findings, changed, findingsMoved };
}

/** Reviews of what is written now: of the draft at a state that is named, or of a form under the revision that it is based on. */
export function useReviewing(
  editor: ContentEditorState,
  governance: GovernanceOf | null,
): {
  readonly draft: () => Promise<ReviewedText>;
  readonly review: (what: ReviewKind | { readonly policyKey: string }) => Promise<{ readonly review: Review }>;
} {
  const words = useWords(governanceEn);
  const draft = useCallback(async (): Promise<ReviewedText> => {
    const through = await editor.flushDraft().catch(() => null);
    const { base, fields, rev, isDirty } = editor.snapshot;
    // The state of the draft that is reviewed can be published as it was, while others write on.
    if (through !== null) return { rev, draft: isDirty ? { through } : null };
    return { rev, draft: base === null ? null : reviewDraftOf(changedFields(base, fields)) };
  }, [editor]);
  const review = useCallback(
    async (what: ReviewKind | { readonly policyKey: string }): Promise<{ readonly review: Review }> => {
      const policyKey = typeof what === 'string' ? what : what.policyKey;
      const made = await governance?.review(policyKey, await draft());
      if (!made) throw new Error(governance?.getSnapshot().faults.get(policyKey)?.detail ?? words['gov.unsaved']);
      return { review: made };
    },
    [governance, draft, words],
  );
  return { draft, review };
}
