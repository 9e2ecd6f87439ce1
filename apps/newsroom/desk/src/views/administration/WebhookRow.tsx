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

/** A webhook with its address, state and actions. */
export function WebhookRow({ webhook, kinds, onChanged }: WebhookRowProps): ReactElement {
  const { format } = useColophon();
  const { run, problem } = useSending();
  const [isTesting, setIsTesting] = useState(false);
  const [isChanging, setIsChanging] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [tested, setTested] = useState<WebhookDelivery | null>(null);
  const { id, rev, url, description, enabled, format: kind } = webhook;
  const name = description ?? url;
  const path = { id };
  if (isChanging)
    return (
      <li>
        <WebhookForm webhook={webhook} kinds={kinds} onClose={() => setIsChanging(false)} />
      </li>
    );
  const setEnabled = async (next: boolean): Promise<void> => {
    setTested(null);
    await run(() => api.patch('/webhooks/{id}', { path, body: { enabled: next }, ifMatch: rev }), next ? 'Enabled.' : 'Disabled.');
    await onChanged();
  };
  const test = async (): Promise<void> => {
    if (isTesting) return;
    // An earlier result would be taken for this one.
    setTested(null);
    setIsTesting(true);
    await run(async () => setTested(await api.postOnce<WebhookDelivery>('/webhooks/{id}/test', { path, body: {} })));
    setIsTesting(false);
    await onChanged();
  };
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
          {webhook.kinds.length === 0 ? 'all events' : webhook.kinds.join(', ')}
          {sinceAndUntil(webhook, format.dateTime)}
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
          <button type="button" className="colo-button" aria-label={`Edit ${name}`} onClick={() => setIsChanging(true)}>
            Edit
          </button>
          <RotateButton webhook={webhook} name={name} onMade={setSecret} onChanged={onChanged} />
          <DeleteButton webhook={webhook} name={name} onChanged={onChanged} />
        </>
      )}
      {(problem || isTesting || tested || secret !== null) && (
        <div className="desk-row-below">
          {problem && <ProblemNotice problem={problem} />}
          <TestResult isTesting={isTesting} tested={tested} />
          {secret !== null && (
            <Secret label={`New signing secret for ${name}`} value={secret} onClose={() => setSecret(null)}>
              Update the receiver within 24 hours. The secret is not shown again.
            </Secret>
          )}
        </div>
      )}
    </li>
  );
}

/** A test that is under way, or its result. */
function TestResult({ isTesting, tested }: { readonly isTesting: boolean; readonly tested: WebhookDelivery | null }): ReactElement | null {
  if (isTesting) return <p role="status">Sending the test. The receiver has 15 seconds to respond.</p>;
  if (tested === null) return null;
  return (
    <p role="status">
      Test {tested.status === 'delivered' ? 'delivered' : 'failed'}: {outcomeOf(tested)}.
    </p>
  );
}

/** Since when it fails, until when nothing is sent, and until when the previous secret is used too. */
function sinceAndUntil({ failures, failingSince, pausedUntil, previousSecretUntil }: Webhook, timeOf: (at: string) => string): string {
  const isToCome = (at: string | null): at is string => at !== null && Date.parse(at) > Date.now();
  return [
    failures > 0 && failingSince !== null ? ` · failing since ${timeOf(failingSince)}` : '',
    isToCome(pausedUntil) ? ` · paused until ${timeOf(pausedUntil)}, as the receiver asked` : '',
    isToCome(previousSecretUntil) ? ` · signed with the previous secret too until ${timeOf(previousSecretUntil)}` : '',
  ].join('');
}

function State({ webhook: { enabled, disabledReason, failures, format } }: { readonly webhook: Webhook }): ReactElement {
  const [tone, label] = disabledReason
    ? ['danger', disabledReason === 'gone' ? 'disabled: receiver gone' : 'disabled: too many failures']
    : !enabled
      ? ['neutral', 'disabled']
      : failures > 0
        ? ['warning', `failing (${failures})`]
        : ['success', format === 'websub' ? 'hub from settings' : 'enabled'];
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
      label="Rotate secret"
      of={name}
      title={`Rotate the secret of ${name}?`}
      confirm="Rotate"
      done="Secret rotated."
      onConfirm={async () => {
        const made = await api.postOnce<{ readonly secret: string }>('/webhooks/{id}/rotate', { path: { id: webhook.id }, body: {} });
        onMade(made.secret);
        await onChanged();
      }}
    >
      <p>For 24 hours, requests are signed with both secrets, so that you can update the receiver.</p>
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
      done="Webhook deleted."
      onConfirm={async () => {
        await api.delete('/webhooks/{id}', { path: { id }, ifMatch: rev });
        await onChanged();
      }}
    >
      <p>No further events are sent, and pending deliveries are dropped.</p>
    </ConfirmButton>
  );
}
