import { type ReactElement, useState } from 'react';
import { contributionsEn } from '../../messages/contributions/en.ts';
import type { ContributionType } from '../../state/contributions/records.ts';
import { problemOf } from '../../state/editor/editor-problem.ts';
import { classNames, type RootProps } from '../class-names.ts';
import { Guard } from '../controls/Guard.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';
import { ContributionTypeForm } from './ContributionTypeForm.tsx';

export interface ContentContributionTypeManagerProps extends RootProps {
  readonly types: readonly ContributionType[];
  /** Saves a type; an exception is shown, errors of fields at the fields. */
  readonly onSave: (type: ContributionType) => Promise<void>;
  /** Deletes the type with a key; an exception is shown. */
  readonly onDelete: (key: string) => Promise<void>;
}

const NEW: ContributionType = {
  key: '',
  label: '',
  enabled: true,
  allowedChannels: ['web'],
  allowText: true,
  allowFiles: false,
  allowEmptyText: false,
  openTo: 'anyone',
  intakeRules: { maxFiles: 10, allowedMimePatterns: [], quarantineTextPatterns: [] },
  promotion: { targetContentType: 'article', targetContentStatus: 'draft', autoPromoteTrusted: false, createAssets: true },
};

/** Manages contribution types: accepted content, quarantine rules and promotion. */
export function ContentContributionTypeManager(props: ContentContributionTypeManagerProps): ReactElement {
  return (
    <Guard>
      <GuardedTypes {...props} />
    </Guard>
  );
}

function GuardedTypes({ types, onSave, onDelete, className, id }: ContentContributionTypeManagerProps): ReactElement {
  const { announce } = useColophon();
  const words = useWords(contributionsEn);
  const [open, setOpen] = useState<string | null>(null);
  const [fault, setFault] = useState<{ readonly key: string; readonly detail: string } | null>(null);
  const save = async (type: ContributionType): Promise<void> => {
    await onSave(type);
    setOpen(null);
  };
  const remove = async (key: string): Promise<void> => {
    setFault(null);
    try {
      await onDelete(key);
      announce(words['types.deleted']);
    } catch (error) {
      const { detail, hint } = problemOf(error);
      setFault({ key, detail: [detail, hint].filter(Boolean).join(' ') });
    }
  };
  return (
    <section className={classNames('colo-scope colo-stack', className)} id={id} aria-label={words['types.label']}>
      {types.length === 0 && <p className="colo-list-empty">{words['types.empty']}</p>}
      <ul className="colo-gov-rows">
        {types.map((type) => {
          const name = type.label || type.key;
          return (
            <li key={type.key} className="colo-gov-row" data-state={type.enabled ? 'good' : undefined}>
              <div className="colo-row">
                <span className="colo-row-main">
                  <bdi>
                    <strong>{name}</strong>
                  </bdi>{' '}
                  <span className="colo-label" data-tone={type.enabled ? 'success' : 'neutral'}>
                    {type.enabled ? words['types.enabled'] : words['types.disabled']}
                  </span>{' '}
                  <bdi className="colo-quiet">→ {type.promotion.targetContentType}</bdi>
                </span>
                <button
                  type="button"
                  className="colo-list-small"
                  aria-expanded={open === type.key}
                  onClick={() => setOpen(open === type.key ? null : type.key)}
                >
                  {words['types.edit']}
                  <span className="colo-visually-hidden"> {name}</span>
                </button>
                <button type="button" className="colo-list-small" data-kind="danger" onClick={() => void remove(type.key)}>
                  {words['types.delete']}
                  <span className="colo-visually-hidden"> {name}</span>
                </button>
              </div>
              {fault?.key === type.key && (
                <p className="colo-field-error" role="alert">
                  {fault.detail}
                </p>
              )}
              {open === type.key && <ContributionTypeForm type={type} isNew={false} onSave={save} onCancel={() => setOpen(null)} />}
            </li>
          );
        })}
        {open === '' && (
          <li className="colo-gov-row">
            <ContributionTypeForm type={NEW} isNew onSave={save} onCancel={() => setOpen(null)} />
          </li>
        )}
      </ul>
      <div className="colo-actions">
        <button type="button" className="colo-button" onClick={() => setOpen('')}>
          {words['types.new']}
        </button>
      </div>
    </section>
  );
}
