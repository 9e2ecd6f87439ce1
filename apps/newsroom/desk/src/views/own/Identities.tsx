import { useColophon } from '@colophon/ui';
import { ProblemNotice } from '@colophon/ui/controls';
import type { ReactElement } from 'react';
import { api } from '../../api/api.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useSending } from '../../api/use-sending.ts';
import { ConfirmButton } from '../../parts/ConfirmButton.tsx';
import { SignInProblem, signInRemedy } from './SignInProblem.tsx';

interface Linked {
  readonly items: readonly { readonly id: string; readonly issuer: string; readonly createdAt: string }[];
  readonly providers: readonly { readonly key: string; readonly name: string; readonly issuer: string }[];
}

/** Linked accounts of identity providers, if any are configured. */
export function Identities(): ReactElement | null {
  const { format } = useColophon();
  const { value, problem: unread, refresh } = useAnswer<Linked>('/session/identities');
  const { run, problem } = useSending();
  if (unread !== null) return <ProblemNotice problem={unread} onRetry={refresh} />;
  if (value === undefined || (value.providers.length === 0 && value.items.length === 0)) return null;
  const nameOf = (issuer: string): string => value.providers.find((each) => each.issuer === issuer)?.name ?? issuer;
  const link = (provider: string): Promise<boolean> =>
    run(async () => {
      const { url } = await api.postOnce<{ readonly url: string }>('/session/identities', { body: { provider } });
      location.assign(url);
    });
  return (
    <section aria-labelledby="identities">
      <h2 id="identities">Linked accounts</h2>
      <SignInProblem problem={problem} />
      <ul className="desk-rows desk-box">
        {value.items.map(({ id, issuer, createdAt }) => (
          <li key={id}>
            <span className="desk-row-main">
              <bdi>
                <strong>{nameOf(issuer)}</strong>
              </bdi>{' '}
              <span className="colo-quiet">linked {format.dateTime(createdAt)}</span>
            </span>
            <ConfirmButton
              label="Unlink"
              of={nameOf(issuer)}
              title={`Unlink ${nameOf(issuer)}?`}
              confirm="Unlink"
              done={`${nameOf(issuer)} was unlinked.`}
              remedy={signInRemedy}
              onConfirm={async () => {
                await api.delete('/session/identities/{id}', { path: { id } });
                refresh();
              }}
            >
              <p>You can no longer sign in with it. You are signed out on all other devices.</p>
            </ConfirmButton>
          </li>
        ))}
        {value.providers
          .filter(({ issuer }) => !value.items.some((each) => each.issuer === issuer))
          .map(({ key, name }) => (
            <li key={key}>
              <span className="desk-row-main">
                <bdi>{name}</bdi>
              </span>
              <button type="button" className="colo-button" onClick={() => void link(key)}>
                Link
              </button>
            </li>
          ))}
      </ul>
    </section>
  );
}
