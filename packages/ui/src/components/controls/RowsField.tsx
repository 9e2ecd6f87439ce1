import { type KeyboardEvent, type ReactElement, type ReactNode, useRef } from 'react';
import { definitionsEn } from '../../messages/governance/definitions-en.ts';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';
import { useAfterRender } from './use-after-render.ts';

interface RowsFieldProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly onChange: (rows: readonly Row[]) => void;
  readonly nameOf: (row: Row) => string;
  /** Creates a new row. */
  readonly create: () => Row;
  readonly addLabel: string;
  readonly error?: string | null;
  readonly children: (row: Row, change: (row: Row) => void) => ReactNode;
}

/** An ordered list of rows: added, removed, and moved by buttons or with Alt and the arrow keys. */
export function RowsField<Row>(props: RowsFieldProps<Row>): ReactElement {
  const { label, rows, onChange, nameOf, create, addLabel, error, children } = props;
  const { announce, format } = useColophon();
  const words = useWords(definitionsEn);
  const list = useRef<HTMLOListElement>(null);
  const afterRender = useAfterRender();
  const move = (index: number, step: 1 | -1): void => {
    const [row, other] = [rows[index], rows[index + step]];
    if (row === undefined || other === undefined) return;
    onChange(rows.map((each, at) => (at === index ? other : at === index + step ? row : each)));
    announce(words['defs.moved']({ name: nameOf(row), number: format.number(index + step + 1), total: format.number(rows.length) }));
  };
  const press = (event: KeyboardEvent, index: number): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (!event.altKey || step === 0) return;
    event.preventDefault();
    move(index, step);
    const at = index + step;
    // The focus follows a moved row.
    afterRender(() => list.current?.children[at]?.querySelector<HTMLElement>('select, input, button')?.focus());
  };
  return (
    <fieldset className="colo-gov-verdict">
      <legend>{label}</legend>
      {error && <p className="colo-field-error">{error}</p>}
      <ol className="colo-rows" ref={list}>
        {rows.map((row, index) => (
          <li key={index} className="colo-row" onKeyDown={(event) => press(event, index)}>
            <div className="colo-row-main colo-stack">
              {children(row, (next) => onChange(rows.map((each, at) => (at === index ? next : each))))}
            </div>
            <button
              type="button"
              className="colo-list-small"
              aria-label={`${words['defs.up']}: ${nameOf(row)}`}
              onClick={() => move(index, -1)}
            >
              ↑
            </button>
            <button
              type="button"
              className="colo-list-small"
              aria-label={`${words['defs.down']}: ${nameOf(row)}`}
              onClick={() => move(index, 1)}
            >
              ↓
            </button>
            <button
              type="button"
              className="colo-list-small"
              aria-label={words['defs.remove']({ name: nameOf(row) })}
              onClick={() => onChange(rows.filter((_each, at) => at !== index))}
            >
              ×
            </button>
          </li>
        ))}
      </ol>
      <div className="colo-actions">
        <button type="button" className="colo-button" onClick={() => onChange([...rows, create()])}>
          {addLabel}
        </button>
      </div>
    </fieldset>
  );
}
