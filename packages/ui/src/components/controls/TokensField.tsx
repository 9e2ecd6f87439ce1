import { type KeyboardEvent, type ReactElement, useId, useRef, useState } from 'react';
import { commonEn } from '../../messages/common/en.ts';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';
import { Field, type FieldProps } from './Field.tsx';

interface TokensFieldProps extends FieldProps {
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  /** Suggestions while typing; other values can be added, too. */
  readonly suggestions?: readonly string[];
  /** Called with the typed text, to look up suggestions. */
  readonly onType?: (text: string) => void;
  /** A note after a value: `new`. */
  readonly noteOf?: (value: string) => string | null;
}

/**
 * A list of unique short texts: Enter or a comma adds the typed text, Backspace in the empty field removes the last one, and each
 * has a button that removes it.
 */
export function TokensField({ values, onChange, suggestions = [], onType, noteOf, ...field }: TokensFieldProps): ReactElement {
  const { announce } = useColophon();
  const words = useWords(commonEn);
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const type = (next: string): void => {
    setText(next);
    onType?.(next);
  };
  const add = (given: string): void => {
    const added = given.split(',').map((each) => each.trim());
    const next = [...new Set([...values, ...added])].filter((each) => each !== '');
    if (next.length > values.length) onChange(next);
    type('');
  };
  const remove = (value: string): void => {
    onChange(values.filter((each) => each !== value));
    announce(words['tokens.removed']({ value }));
    input.current?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const last = values.at(-1);
    if (event.key === 'Backspace' && text === '' && last !== undefined) remove(last);
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    add(text);
  };
  return (
    <Field {...field}>
      {(ids) => (
        <div className="colo-tokens">
          {values.map((value) => (
            <span key={value} className="colo-token">
              <bdi>{value}</bdi>
              {noteOf?.(value) && <small>{noteOf(value)}</small>}
              <button
                type="button"
                className="colo-token-remove"
                aria-label={words['tokens.remove']({ value })}
                onClick={() => remove(value)}
              >
                ×
              </button>
            </span>
          ))}
          <input
            {...ids}
            ref={input}
            dir="auto"
            className="colo-tokens-input"
            list={list}
            autoComplete="off"
            value={text}
            onChange={({ currentTarget: { value } }) => (value.includes(',') ? add(value) : type(value))}
            onKeyDown={press}
            onBlur={() => add(text)}
          />
          <datalist id={list}>
            {suggestions
              .filter((each) => !values.includes(each))
              .map((each) => (
                <option key={each} value={each} />
              ))}
          </datalist>
        </div>
      )}
    </Field>
  );
}
