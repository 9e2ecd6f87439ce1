import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NewsroomProcess, startNewsroom } from './testing/newsroom-process.ts';

describe('the files of a Newsroom after a person was erased', () => {
  let newsroom: NewsroomProcess;
  let token = '';
  beforeAll(async () => {
    newsroom = await startNewsroom({ NEWSROOM_SEED: 'none' });
    token = newsroom.run('token', 'create', '--role', 'admin').stdout.trim();
    await api('POST', '/content-contribution-types', { key: 'letter', promotion: { targetContentType: 'note' } });
  });
  afterAll(() => newsroom.dispose());

  async function api(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${newsroom.url}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Connection: 'close' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  }
  /** The files below the data folder in which a text stands, in the case of the database's words too. */
  function filesWith(text: string): string[] {
    const folder = join(newsroom.directory, 'data');
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    const needle = text.toLowerCase();
    return files
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => readFileSync(path, 'latin1').toLowerCase().includes(needle));
  }
  async function contribute(mark: string, body: string): Promise<{ id: string; contributorId: string }> {
    const letter = {
      typeKey: 'letter',
      contributorEmail: `${mark}-mail@example.org`,
      contributorName: `${mark}name`,
      title: 'A letter',
      body,
    };
    return ((await api('POST', '/content-contributions/submit', letter)) as { contribution: { id: string; contributorId: string } })
      .contribution;
  }

  it('have nothing of their address, name, texts and the notes about them: rows, indexes, words, the log, by the command', async () => {
    const { id } = await contribute('zebulonovich', 'I am zebulonovichtext. '.repeat(2000));
    await api('POST', `/content-contributions/${id}/reject`, { editorNote: 'That is zebulonovichnote again.' });
    for (const part of ['-mail', 'name', 'text', 'note']) expect(filesWith(`zebulonovich${part}`)).not.toEqual([]);
    const { status, stdout } = newsroom.run('person', 'erase', '--email', 'zebulonovich-mail@example.org');
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { storage: 'done' }]);
    expect(filesWith('zebulonovich')).toEqual([]);
  });

  it('have nothing of their address if it is done by the API, and audit entries never had the byline', async () => {
    const { id, contributorId } = await contribute('quintillius', 'It rained.');
    await api('POST', `/content-contributions/${id}/approve`, {});
    await api('POST', `/content-contributors/${contributorId}/erase`, { removeByline: true });
    await expect.poll(() => filesWith('quintillius-mail'), { timeout: 20_000, interval: 200 }).toEqual([]);
    const entries = await api('GET', '/audit-entries?limit=200');
    expect(JSON.stringify(entries)).toContain('"authors":"[personal]"');
    expect(JSON.stringify(entries)).not.toContain('quintillius');
    expect(newsroom.run('audit', 'verify').stdout).toMatch(/The (?:chain|audit log) is intact/);
  });
});
