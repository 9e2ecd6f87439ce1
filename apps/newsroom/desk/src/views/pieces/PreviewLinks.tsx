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
  { value: String(DAY / 24), label: 'An hour' },
  { value: String(DAY), label: 'A day' },
  { value: String(3 * DAY), label: 'Three days' },
  { value: String(7 * DAY), label: 'A week' },
];

interface PreviewLink {
  readonly id: string;
  readonly createdBy: { readonly name: string | null } | null;
  readonly created_at: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
  readonly withAutosave: boolean;
}

/** Links that show the piece to people without an account, until they end. */
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
  // What the page was drawn at is near enough: a link that ends meanwhile is refused by the server.
  const [now] = useState(() => Date.now());
  return (
    <>
      <p className="desk-lead">
        Whoever has such a link reads the piece as it stands, without an account, until the link ends. Nothing of it is found by search
        engines.
      </p>
      <NewPreviewLink id={id} />
      <h2>Links</h2>
      <ListBody list={list} empty="There is no link to this piece.">
        {(items) => (
          <ul className="desk-rows">
            {items.map((link) => {
              const isOver = link.revokedAt !== null || Date.parse(link.expiresAt) <= now;
              const name = `the link of ${format.dateTime(link.created_at)}`;
              return (
                <li key={link.id}>
                  <span className="desk-row-main">
                    <strong>
                      <bdi>{link.createdBy?.name ?? 'Somebody'}</bdi>
                    </strong>{' '}
                    <span className="colo-label" data-tone={isOver ? 'neutral' : 'success'}>
                      {isOver ? 'ended' : 'works'}
                    </span>{' '}
                    <span className="colo-quiet">
                      made {format.dateTime(link.created_at)} ·{' '}
                      {isOver ? `ended ${format.dateTime(link.revokedAt ?? link.expiresAt)}` : `until ${format.dateTime(link.expiresAt)}`}
                      {link.withAutosave && ' · with what was not saved yet'}
                    </span>
                  </span>
                  {!isOver && (
                    <ConfirmButton
                      label="End"
                      of={name}
                      title="End this link?"
                      confirm="End it"
                      done="The link is ended."
                      onConfirm={async () => {
                        await api.delete('/contents/{id}/preview-links/{linkId}', { path: { id, linkId: link.id } });
                        await refresh('/contents/{id}/preview-links');
                      }}
                    >
                      <p>Whoever has it sees nothing any more, from now on.</p>
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

/** Makes a link, whose address is shown once. */
function NewPreviewLink({ id }: { readonly id: string }): ReactElement {
  const refresh = useRefresh();
  const [expiresIn, setExpiresIn] = useState(String(DAY));
  const [withAutosave, setWithAutosave] = useState(false);
  const [url, setUrl] = useState<string | null>(null);
  if (url !== null)
    return (
      <Secret label="The link" value={url} onClose={() => setUrl(null)}>
        Send it to whoever is to read the piece. It is not shown again; another one is made in a moment.
      </Secret>
    );
  return (
    <div className="desk-box">
      <SavedForm
        label="Show it to somebody"
        saveLabel="Make a link"
        onSave={async () => {
          const body = { expiresIn: Number(expiresIn), withAutosave };
          const made = await api.postOnce<{ readonly url: string }>('/contents/{id}/preview-links', { path: { id }, body });
          await refresh('/contents/{id}/preview-links');
          setUrl(made.url);
        }}
      >
        {(faultOf) => (
          <>
            <SelectField label="Works for" value={expiresIn} options={LASTS} onChange={setExpiresIn} error={faultOf('expiresIn')} />
            <SwitchField label="Show what I typed and did not save yet, too" value={withAutosave} onChange={setWithAutosave} />
          </>
        )}
      </SavedForm>
    </div>
  );
}
