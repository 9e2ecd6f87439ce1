import { type ReactElement, useDeferredValue, useEffect, useState } from 'react';
import { editorEn } from '../../../messages/editor/en.ts';
import { languageTag } from '../../../state/text/language-tag.ts';
import { Loaded } from '../../controls/Loaded.tsx';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import { WordCounter } from './count-words.ts';

const WORDS_A_MINUTE = 220;
const LARGEST_GOAL = 1_000_000;

interface WordCountProps {
  readonly text: string;
  readonly language: string | null;
  /** The piece that a goal is about; null for one that is not stored yet. */
  readonly contentId: string | null;
}

const loadGoal = () => import('./GoalDialog.tsx');

/** How many words a text has, and how many its writer wants it to have. */
export function WordCount({ text, language, contentId }: WordCountProps): ReactElement {
  const { format } = useColophon();
  const words = useWords(editorEn);
  const count = useWordCount(text, language);
  const { goal, setGoal } = useGoal(contentId);
  const [isAsked, setIsAsked] = useState(false);
  const minutes = format.number(Math.ceil(count / WORDS_A_MINUTE));
  return (
    <span className="colo-word-count colo-quiet">
      {words['editor.count']({ count, number: minutes }, format)}
      {goal !== null && (
        <progress max={goal} value={Math.min(count, goal)} aria-label={words['editor.goal.progress']({ number: format.number(goal) })} />
      )}
      <button type="button" className="colo-list-small" aria-haspopup="dialog" onClick={() => setIsAsked(true)}>
        {goal === null ? words['editor.goal'] : words['editor.goal.of']({ number: format.number(goal) })}
      </button>
      {isAsked && (
        <Loaded load={loadGoal}>
          {({ GoalDialog }) => (
            <GoalDialog
              goal={goal}
              onAnswer={(answer) => {
                setIsAsked(false);
                if (answer !== undefined) setGoal(answer);
              }}
            />
          )}
        </Loaded>
      )}
    </span>
  );
}

function useWordCount(text: string, language: string | null): number {
  const later = useDeferredValue(text);
  const tag = languageTag(language);
  const [counter, setCounter] = useState(() => new WordCounter(tag));
  const [count, setCount] = useState(0);
  useEffect(() => setCounter(new WordCounter(tag)), [tag]);
  useEffect(() => {
    const control = new AbortController();
    void counter
      .count(later, { signal: control.signal })
      .then((counted) => counted !== null && !control.signal.aborted && setCount(counted));
    return () => control.abort();
  }, [counter, later]);
  return count;
}

/** The goal of a person for a piece, kept on their device. */
function useGoal(contentId: string | null): { readonly goal: number | null; readonly setGoal: (goal: number | null) => void } {
  const { storage, user } = useColophon();
  const key = `colophon-goal:${user?.id ?? ''}:${contentId ?? 'new'}`;
  const [goal, setGoal] = useState<number | null>(null);
  useEffect(() => {
    try {
      const kept = Number(storage?.getItem(key) ?? 0);
      setGoal(Number.isSafeInteger(kept) && kept > 0 && kept <= LARGEST_GOAL ? kept : null);
    } catch {
      setGoal(null);
    }
  }, [storage, key]);
  return {
    goal,
    setGoal(next) {
      setGoal(next);
      try {
        if (next === null) storage?.removeItem(key);
        else storage?.setItem(key, String(next));
      } catch {
        // A full or forbidden storage forgets it.
      }
    },
  };
}
