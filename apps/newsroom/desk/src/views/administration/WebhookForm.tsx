import { SavedForm, TextField } from '@colophon/ui/controls';
import { type ReactElement, useState } from 'react';
import { api } from '../../api/api.ts';
import { useRefresh } from '../../api/use-answer.ts';
import { Secret } from '../../parts/Secret.tsx';
import type { Webhook, WebhookKind } from './webhook.ts';

interface WebhookFormProps {
  /** The webhook to edit; without it a new one is created. */
  readonly webhook?: Webhook;
  readonly kinds: readonly WebhookKind[];
  readonly onClose: () => void;
}

/** Creates or edits a webhook. The secret of a new one is shown once. */
export function WebhookForm({ webhook, kinds, onClose }: WebhookFormProps): ReactElement {
  const refresh = useRefresh();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [chosen, setChosen] = useState<readonly string[]>(webhook?.kinds ?? []);
  const [secret, setSecret] = useState<string | null>(null);
  if (secret !== null)
    return (
      <Secret label={`Signing secret for ${url}`} value={secret} onClose={onClose}>
        The receiver verifies the signature of requests with it. Copy it now: it is not shown again.
      </Secret>
    );
  const save = async (): Promise<void> => {
    const body = { url, description: description.trim() === '' ? null : description, kinds: chosen };
    if (webhook) {
      await api.patch('/webhooks/{id}', { path: { id: webhook.id }, body, ifMatch: webhook.rev });
      await refresh('/webhooks');
      onClose();
      return;
    }
    const made = await api.postOnce<{ readonly secret: string }>('/webhooks', { body });
    await refresh('/webhooks');
    setSecret(made.secret);
  };
  return (
    <div className="desk-box">
      <SavedForm
        label={webhook ? `Edit ${webhook.description ?? webhook.url}` : 'New webhook'}
        saveLabel={webhook ? 'Save' : 'Create webhook'}
        onSave={save}
        onCancel={onClose}
      >
        {(faultOf) => (
          <>
            <TextField
              label="URL"
              hint="A public HTTPS URL."
              value={url}
              onChange={setUrl}
              error={faultOf('url')}
              input={{ type: 'url', autoComplete: 'off', autoFocus: true, dir: 'ltr' }}
            />
            <TextField
              label="Description"
              value={description}
              onChange={setDescription}
              error={faultOf('description')}
              input={{ autoComplete: 'off' }}
            />
            <fieldset className="desk-checks">
              <legend>Events</legend>
              <label>
                <input type="checkbox" checked={chosen.length === 0} onChange={() => setChosen([])} />
                All events, including future ones
              </label>
              {kinds.map(({ kind, description: says }) => (
                <label key={kind}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(kind)}
                    onChange={({ target }) => setChosen(target.checked ? [...chosen, kind] : chosen.filter((each) => each !== kind))}
                  />
                  <span>
                    {says} <code dir="ltr">{kind}</code>
                  </span>
                </label>
              ))}
              {faultOf('kinds') && <p className="colo-field-error">{faultOf('kinds')}</p>}
            </fieldset>
          </>
        )}
      </SavedForm>
    </div>
  );
}
