import { useEffect, useMemo, useState } from 'react';
import type { CommentThread } from '../../state/comments/comment-records.ts';
import type { Mentionable } from '../../state/comments/mentions.ts';
import { readList } from '../../state/read-list.ts';
import { useColophon } from '../provider/colophon-context.ts';

/** The people who can be mentioned: those of the host, else the tenant's members, if the user may list them, and people in the threads. */
export function usePeople(given: readonly Mentionable[] | undefined, threads: readonly CommentThread[]): readonly Mentionable[] {
  const { client, role, user } = useColophon();
  const [members, setMembers] = useState<readonly Mentionable[]>([]);
  const isAsked = given === undefined && role === 'admin';
  useEffect(() => {
    if (!isAsked || client === null) return undefined;
    const control = new AbortController();
    readList<Record<string, unknown>>(client, '/members', { signal: control.signal })
      .then((items) => items.flatMap(personOf))
      .then((read) => !control.signal.aborted && setMembers(read))
      // Names are optional: the people in the threads are offered without it.
      .catch(() => undefined);
    return () => control.abort();
  }, [client, isAsked]);
  return useMemo(() => {
    if (given !== undefined) return given;
    const seen = threads
      .flatMap((thread) => [thread, ...thread.replies])
      .flatMap(({ authorId, authorName }) => (authorId && authorName && authorId !== user?.id ? [{ id: authorId, name: authorName }] : []));
    return [...new Map([...members, ...seen].map((person) => [person.id, person])).values()];
  }, [given, members, threads, user]);
}

function personOf({ userId, name }: Record<string, unknown>): readonly Mentionable[] {
  return typeof userId === 'string' && typeof name === 'string' && name !== '' ? [{ id: userId, name }] : [];
}
