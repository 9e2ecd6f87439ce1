import type { NewsroomProcess } from '../../src/testing/newsroom-process.ts';

/** A name that tries to be more than one; nothing stricter is taken for a name of a person or a file. */
const NAME = `<img src=x onerror=alert(1)> ${'W'.repeat(120)}`;
/** A text that does, and that turns the direction of what follows. */
const HOSTILE = `${NAME} \u202Eright to left https://evil.example/`;

/** What stands in the newsroom of a test: something of each kind that a view shows. */
export interface Filled {
  readonly pieceId: string;
  readonly contributionId: string;
  /** A draft without anything hostile in it. */
  readonly ownPieceId: string;
}

/** Fills a newsroom over its API, as an admin's program does. */
export async function fillNewsroom(newsroom: NewsroomProcess): Promise<Filled> {
  const token = newsroom.run('token', 'create', '--role', 'admin', '--name', 'test').stdout.trim();
  const post = async <Value = { readonly id: string }>(path: string, body: object): Promise<Value> => {
    const response = await fetch(`${newsroom.url}/api/v1${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Value;
  };
  await post('/contents', { type: 'article', title: 'What is technical debt', body: 'What is owed.', status: 'published' });
  await post('/content-governance-policies', { key: 'desk', label: 'The desk', kind: 'human', instructions: 'Somebody has read it.' });
  await post('/content-governance-profiles', {
    key: 'publication',
    label: 'Publication',
    requirements: [{ policyKey: 'desk', blocking: true }],
  });
  await post('/content-governance-assignments', {
    contentType: 'article',
    enabled: true,
    factLinkingEnabled: true,
    transparencyEnabled: true,
    publicationProfileKey: 'publication',
    correctionProfileKey: 'publication',
    enforcePublishReadiness: true,
  });
  await post('/content-contribution-types', { key: 'letter', label: 'Letters', promotion: { targetContentType: 'article' } });
  const letter = { typeKey: 'letter', contributorEmail: 'jo@example.org', contributorName: NAME, title: HOSTILE, body: HOSTILE };
  const { contribution } = await post<{ readonly contribution: { readonly id: string } }>('/content-contributions/submit', letter);
  await post('/tags', { slug: 'nature', name: 'Nature' });
  await post('/tags', { slug: 'water', name: NAME.slice(0, 100), parent_slug: 'nature' });
  await post('/tags/water/aliases', { alias: 'Wasser', language: 'de' });
  const fact = await post('/facts', { statement: HOSTILE, sources: [{ title: HOSTILE, url: 'https://evil.example/' }] });
  await post('/webhooks', { url: 'https://evil.example/hook', description: NAME });
  await post('/assets', { name: NAME, mimeType: 'image/png' });
  const publishAt = new Date(Date.now() + 3_600_000).toISOString();
  const piece = await post('/contents', {
    type: 'article',
    title: HOSTILE,
    body: HOSTILE,
    description: HOSTILE,
    publishAt,
    tags: ['water'],
  });
  await post(`/contents/${piece.id}/facts`, { factId: fact.id, relationship: 'supports' });
  await post(`/contents/${piece.id}/versions`, { kind: 'manual', summary: HOSTILE });
  await post(`/contents/${piece.id}/versions`, { kind: 'manual', summary: 'Later' });
  await post('/contents', { type: 'article', title: 'The bazaar', publishAt: new Date(Date.now() + 5_400_000).toISOString() });
  const own = await post('/contents', { type: 'article', title: 'The ferry', body: 'Nobody has read this yet.' });
  return { pieceId: piece.id, contributionId: contribution.id, ownPieceId: own.id };
}
