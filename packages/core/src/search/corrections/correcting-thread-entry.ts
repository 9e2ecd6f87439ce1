import { serveWork } from '../../workers/serve-work.ts';
import { type Candidate, Vocabulary } from './nearest-words.ts';
import type { CorrectingTask } from './correct-words.ts';

/** The vocabularies of this thread, by the database that they belong to. */
const vocabularies = new Map<string, { readonly version: number; readonly words: Vocabulary }>();

serveWork((task: CorrectingTask): readonly Candidate[] | 'unknown' => {
  if (task.words) vocabularies.set(task.of, { version: task.version, words: new Vocabulary(task.words.split('\n'), task.docs) });
  const known = vocabularies.get(task.of);
  if (known?.version !== task.version) return 'unknown';
  return task.word === '' ? [] : known.words.nearest(task.word, task.limit);
});
