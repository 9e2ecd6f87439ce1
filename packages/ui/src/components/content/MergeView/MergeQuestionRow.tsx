import { type ReactElement, useId } from 'react';
import type { MergeAnswer, MergeQuestion } from '../../../state/merge/field-merge.ts';
import { diffWords } from '../../../state/merge/word-diff.ts';
import type { Json } from '../../../state/records.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { textOf } from '../../../messages/field-text.ts';
import { isText, labelOf, named } from './merge-text.ts';

interface MergeQuestionRowProps {
  readonly question: MergeQuestion;
  readonly answer: MergeAnswer | undefined;
  /** The last answer, even if the question has changed since: its text is offered again. */
  readonly written: MergeAnswer | undefined;
  readonly onAnswer: (answer: MergeAnswer) => void;
}

/** A conflict: the base, both texts with their changes marked, and another text that the user can write. */
export function MergeQuestionRow({ question, answer, written, onAnswer }: MergeQuestionRowProps): ReactElement {
  const { messages, format } = useColophon();
  const group = useId();
  const label = labelOf(question, messages, format);
  const name = (value: Json): Json => named(question.field, value, messages);
  const before = textOf(name(question.base), messages, format);
  const own = typeof answer === 'object' ? textIn(answer.value) : null;
  const sides = ['mine', 'theirs'] as const;
  return (
    <fieldset className="colo-merge-question" data-question={question.id} data-undecided={answer === undefined || undefined}>
      <legend className="colo-merge-legend">{label}</legend>
      <p className="colo-merge-before" dir="auto">
        {messages['merge.before']({ value: before })}
      </p>
      {sides.map((side) => (
        <label key={side} className="colo-merge-choice">
          <input type="radio" name={group} checked={answer === side} onChange={() => onAnswer(side)} />
          <span className="colo-merge-side">{messages[`merge.${side}`]}</span>
          <Marked before={name(question.base)} value={name(question[side])} />
        </label>
      ))}
      {isText(question) && (
        <>
          <label className="colo-merge-choice">
            <input
              type="radio"
              name={group}
              checked={own !== null}
              onChange={() => onAnswer({ value: textIn(typeof written === 'object' ? written.value : question.mine) })}
            />
            <span className="colo-merge-side">{messages['merge.own']}</span>
          </label>
          {own !== null && (
            <textarea
              className="colo-merge-own"
              aria-label={messages['merge.own.label']({ field: label })}
              dir="auto"
              rows={Math.min(8, own.split('\n').length + 1)}
              value={own}
              onChange={(event) => onAnswer({ value: event.target.value })}
            />
          )}
        </>
      )}
    </fieldset>
  );
}

function textIn(value: Json): string {
  return typeof value === 'string' ? value : '';
}

/** A value with its changes marked: insertions underlined, deletions struck through, both announced by screen readers. */
function Marked({ before, value }: { readonly before: Json; readonly value: Json }): ReactElement {
  const { messages, format } = useColophon();
  const text = textOf(value, messages, format);
  if (typeof before !== 'string' || typeof value !== 'string' || before === '')
    return (
      <bdi className="colo-merge-value" data-none={value === null || undefined}>
        {text}
      </bdi>
    );
  return (
    <bdi className="colo-merge-value">
      {diffWords(before, value).map((part, index) => {
        if (part.change === 'insert') return <ins key={index}>{part.text}</ins>;
        return part.change === 'delete' ? <del key={index}>{part.text}</del> : <span key={index}>{part.text}</span>;
      })}
    </bdi>
  );
}
