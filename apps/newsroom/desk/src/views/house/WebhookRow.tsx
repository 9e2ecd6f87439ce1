import { useColophon } from '@colophon/ui';
import { ProblemNotice } from '@colophon/ui/controls';
import { type ReactElement, useState } from 'react';
import { api } from '../../api/api.ts';
import { useSending } from '../../api/use-sending.ts';
import { ConfirmButton } from '../../parts/ConfirmButton.tsx';
import { Secret } from '../../parts/Secret.tsx';
import { outcomeOf, type Webhook, type WebhookDelivery, type WebhookKind } from './webhook.ts';
import { WebhookForm } from './WebhookForm.tsx';

interface WebhookRowProps {
  readonly webhook: Webhook;
  readonly kinds: readonly WebhookKind[];
  readonly onChanged: () => Promise<void>;
}

/** One webhook: where it goes, whether it works, and what can be done with it. */
export function WebhookRow({ webhook, kinds, onChanged }: WebhookRowProps): ReactElement {
  const { format } = useColophon();
  const { run, problem } = useSending();
  const [isChanging, setIsChanging] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [tested, setTested] = useState<WebhookDelivery | null>(null);
  const { id, rev, url, description, enabled, format: kind, failures, failingSince } = webhook;
  const name = description ?? url;
  const path = { id };
  if (isChanging)
    return (
      <li>
        <WebhookForm webhook={webhook} kinds={kinds} onClose={() => setIsChanging(false)} />
      </li>
    );
  const setEnabled = async (next: boolean): Promise<void> => {
    await run(() => api.patch('/webhooks/{id}', { path, body: { enabled: next }, ifMatch: rev }), next ? 'Enabled.' : 'Disabled.');
    await onChanged();
  };
  const test = (): Promise<boolean> =>
    run(async () => {
      setTested(await api.postOnce<WebhookDelivery>('/webhooks/{id}/test', { path, body: {} }));
      await onChanged();
    });
  return (
    <li>
      <div className="desk-row-main">
        <bdi>
          <strong>{name}</strong>
        </bdi>{' '}
        <State webhook={webhook} />
        <p className="colo-quiet">
          {description !== null && (
            <>
              <bdi dir="ltr">{url}</bdi> ·{' '}
            </>
          )}
          {webhook.kinds.length === 0 ? 'everything' : webhook.kinds.join(', ')}
          {failures > 0 && failingSince !== null && ` · failing since ${format.dateTime(failingSince)}`}
        </p>
      </div>
      <button type="button" className="colo-button" aria-label={`Test ${name}`} onClick={() => void test()}>
        Test
      </button>
      <button
        type="button"
        className="colo-button"
        aria-label={`${enabled ? 'Disable' : 'Enable'} ${name}`}
        onClick={() => void setEnabled(!enabled)}
      >
        {enabled ? 'Disable' : 'Enable'}
      </button>
      {kind === 'standard' && (
        <>
          <button type="button" className="colo-button" aria-label={`Change ${name}`} onClick={() => setIsChanging(true)}>
            Change
          </button>
          <RotateButton webhook={webhook} name={name} onMade={setSecret} onChanged={onChanged} />
          <DeleteButton webhook={webhook} name={name} onChanged={onChanged} />
        </>
      )}
      {(problem || tested || secret !== null) && (
        <div className="desk-row-below">
          {problem && <ProblemNotice problem={problem} />}
          {tested && (
            <p role="status">
              The test {tested.status === 'delivered' ? 'was taken' : 'was not taken'}: {outcomeOf(tested)}.
            </p>
          )}
          {secret !== null && (
            <Secret label={`The new secret of ${name}`} value={secret} onClose={() => setSecret(null)}>
              Put it where the receiver reads it, within 24 hours. It is not shown again.
            </Secret>
          )}
        </div>
      )}
    </li>
  );
}

function State({ webhook: { enabled, disabledReason, failures, format } }: { readonly webhook: Webhook }): ReactElement {
  const [tone, label] = disabledReason
    ? ['danger', disabledReason === 'gone' ? 'disabled: it said that it is gone' : 'disabled: it failed for too long']
    : !enabled
      ? ['neutral', 'disabled']
      : failures > 0
        ? ['warning', `failing (${failures})`]
        : ['success', format === 'websub' ? 'hub of the settings' : 'enabled'];
  return (
    <span className="colo-label" data-tone={tone}>
      {label}
    </span>
  );
}

interface ButtonProps {
  readonly webhook: Webhook;
  readonly name: string;
  readonly onChanged: () => Promise<void>;
}

function RotateButton({ webhook, name, onMade, onChanged }: ButtonProps & { readonly onMade: (secret: string) => void }): ReactElement {
  return (
    <ConfirmButton
      label="New secret"
      of={name}
      title={`Make a new secret for ${name}?`}
      confirm="Make it"
      done="There is a new secret."
      onConfirm={async () => {
        const made = await api.postOnce<{ readonly secret: string }>('/webhooks/{id}/rotate', { path: { id: webhook.id }, body: {} });
        onMade(made.secret);
        await onChanged();
      }}
    >
      <p>For 24 hours requests are signed with both, so that the receiver can be changed meanwhile.</p>
    </ConfirmButton>
  );
}

function DeleteButton({ webhook: { id, rev }, name, onChanged }: ButtonProps): ReactElement {
  return (
    <ConfirmButton
      label="Delete"
      of={name}
      title={`Delete ${name}?`}
      confirm="Delete"
      done="It is told of nothing any more."
      onConfirm={async () => {
        await api.delete('/webhooks/{id}', { path: { id }, ifMatch: rev });
        await onChanged();
      }}
    >
      <p>It is told of nothing any more, and what waits for it is not sent.</p>
    </ConfirmButton>
  );
}
