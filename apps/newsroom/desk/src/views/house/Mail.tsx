import { useColophon } from '@colophon/ui';
import type { ReactElement } from 'react';
import { api } from '../../api/api.ts';
import { useList } from '../../api/use-answer.ts';
import { ListBody } from '../../parts/ListBody.tsx';
import { RowAction } from '../../parts/RowAction.tsx';
import { StatusChoice, useStatus } from '../../parts/StatusChoice.tsx';
import { View } from '../../shell/View.tsx';

const WHICH = [
  { value: '', label: 'All' },
  { value: 'waiting,sending', label: 'Waiting' },
  { value: 'failed', label: 'Failed' },
  { value: 'sent', label: 'Sent' },
  { value: 'dropped', label: 'Not sent' },
] as const;
const STATES = {
  waiting: { tone: 'neutral', label: 'waiting' },
  sending: { tone: 'warning', label: 'being sent' },
  sent: { tone: 'success', label: 'sent' },
  failed: { tone: 'danger', label: 'failed' },
  dropped: { tone: 'neutral', label: 'not sent' },
} as const;

/** The codes of docs/mail.md in words; others are shown as they are. */
const REASONS: Readonly<Record<string, string>> = {
  refused: 'the server of the address refuses it for good',
  unsubscribed: 'they do not want mails of this kind',
  address_refused: 'the address was refused lately',
  recipient_gone: 'it is not for them any more',
  nothing_to_say: 'it was dealt with meanwhile',
  erased: 'their data was erased',
};

interface OutgoingMail {
  readonly id: string;
  readonly kind: string;
  readonly to: string;
  readonly status: keyof typeof STATES;
  readonly reason: string | null;
  readonly nextAttemptAt: string | null;
  readonly sentAt: string | null;
  readonly created_at: string;
}

/** Mails that go out, and what became of each. What they say is kept nowhere. */
export function Mail(): ReactElement {
  const status = useStatus();
  const list = useList<OutgoingMail>('/mail-outbox', {
    query: { ...(status !== '' && { 'status[in]': status }), orderBy: '-created_at' },
  });
  return (
    <View title="Mail sent" lead="What editors and contributors are told by e-mail, and what became of each. What a mail said is not kept.">
      <StatusChoice options={WHICH} />
      <ListBody
        list={list}
        empty={status === '' ? 'No mail was made yet. None goes out until MAIL_URL and MAIL_FROM are set.' : 'There is no such mail.'}
      >
        {(items) => (
          <ul className="desk-rows">
            {items.map((mail) => (
              <MailRow key={mail.id} mail={mail} onDone={list.refresh} />
            ))}
          </ul>
        )}
      </ListBody>
    </View>
  );
}

function MailRow({ mail, onDone }: { readonly mail: OutgoingMail; readonly onDone: () => void }): ReactElement {
  const { format } = useColophon();
  const { id, kind, to, status, reason, nextAttemptAt, sentAt } = mail;
  return (
    <li>
      <div className="desk-row-main">
        <bdi>
          <strong>{to}</strong>
        </bdi>{' '}
        <span className="colo-label" data-tone={STATES[status].tone}>
          {STATES[status].label}
        </span>{' '}
        <span className="colo-quiet">
          {kind.replaceAll('-', ' ')} · {format.dateTime(sentAt ?? mail.created_at)}
          {nextAttemptAt !== null && status === 'waiting' && ` · due ${format.dateTime(nextAttemptAt)}`}
        </span>
        {reason !== null && <p className="colo-quiet">Why: {REASONS[reason] ?? reason}</p>}
      </div>
      {status === 'failed' && (
        <RowAction
          label="Try again"
          of={to}
          work={() => api.post('/mail-outbox/{id}/retry', { path: { id } })}
          done="It is sent again."
          onDone={onDone}
        />
      )}
    </li>
  );
}
