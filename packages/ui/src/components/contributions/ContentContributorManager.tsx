import { type ReactElement, useState } from 'react';
import { contributionsEn } from '../../messages/contributions/en.ts';
import type { ContributorRecord, TrustLevel } from '../../state/contributions/records.ts';
import { membersOf } from '../../state/members-of.ts';
import { classNames, type RootProps } from '../class-names.ts';
import { ConfirmDialog } from '../controls/ConfirmDialog.tsx';
import { SavedForm } from '../controls/SavedForm.tsx';
import { SelectField } from '../controls/SelectField.tsx';
import { TextField } from '../controls/TextField.tsx';
import { Guard } from '../controls/Guard.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';

export interface ContentContributorManagerProps extends RootProps {
  readonly contributors: readonly ContributorRecord[];
  /** Saves a contributor and their trust level; an exception is shown. */
  readonly onSave: (contributor: ContributorRecord) => Promise<void>;
  /** Erases a contributor, after a confirmation; an exception is shown. */
  readonly onDelete: (id: string) => Promise<void>;
}

const LEVELS = membersOf<TrustLevel>({ standard: true, trusted: true, blocked: true });

/** Contributors with their trust levels. */
export function ContentContributorManager(props: ContentContributorManagerProps): ReactElement {
  return (
    <Guard>
      <GuardedContributors {...props} />
    </Guard>
  );
}

function GuardedContributors({ contributors, onSave, onDelete, className, id }: ContentContributorManagerProps): ReactElement {
  const { format } = useColophon();
  const words = useWords(contributionsEn);
  const [open, setOpen] = useState<string | null>(null);
  const [asked, setAsked] = useState<ContributorRecord | null>(null);
  return (
    <section className={classNames('colo-scope colo-stack', className)} id={id} aria-label={words['people.label']}>
      {contributors.length === 0 && <p className="colo-list-empty">{words['people.empty']}</p>}
      <ul className="colo-gov-rows">
        {contributors.map((person) => {
          const level = person.trustLevel ?? 'standard';
          const name = person.name || person.email;
          return (
            <li
              key={person.id}
              className="colo-gov-row"
              data-state={level === 'trusted' ? 'good' : level === 'blocked' ? 'bad' : undefined}
            >
              <div className="colo-row">
                <span className="colo-row-main">
                  <bdi>
                    <strong>{name}</strong>
                  </bdi>{' '}
                  {person.name && <bdi className="colo-quiet">{person.email}</bdi>}{' '}
                  <span className="colo-label" data-tone={level === 'trusted' ? 'success' : level === 'blocked' ? 'danger' : 'neutral'}>
                    {words[`people.trust.${level}`]}
                  </span>{' '}
                  {person.erasedAt && <span className="colo-quiet">{words['people.erased']}</span>}
                  {person.emailConfirmedAt && (
                    <span className="colo-quiet">
                      {words['people.confirmed']}, {format.date(person.emailConfirmedAt)}
                    </span>
                  )}
                </span>
                {!person.erasedAt && (
                  <>
                    <button
                      type="button"
                      className="colo-list-small"
                      aria-expanded={open === person.id}
                      onClick={() => setOpen(open === person.id ? null : person.id)}
                    >
                      {words['types.edit']}
                      <span className="colo-visually-hidden"> {name}</span>
                    </button>
                    <button type="button" className="colo-list-small" data-kind="danger" onClick={() => setAsked(person)}>
                      {words['people.delete']}
                      <span className="colo-visually-hidden"> {name}</span>
                    </button>
                  </>
                )}
              </div>
              {open === person.id && (
                <PersonForm
                  person={person}
                  onSave={async (changed) => {
                    await onSave(changed);
                    setOpen(null);
                  }}
                  onCancel={() => setOpen(null)}
                />
              )}
            </li>
          );
        })}
      </ul>
      {asked && <EraseDialog person={asked} onErase={onDelete} onClose={() => setAsked(null)} />}
    </section>
  );
}

interface PersonFormProps {
  readonly person: ContributorRecord;
  readonly onSave: (person: ContributorRecord) => Promise<void>;
  readonly onCancel: () => void;
}

function PersonForm({ person, onSave, onCancel }: PersonFormProps): ReactElement {
  const words = useWords(contributionsEn);
  const [draft, setDraft] = useState(person);
  const level = draft.trustLevel ?? 'standard';
  return (
    <SavedForm label={person.name || person.email} onSave={() => onSave(draft)} onCancel={onCancel}>
      {(faultOf) => (
        <>
          <TextField
            label={words['people.name']}
            value={draft.name ?? ''}
            onChange={(name) => setDraft({ ...draft, name: name === '' ? null : name })}
            error={faultOf('name')}
            input={{ maxLength: 200 }}
          />
          <SelectField
            label={words['people.trust']}
            hint={words[`people.says.${level}`]}
            value={level}
            options={LEVELS.map((value) => ({ value, label: words[`people.trust.${value}`] }))}
            onChange={(trustLevel) => setDraft({ ...draft, trustLevel })}
            error={faultOf('trustLevel')}
          />
        </>
      )}
    </SavedForm>
  );
}

interface EraseDialogProps {
  readonly person: ContributorRecord;
  readonly onErase: (id: string) => Promise<void>;
  readonly onClose: () => void;
}

function EraseDialog({ person, onErase, onClose }: EraseDialogProps): ReactElement {
  const { announce } = useColophon();
  const words = useWords(contributionsEn);
  return (
    <ConfirmDialog
      title={person.name || person.email}
      confirm={words['people.delete']}
      onConfirm={() => onErase(person.id)}
      onClose={onClose}
      onDone={() => {
        announce(words['people.deleted']);
        onClose();
      }}
    >
      <p>{words['people.sure']}</p>
    </ConfirmDialog>
  );
}
