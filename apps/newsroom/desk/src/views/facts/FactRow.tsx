import { useColophon } from '@colophon/ui';
import { safeLinkAddress } from '@colophon/ui/state';
import { type ReactElement, useState } from 'react';
import { api } from '../../api/api.ts';
import { ConfirmButton } from '../../parts/ConfirmButton.tsx';
import type { Fact } from './fact.ts';
import { FactForm } from './FactForm.tsx';
import { FactUses } from './FactUses.tsx';

const TONES = { active: 'success', disputed: 'warning', superseded: 'neutral', retracted: 'danger' } as const;
const WORDS = { active: 'current', disputed: 'disputed', superseded: 'replaced', retracted: 'withdrawn' } as const;

interface FactRowProps {
  readonly fact: Fact;
  readonly onChanged: () => void;
}

/** A fact with its sources, its uses and its actions. */
export function FactRow({ fact, onChanged }: FactRowProps): ReactElement {
  const { format } = useColophon();
  const [open, setOpen] = useState<'uses' | 'replace' | null>(null);
  const { id, rev, statement, status, sources, confidence } = fact;
  const set = async (to: Fact['status']): Promise<void> => {
    await api.patch('/facts/{id}', { path: { id }, body: { status: to }, ifMatch: rev });
    onChanged();
  };
  return (
    <li>
      <div className="desk-row-main">
        <p className="desk-statement" dir="auto">
          {statement}
        </p>
        <p className="colo-quiet">
          <span className="colo-label" data-tone={TONES[status]}>
            {WORDS[status]}
          </span>{' '}
          {confidence !== null && `${format.number(Math.round(confidence * 100))} % confidence · `}
          {sources.length === 0 ? 'no source · ' : null}
          {sources.map(({ title, url, note }, index) => (
            <span key={index}>
              <SourceLink title={title ?? url ?? note ?? 'source'} url={url} />
              {' · '}
            </span>
          ))}
          {format.date(fact.updated_at)}
        </p>
      </div>
      <button
        type="button"
        className="colo-button"
        aria-expanded={open === 'uses'}
        onClick={() => setOpen(open === 'uses' ? null : 'uses')}
      >
        Used in<span className="colo-visually-hidden">: {statement}</span>
      </button>
      {status !== 'superseded' && (
        <button
          type="button"
          className="colo-button"
          aria-expanded={open === 'replace'}
          onClick={() => setOpen(open === 'replace' ? null : 'replace')}
        >
          Replace<span className="colo-visually-hidden">: {statement}</span>
        </button>
      )}
      {status === 'active' && (
        <ConfirmButton
          label="Withdraw"
          of={statement}
          title="Withdraw this fact?"
          confirm="Withdraw"
          done="Fact withdrawn."
          onConfirm={() => set('retracted')}
        >
          <p dir="auto">{statement}</p>
          <p>It is kept and labeled as withdrawn. These pieces use it:</p>
          <FactUses id={id} />
        </ConfirmButton>
      )}
      {open === 'uses' && (
        <div className="desk-row-below">
          <FactUses id={id} />
        </div>
      )}
      {open === 'replace' && (
        <div className="desk-row-below">
          <FactForm replaces={fact} onDone={() => setOpen(null)} />
        </div>
      )}
    </li>
  );
}

function SourceLink({ title, url }: { readonly title: string; readonly url: string | undefined }): ReactElement {
  const href = url === undefined ? null : safeLinkAddress(url);
  if (href === null) return <bdi>{title}</bdi>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      <bdi>{title}</bdi>
    </a>
  );
}
