import { type InputHTMLAttributes, type ReactElement, useState } from 'react';
import { type ComboOption, optionNamed, optionsFor } from './combo-option.ts';
import { ComboList } from './ComboList.tsx';
import { useCombo } from './use-combo.ts';

export interface ComboInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'list'> {
  readonly value: string;
  /** Called with the value of the option that the text names, else with the text. */
  readonly onChange: (value: string) => void;
  readonly options: readonly ComboOption[];
  /** Called with the typed text, to look up the options, which are then all offered; without it, those that contain the text are. */
  readonly onType?: ((text: string) => void) | undefined;
  /** Called by Enter outside the list. */
  readonly onEnter?: (() => void) | undefined;
}

/** A text input that offers values by their names. Any other text can be typed. */
export function ComboInput({ value, onChange, options, onType, onEnter, ...attributes }: ComboInputProps): ReactElement {
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: string } | null>(null);
  // What is typed stays as it is; a value from elsewhere is shown by its name.
  const named = options.find((option) => option.value === value)?.label ?? value;
  const text = typed?.value === value ? typed.text : named;
  const offered = onType ? options : optionsFor(options, typed?.value === value ? typed.text : '');
  const combo = useCombo({
    options: offered,
    onChoose(option) {
      setTyped({ text: option.label, value: option.value });
      onChange(option.value);
    },
  });
  const type = (next: string): void => {
    const meant = optionNamed(options, next)?.value ?? next;
    setTyped({ text: next, value: meant });
    onType?.(next);
    onChange(meant);
    combo.open();
  };
  return (
    <>
      <input
        dir="auto"
        {...attributes}
        {...combo.input}
        ref={combo.setInput}
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={(event) => {
          if (combo.press(event) || event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          onEnter?.();
        }}
      />
      <ComboList {...combo.list} />
    </>
  );
}
