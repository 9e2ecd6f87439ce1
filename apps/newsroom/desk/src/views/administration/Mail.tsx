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
  { value: 'waiting,sending', label: 'Pending' },
  { value: 'failed', label: 'Failed' },
  { value: 'sent', label: 'Sent' },
  { value: 'dropped', label: 'Not sent' },
  { value: 'held', label: 'Held' },
] as const;
const STATES = {
  waiting: { tone: 'neutral', label: 'pending' },
  sending: { tone: 'warning', label: 'sending' },
  sent: { tone: 'success', label: 'sent' },
  failed: { tone: 'danger', label: 'failed' },
  dropped: { tone: 'neutral', label: 'not sent' },
  held: { tone: 'warning', label: 'held' },
} as const;

/** Texts for the codes of docs/mail.md; unknown codes are shown as they are. */
const REASONS: Readonly<Record<string, string>> = {
  refused: 'permanently rejected by the receiving server',
  unsubscribed: 'the recipient has unsubscribed',
  address_refused: 'the address was rejected recently',
  recipient_gone: 'the recipient no longer has access',
  nothing_to_say: 'no longer relevant',
  erased: 'the recipient’s data was erased',
  restored: 'was pending when a backup was made that has been restored; it may have been sent since',
};

/** Milliseconds between two looks at the log while a mail is pending. */
const PENDING_ASKED_EVERY = 10_000;

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

/** The log of outgoing emails with their delivery status. Contents are not stored. */
export function Mail(): ReactElement {
  const status = useStatus();
  const list = useList<OutgoingMail>('/mail-outbox', {
    query: { ...(status !== '' && { 'status[in]': status }), orderBy: '-created_at' },
    askAgainIn: (items) => (items.some(({ status: state }) => state === 'waiting' || state === 'sending') ? PENDING_ASKED_EVERY : null),
  });
  return (
    <View title="Email log" lead="Emails to editors and contributors, with their delivery status. Contents are not stored.">
      <StatusChoice options={WHICH} />
      <ListBody list={list} empty={status === '' ? 'No emails yet. To send email, set MAIL_URL and MAIL_FROM.' : 'No matching emails.'}>
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
        {reason !== null && <p className="colo-quiet">Reason: {REASONS[reason] ?? reason}</p>}
      </div>
      {(status === 'failed' || status === 'held') && (
        <RowAction
          label="Try again"
          of={to}
          work={() => api.post('/mail-outbox/{id}/retry', { path: { id } })}
          done="Email queued."
          onDone={onDone}
        />
      )}
    </li>
  );
}
