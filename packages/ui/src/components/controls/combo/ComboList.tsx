import { type ReactElement, type RefObject, useLayoutEffect, useRef } from 'react';
import { commonEn } from '../../../messages/common/en.ts';
import { useWords } from '../../provider/use-words.ts';
import { placeLayer } from '../place-layer.ts';
import type { ComboOption } from './combo-option.ts';

export interface ComboListProps {
  readonly id: string;
  readonly options: readonly ComboOption[];
  /** The option that the arrow keys have reached; null for none. */
  readonly active: number | null;
  readonly isOpen: boolean;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onChoose: (option: ComboOption) => void;
}

/** The list of a combobox, over the page. The focus stays in the input. */
export function ComboList(props: ComboListProps): ReactElement | null {
  return props.isOpen ? <OpenList {...props} /> : null;
}

function OpenList({ id, options, active, field, onChoose }: ComboListProps): ReactElement {
  const words = useWords(commonEn);
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const layer = list.current;
    layer?.showPopover();
    const place = (): void => {
      const opener = field.current?.closest<HTMLElement>('.colo-tokens') ?? field.current;
      if (!layer || !opener) return;
      layer.style.inlineSize = `${Math.max(200, opener.offsetWidth)}px`;
      placeLayer(layer, opener, 'start');
    };
    place();
    const observer = new ResizeObserver(place);
    if (layer) observer.observe(layer);
    addEventListener('scroll', place, { capture: true, passive: true });
    addEventListener('resize', place);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', place, { capture: true });
      removeEventListener('resize', place);
    };
  }, [field]);
  useLayoutEffect(() => {
    if (active !== null) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <ul
      ref={list}
      id={id}
      popover="manual"
      className="colo-popover-layer colo-combo-list"
      role="listbox"
      aria-label={words['combo.list']}
      data-placed
    >
      {options.map((option, index) => (
        // Chosen by the keys of the input. Pressing it with a pointer must not take the focus from there.
        <li
          key={option.value}
          id={`${id}-${index}`}
          role="option"
          className="colo-combo-option"
          aria-selected={index === active}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
        >
          <bdi>{option.label}</bdi>
          {option.note && (
            <small>
              <bdi>{option.note}</bdi>
            </small>
          )}
        </li>
      ))}
    </ul>
  );
}
