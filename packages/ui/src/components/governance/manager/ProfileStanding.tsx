import { type ReactElement, useState } from 'react';
import { definitionsEn } from '../../../messages/governance/definitions-en.ts';
import { send } from '../../../state/client-port.ts';
import { problemOf } from '../../../state/editor/editor-problem.ts';
import { readItems } from '../../../state/read-answer.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';

/** The maximum number of pieces per request. */
const MOST = 500;

/** Checks the latest pieces against a profile, on request. */
export function ProfileStanding({ profileKey }: { readonly profileKey: string }): ReactElement | null {
  const { client, format } = useColophon();
  const words = useWords(definitionsEn);
  const [said, setSaid] = useState<string | null>(null);
  if (client === null) return null;
  const ask = async (): Promise<void> => {
    try {
      const query = { fields: 'id', orderBy: '-updated_at', limit: MOST, count: 'none' };
      const pieces = await send(client, 'get', '/contents', { params: { query } });
      const contentIds = readItems<{ readonly id: string }>(pieces.value).map(({ id }) => id);
      const standing =
        contentIds.length === 0
          ? []
          : readItems<{ readonly ready: boolean }>(
              (await send(client, 'post', '/contents/readiness', { body: { contentIds, profileKey } })).value,
            );
      const number = format.number(standing.filter(({ ready }) => ready).length);
      setSaid(words['defs.standing.said']({ number, total: format.number(standing.length) }));
    } catch (error) {
      setSaid(problemOf(error).detail);
    }
  };
  return said === null ? (
    <button type="button" className="colo-list-small" onClick={() => void ask()}>
      {words['defs.standing']}
      <span className="colo-visually-hidden"> {profileKey}</span>
    </button>
  ) : (
    <span role="status" className="colo-quiet">
      {said}
    </span>
  );
}
