import { isPlainObject } from '@colophon/base';
import { useEffect, useMemo, useState } from 'react';
import type { CommentThread } from '../../state/comments/comment-records.ts';
import type { Mentionable } from '../../state/comments/mentions.ts';
import { type ColophonClient, send } from '../../state/client-port.ts';
import { readItems } from '../../state/read-answer.ts';
import { readList } from '../../state/read-list.ts';
import { useColophon } from '../provider/colophon-context.ts';

/** The people who can be mentioned: those of the host, else the tenant's members or, for those who may not list them, who works on its pieces, and people in the threads. */
export function usePeople(given: readonly Mentionable[] | undefined, threads: readonly CommentThread[]): readonly Mentionable[] {
  const { client, role, user } = useColophon();
  const [members, setMembers] = useState<readonly Mentionable[]>([]);
  const isAsked = given === undefined && role !== null;
  const isAdmin = role === 'admin';
  useEffect(() => {
    if (!isAsked || client === null) return undefined;
    const control = new AbortController();
    (isAdmin ? readMembers(client, control.signal) : readColleagues(client, control.signal))
      .then((read) => !control.signal.aborted && setMembers(read))
      // Names are optional: the people in the threads are offered without it.
      .catch(() => undefined);
    return () => control.abort();
  }, [client, isAsked, isAdmin]);
  return useMemo(() => {
    if (given !== undefined) return given;
    const seen = threads
      .flatMap((thread) => [thread, ...thread.replies])
      .flatMap(({ authorId, authorName }) => (authorId && authorName && authorId !== user?.id ? [{ id: authorId, name: authorName }] : []));
    return [...new Map([...members, ...seen].map((person) => [person.id, person])).values()];
  }, [given, members, threads, user]);
}

async function readMembers(client: ColophonClient, signal: AbortSignal): Promise<readonly Mentionable[]> {
  return (await readList<Record<string, unknown>>(client, '/members', { signal })).flatMap(personOf);
}

/** The latest pieces whose people are offered. */
const LATEST = 100;

/** Those who wrote or changed the latest pieces: only admins may list all members. */
async function readColleagues(client: ColophonClient, signal: AbortSignal): Promise<readonly Mentionable[]> {
  const query = { orderBy: '-updated_at', limit: LATEST, count: 'none' };
  const { value } = await send(client, 'get', '/contents', { params: { query }, signal });
  const people = readItems<{ readonly createdBy?: unknown; readonly updatedBy?: unknown }>(value)
    .flatMap(({ createdBy, updatedBy }) => [createdBy, updatedBy])
    .flatMap((person) => (isPlainObject(person) ? personOf({ userId: person['id'], name: person['name'] }) : []));
  return [...new Map(people.map((person) => [person.id, person])).values()];
}

function personOf({ userId, name }: Record<string, unknown>): readonly Mentionable[] {
  return typeof userId === 'string' && typeof name === 'string' && name !== '' ? [{ id: userId, name }] : [];
}
