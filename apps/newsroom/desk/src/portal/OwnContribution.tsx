import { useColophon } from '@colophon/ui';
import type { ContributionRecord } from '@colophon/ui/contributions';
import { Busy, Notice, ProblemNotice, SavedForm, TextAreaField, TextField } from '@colophon/ui/controls';
import { type ReactElement, useState } from 'react';
import { Link } from 'wouter';
import { api } from '../api/api.ts';
import { useAnswer, useRefresh } from '../api/use-answer.ts';
import { View } from '../shell/View.tsx';

/** One contribution of one's own: what an editor asks, what was sent, and where it may still be changed, that. */
export function OwnContribution({ id }: { readonly id: string }): ReactElement {
  const { format } = useColophon();
  const { value, problem, refresh } = useAnswer<ContributionRecord>('/content-contributions/{id}', { path: { id } });
  const title = value?.title || 'What you sent in';
  return (
    <View title={title}>
      {problem && <ProblemNotice problem={problem} onRetry={refresh} />}
      {value === undefined && problem === null && <Busy />}
      {value?.status === 'needs_changes' && value.requestedChanges && (
        <Notice tone="warning">
          <p>
            <strong>An editor asks you to change something:</strong>
          </p>
          <blockquote dir="auto">{value.requestedChanges}</blockquote>
        </Notice>
      )}
      {value && <p className="colo-quiet">Sent in {format.dateTime(value.receivedAt)}</p>}
      {value?.allowedActions?.includes('revise') ? (
        <Revision key={value.rev} contribution={value} />
      ) : (
        value && (
          <div className="desk-box desk-difference-text" dir="auto">
            {value.body}
          </div>
        )
      )}
      {value && value.attachments && value.attachments.length > 0 && (
        <ul aria-label="Files">
          {value.attachments.map(({ id: fileId, filename }) => (
            <li key={fileId}>
              <bdi>{filename}</bdi>
            </li>
          ))}
        </ul>
      )}
      <p>
        <Link href="/">Back to your contributions</Link>
      </p>
    </View>
  );
}

/** Sends it again with changes; files that were sent stay. */
function Revision({ contribution }: { readonly contribution: ContributionRecord }): ReactElement {
  const refresh = useRefresh();
  const { id, rev } = contribution;
  const [title, setTitle] = useState(contribution.title ?? '');
  const [body, setBody] = useState(contribution.body ?? '');
  return (
    <div className="desk-box">
      <SavedForm
        label="Change it"
        saveLabel="Send it again"
        onSave={async () => {
          const changed = { title: title.trim() === '' ? null : title, body };
          await api.post('/content-contributions/{id}/revisions', { path: { id }, body: changed, ifMatch: rev });
          await refresh('/content-contributions');
        }}
      >
        {(faultOf) => (
          <>
            <TextField label="Title" value={title} onChange={setTitle} error={faultOf('title')} />
            <TextAreaField label="Text" value={body} onChange={setBody} error={faultOf('body')} input={{ rows: 14 }} />
          </>
        )}
      </SavedForm>
    </div>
  );
}
