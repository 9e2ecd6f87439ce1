import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import { commonEn } from '../../messages/common/en.ts';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';
import { type ComboOption, optionNamed, optionsFor } from './combo/combo-option.ts';
import { ComboList } from './combo/ComboList.tsx';
import { useCombo } from './combo/use-combo.ts';
import { Field, type FieldProps } from './Field.tsx';

interface TokensFieldProps extends FieldProps {
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  /** Values to choose from while typing; others can be added, too. */
  readonly options?: readonly ComboOption[];
  /** Called with the typed text, to look up the options, which are then all offered; without it, those that contain the text are. */
  readonly onType?: (text: string) => void;
  /** The name of a value; default: the value itself. */
  readonly nameOf?: (value: string) => string;
  /** A note after a value: `new`. */
  readonly noteOf?: (value: string) => string | null;
}

const NO_OPTIONS: readonly ComboOption[] = [];

/**
 * A list of unique short texts. Enter or a comma adds the typed text, or the value that it names; Backspace in the empty field removes
 * the last one, and each has a button that removes it. Text that was not added stays in the field, which says so.
 */
export function TokensField(props: TokensFieldProps): ReactElement {
  const { values, onChange, options = NO_OPTIONS, onType, nameOf = (value) => value, noteOf, ...field } = props;
  const { announce } = useColophon();
  const words = useWords(commonEn);
  const [text, setText] = useState('');
  const [hasFocus, setHasFocus] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const type = (next: string): void => {
    setText(next);
    onType?.(next);
  };
  const add = (given: readonly string[]): void => {
    const next = [...new Set([...values, ...given])].filter((each) => each !== '');
    if (next.length > values.length) onChange(next);
    type('');
  };
  const others = options.filter(({ value }) => !values.includes(value));
  const typed = text.trim();
  const offered = typed === '' && onType ? NO_OPTIONS : onType ? others : optionsFor(others, typed);
  const isNew = options.length > 0 && typed !== '' && !values.includes(typed) && optionNamed(options, typed) === undefined;
  const combo = useCombo({
    options: isNew ? [...offered, { value: typed, label: words['combo.add']({ text: typed }) }] : offered,
    onChoose: ({ value }) => add([value]),
  });
  const addTyped = (given: string): void => add(given.split(',').map((each) => optionNamed(options, each)?.value ?? each.trim()));
  const remove = (value: string): void => {
    onChange(values.filter((each) => each !== value));
    announce(words['tokens.removed']({ value: nameOf(value) }));
    input.current?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || combo.press(event)) return;
    const last = values.at(-1);
    if (event.key === 'Backspace' && text === '' && last !== undefined) remove(last);
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    combo.close();
    addTyped(text);
  };
  const pending = typed !== '' && !hasFocus ? words['tokens.pending']({ text: typed }) : null;
  return (
    <Field {...field} hint={pending ?? field.hint}>
      {(ids) => (
        <div className="colo-tokens">
          {values.map((value) => (
            <Token key={value} name={nameOf(value)} note={noteOf?.(value) ?? null} onRemove={() => remove(value)} />
          ))}
          <input
            {...ids}
            {...(options.length > 0 || onType ? combo.input : { autoComplete: 'off' })}
            ref={(element) => {
              input.current = element;
              combo.setInput(element);
            }}
            dir="auto"
            className="colo-tokens-input"
            value={text}
            onChange={({ currentTarget: { value } }) => {
              combo.open();
              if (value.includes(',')) addTyped(value);
              else type(value);
            }}
            onKeyDown={press}
            onFocus={() => setHasFocus(true)}
            onBlur={() => {
              setHasFocus(false);
              combo.close();
            }}
          />
          <ComboList {...combo.list} />
        </div>
      )}
    </Field>
  );
}

interface TokenProps {
  readonly name: string;
  readonly note: string | null;
  readonly onRemove: () => void;
}

/** One value, with the button that removes it. */
function Token({ name, note, onRemove }: TokenProps): ReactElement {
  const words = useWords(commonEn);
  return (
    <span className="colo-token">
      <bdi>{name}</bdi>
      {note !== null && <small>{note}</small>}
      <button type="button" className="colo-token-remove" aria-label={words['tokens.remove']({ value: name })} onClick={onRemove}>
        ×
      </button>
    </span>
  );
}
