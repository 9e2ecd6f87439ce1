import { useColophon } from '@colophon/ui';
import { SavedForm, SelectField, SwitchField } from '@colophon/ui/controls';
import { type ReactElement, useState } from 'react';
import { api } from '../../api/api.ts';
import { useAnswer, useRefresh } from '../../api/use-answer.ts';
import { ConfirmButton } from '../../parts/ConfirmButton.tsx';
import { ListBody } from '../../parts/ListBody.tsx';
import { Secret } from '../../parts/Secret.tsx';

const DAY = 86_400;
const LASTS = [
  { value: String(DAY / 24), label: '1 hour' },
  { value: String(DAY), label: '1 day' },
  { value: String(3 * DAY), label: '3 days' },
  { value: String(7 * DAY), label: '7 days' },
];

interface PreviewLink {
  readonly id: string;
  readonly createdBy: { readonly name: string | null } | null;
  readonly created_at: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
  readonly withAutosave: boolean;
}

/** Preview links, which show the piece to people without an account until they expire. */
export function PreviewLinks({ id }: { readonly id: string }): ReactElement {
  const { format } = useColophon();
  const refresh = useRefresh();
  const path = { id };
  const {
    value,
    problem,
    refresh: retry,
  } = useAnswer<{ readonly items: readonly PreviewLink[] }>('/contents/{id}/preview-links', { path });
  const list = { value: value?.items, problem, refresh: retry, count: null, more: null };
  // The time of rendering is close enough: the server rejects a link that expires later.
  const [now] = useState(() => Date.now());
  return (
    <>
      <p className="desk-lead">
        Anyone with a preview link can read the current state of the piece without an account, until the link expires. Search engines do not
        index previews.
      </p>
      <NewPreviewLink id={id} />
      <h2>Links</h2>
      <ListBody list={list} empty="No preview links yet.">
        {(items) => (
          <ul className="desk-rows">
            {items.map((link) => {
              const isOver = link.revokedAt !== null || Date.parse(link.expiresAt) <= now;
              const name = `link created ${format.dateTime(link.created_at)}`;
              return (
                <li key={link.id}>
                  <span className="desk-row-main">
                    <strong>
                      <bdi>{link.createdBy?.name ?? 'Unknown user'}</bdi>
                    </strong>{' '}
                    <span className="colo-label" data-tone={isOver ? 'neutral' : 'success'}>
                      {isOver ? 'expired' : 'active'}
                    </span>{' '}
                    <span className="colo-quiet">
                      created {format.dateTime(link.created_at)} ·{' '}
                      {isOver
                        ? `expired ${format.dateTime(link.revokedAt ?? link.expiresAt)}`
                        : `expires ${format.dateTime(link.expiresAt)}`}
                      {link.withAutosave && ' · includes unsaved edits'}
                    </span>
                  </span>
                  {!isOver && (
                    <ConfirmButton
                      label="Revoke"
                      of={name}
                      title="Revoke this link?"
                      confirm="Revoke"
                      done="Link revoked."
                      onConfirm={async () => {
                        await api.delete('/contents/{id}/preview-links/{linkId}', { path: { id, linkId: link.id } });
                        await refresh('/contents/{id}/preview-links');
                      }}
                    >
                      <p>The link stops working immediately.</p>
                    </ConfirmButton>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </ListBody>
    </>
  );
}

/** Creates a link, which is shown once. */
function NewPreviewLink({ id }: { readonly id: string }): ReactElement {
  const refresh = useRefresh();
  const [expiresIn, setExpiresIn] = useState(String(DAY));
  const [withAutosave, setWithAutosave] = useState(false);
  const [url, setUrl] = useState<string | null>(null);
  if (url !== null)
    return (
      <Secret label="Preview link" value={url} onClose={() => setUrl(null)}>
        Send this link to your readers. It is not shown again, but you can create another.
      </Secret>
    );
  return (
    <div className="desk-box">
      <SavedForm
        label="New preview link"
        saveLabel="Create link"
        onSave={async () => {
          const body = { expiresIn: Number(expiresIn), withAutosave };
          const made = await api.postOnce<{ readonly url: string }>('/contents/{id}/preview-links', { path: { id }, body });
          await refresh('/contents/{id}/preview-links');
          setUrl(made.url);
        }}
      >
        {(faultOf) => (
          <>
            <SelectField label="Expires after" value={expiresIn} options={LASTS} onChange={setExpiresIn} error={faultOf('expiresIn')} />
            <SwitchField label="Include my unsaved edits" value={withAutosave} onChange={setWithAutosave} />
          </>
        )}
      </SavedForm>
    </div>
  );
}
