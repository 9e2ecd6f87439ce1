import { type ReactElement, type ReactNode, useState } from 'react';
import { definitionsEn } from '../../../messages/governance/definitions-en.ts';
import { problemOf } from '../../../state/editor/editor-problem.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';
import type { DefinitionKind, Definitions, StoredDefinition } from './use-definitions.ts';

type Draft<Definition> = Definition & { readonly id?: string; readonly rev?: number };

interface DefinitionListProps<Definition extends object> {
  readonly kind: DefinitionKind;
  readonly definitions: Definitions;
  readonly items: readonly Definition[];
  /** Creates a new definition. */
  readonly create: Definition;
  readonly keyOf: (definition: Definition) => string;
  readonly nameOf: (definition: Definition) => string;
  readonly aboutOf: (definition: Definition) => string;
  readonly usedBy?: (definition: Definition) => readonly string[];
  readonly detailOf?: (definition: Definition) => ReactNode;
  /** The open row, among all lists. */
  readonly open: string | null;
  readonly onOpen: (row: string | null) => void;
  readonly isReader: boolean;
  readonly children: (draft: Draft<Definition>, onSave: (draft: Draft<Definition>) => Promise<void>, onCancel: () => void) => ReactElement;
}

/** The built-in definitions by key. */
const BUILT_IN = new Set(['facts', 'safety', 'publication', 'correction']);

const ADD = { policies: 'defs.add.policy', profiles: 'defs.add.profile', assignments: 'defs.add.assignment' } as const;

/** Definitions of one kind, as rows that expand to their editor. */
export function DefinitionList<Definition extends object>(props: DefinitionListProps<Definition>): ReactElement {
  const { kind, definitions, items, create, keyOf, open, onOpen, isReader, children } = props;
  const words = useWords(definitionsEn);
  const rowOf = (key: string): string => `${kind} ${key}`;
  const storedOf = (definition: Definition): StoredDefinition | undefined =>
    definitions.stored[kind].findLast((each) => keyOf(each as unknown as Definition) === keyOf(definition));
  const save = async (draft: Draft<Definition>): Promise<void> => {
    await definitions.save(kind, draft);
    onOpen(null);
  };
  const close = (): void => onOpen(null);
  return (
    <section className="colo-stack" aria-label={words[`defs.${kind}`]}>
      <h2 className="colo-gov-heading">{words[`defs.${kind}`]}</h2>
      <p className="colo-quiet">{words[`defs.${kind}.about`]}</p>
      <ul className="colo-gov-rows">
        {items.map((definition) => {
          const key = keyOf(definition);
          const stored = storedOf(definition);
          const draft: Draft<Definition> = stored ? (stored as unknown as Draft<Definition>) : definition;
          return (
            <DefinitionRow key={key} {...props} definition={definition} stored={stored} isOpen={open === rowOf(key)} row={rowOf(key)}>
              {open === rowOf(key) && children(draft, save, close)}
            </DefinitionRow>
          );
        })}
        {open === rowOf('') && <li className="colo-gov-row">{children(create, save, close)}</li>}
      </ul>
      {!isReader && (
        <div className="colo-actions">
          <button type="button" className="colo-button" onClick={() => onOpen(rowOf(''))}>
            {words[ADD[kind]]}
          </button>
        </div>
      )}
      {items.length === 0 && <p className="colo-quiet">{words['defs.none']}</p>}
    </section>
  );
}

interface DefinitionRowProps<Definition extends object> extends Omit<DefinitionListProps<Definition>, 'children'> {
  readonly definition: Definition;
  readonly stored: StoredDefinition | undefined;
  readonly isOpen: boolean;
  readonly row: string;
  readonly children: ReactNode;
}

function DefinitionRow<Definition extends object>(props: DefinitionRowProps<Definition>): ReactElement {
  const { kind, definitions, definition, stored, isOpen, row, onOpen, isReader, keyOf, nameOf, aboutOf, usedBy, detailOf, children } =
    props;
  const { announce, format } = useColophon();
  const words = useWords(definitionsEn);
  const [fault, setFault] = useState<string | null>(null);
  const name = nameOf(definition);
  const isBuiltIn = kind !== 'assignments' && BUILT_IN.has(keyOf(definition));
  const users = usedBy?.(definition) ?? [];
  const origin = stored === undefined ? words['defs.builtIn'] : isBuiltIn ? words['defs.changed'] : words['defs.own'];
  const remove = async (): Promise<void> => {
    if (stored === undefined) return;
    setFault(null);
    try {
      await definitions.remove(kind, stored);
      announce(words['defs.deleted']);
    } catch (error) {
      const { detail, hint } = problemOf(error);
      setFault([detail, hint].filter(Boolean).join(' '));
    }
  };
  return (
    <li className="colo-gov-row">
      <div className="colo-row">
        <span className="colo-row-main">
          <bdi>
            <strong>{name}</strong>
          </bdi>{' '}
          <span className="colo-label" data-tone="neutral">
            {origin}
          </span>{' '}
          <bdi className="colo-quiet">{aboutOf(definition)}</bdi>
          {usedBy && (
            <span className="colo-quiet">
              {' · '}
              {users.length > 0 ? words['defs.usedBy']({ names: format.list(users) }) : words['defs.unused']}
            </span>
          )}
        </span>
        {detailOf?.(definition)}
        {!isReader && (
          <>
            <button type="button" className="colo-list-small" aria-expanded={isOpen} onClick={() => onOpen(isOpen ? null : row)}>
              {words['defs.edit']}
              <span className="colo-visually-hidden"> {name}</span>
            </button>
            {stored && (
              <button type="button" className="colo-list-small" data-kind="danger" onClick={() => void remove()}>
                {isBuiltIn ? words['defs.back'] : words['defs.delete']}
                <span className="colo-visually-hidden"> {name}</span>
              </button>
            )}
          </>
        )}
      </div>
      {fault && (
        <p className="colo-field-error" role="alert">
          {fault}
        </p>
      )}
      {children}
    </li>
  );
}
