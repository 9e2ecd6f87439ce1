import { useState } from 'react';
import { type MergeAnswer, type MergeQuestion, same } from '../../../state/merge/field-merge.ts';

interface Given {
  readonly question: MergeQuestion;
  readonly answer: MergeAnswer;
}

/** The decisions of a user about the questions of a merge, which change if another save happens meanwhile. */
export function useAnswers(questions: readonly MergeQuestion[]): {
  /** By question id: only those about the texts that the questions still have. */
  readonly answers: Readonly<Record<string, MergeAnswer>>;
  /** The last answer to a question, even if its texts have changed since. */
  readonly given: (question: MergeQuestion) => MergeAnswer | undefined;
  readonly answer: (question: MergeQuestion, answer: MergeAnswer) => void;
} {
  const [all, setAll] = useState<readonly Given[]>([]);
  const standing = all.filter(({ question }) => questions.some((now) => saysTheSame(now, question)));
  return {
    answers: Object.fromEntries(standing.map(({ question, answer }) => [question.id, answer])),
    given: ({ id }) => all.find(({ question }) => question.id === id)?.answer,
    answer: (question, answer) => setAll((known) => [...known.filter((each) => each.question.id !== question.id), { question, answer }]),
  };
}

function saysTheSame(a: MergeQuestion, b: MergeQuestion): boolean {
  return a.id === b.id && same(a.base, b.base) && same(a.mine, b.mine) && same(a.theirs, b.theirs);
}
