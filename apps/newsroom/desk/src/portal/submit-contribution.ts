import type { SubmitResult, WebSubmission } from '@colophon/ui/contributions';
import { api } from '../api/api.ts';

interface Answer {
  readonly received?: boolean;
  readonly intake?: Omit<SubmitResult, 'received'>;
}

/** Sends a contribution with its files as a form: whoever is signed in needs no proof of work. */
export async function submitContribution({ files, ...fields }: WebSubmission): Promise<SubmitResult> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== '') form.append(name, value);
  for (const file of files) form.append('files', file, file.name);
  const { intake, received = intake === undefined } = await api.post<Answer>('/content-contributions/submit', { body: form });
  return { received, ...intake };
}
