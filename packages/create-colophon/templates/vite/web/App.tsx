import { createClient, newIntent, ProblemError } from '@colophon/client';
import { type FormEvent, useEffect, useState } from 'react';
import type { components, paths } from './api.d.ts';

type Note = components['schemas']['Note'];

// The page and the API have one origin: the session of the browser is who calls.
const client = createClient<paths>();

export function App() {
  const [notes, setNotes] = useState<readonly Note[]>();
  const [fault, setFault] = useState<string>();
  const load = (): Promise<void> =>
    client.get('/notes', { params: { query: { orderBy: '-created_at' } } }).then(({ items }) => setNotes(items), report);
  const report = (error: unknown): void => {
    const isSignedOut = ProblemError.isInstance(error) && error.status === 401;
    setFault(isSignedOut ? 'Sign in to write notes.' : error instanceof Error ? error.message : String(error));
  };
  useEffect(() => void load(), []);
  const add = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const title = new FormData(form).get('title');
    if (typeof title !== 'string') return;
    setFault(undefined);
    try {
      await client.post('/notes', { body: { title }, intent: newIntent() });
      form.reset();
      await load();
    } catch (error) {
      report(error);
    }
  };
  return (
    <main>
      <h1>Notebook</h1>
      <form onSubmit={(event) => void add(event)}>
        <label>
          Title <input name="title" required maxLength={200} />
        </label>
        <button>Add</button> <a href="/sign-in">Sign in</a>
      </form>
      {fault !== undefined && <p role="alert">{fault}</p>}
      {notes === undefined ? (
        <p>Loading…</p>
      ) : (
        <ul>
          {notes.map(({ id, title }) => (
            <li key={id}>{title}</li>
          ))}
        </ul>
      )}
    </main>
  );
}
