import { startPostgres } from '@colophon/core/testing';
import { readPosts } from '../../../../bench/search/posts.support.ts';
import { startNewsroom } from './newsroom-process.ts';
const posts = await readPosts('/work/shared/data/18f-posts');
const which = process.argv[2];
const pg = which === 'pg' ? await startPostgres() : undefined;
const url = pg ? await pg.createDatabase() : undefined;
const n = await startNewsroom({ NEWSROOM_SEED: 'none', TRUST_PROXY: 'true', ...(url && { DATABASE_URL: url, NEWSROOM_SECRET: 'x'.repeat(40) , NEWSROOM_SIGNING_KEY: (await import('./signing-key.ts')).SIGNING_KEY}) });
const log = (...a: unknown[]) => console.log(...a.map((x) => (typeof x === 'string' ? x : JSON.stringify(x))));
try {
  const token = n.run('token', 'create', '--role', 'admin').stdout.trim();
  let ip = 0;
  const call = async (path: string, init: RequestInit = {}, auth: string | null = token) => {
    const began = performance.now();
    const r = await fetch(`${n.url}${path}`, { ...init, headers: { 'Content-Type': 'application/json', ...(auth && { Authorization: `Bearer ${auth}` }), 'X-Forwarded-For': `192.0.2.${(ip++ % 250)}`, ...(init.headers as object) } });
    const text = await r.text();
    let json: any; try { json = JSON.parse(text); } catch { json = text; }
    return { status: r.status, json, ms: Math.round(performance.now() - began) };
  };
  const api = (path: string, init?: RequestInit, auth?: string | null) => call(`/api/v1${path}`, init, auth);
  const post = (path: string, body: object, auth?: string | null) => api(path, { method: 'POST', body: JSON.stringify(body) }, auth);
  for (const p of posts) {
    const r = await post('/articles', { title: p.title, description: p.description?.slice(0, 1000), body: p.body, tags: p.tags, authors: p.authors, language: 'en', status: 'published', publish_date: p.date });
    if (r.status !== 201) log('create', p.slug, r.status, r.json);
  }
  await post('/articles', { title: 'Häuser der Stadt', body: 'Die Häuser und ihre Pflegeversicherung.', language: 'de', status: 'published' });
  for (let i = 0; i < 3; i++) await post('/articles', { title: `Eine Versicherung ${i}`, body: 'Die Pflege der Alten.', language: 'de', status: 'published' });
  for (const t of ['كتاب', 'الكتاب', 'والكتاب', 'كتابان', 'كتابها']) await post('/articles', { title: t, body: `نص عن ${t} فقط`, language: 'ar', status: 'published' });
  for (const t of ['लड़का', 'लड़के', 'किताब', 'किताबें']) await post('/articles', { title: t, body: `यह ${t} है`, language: 'hi', status: 'published' });
  await post('/articles', { title: 'Łódź', body: 'Smørrebrød', status: 'published' });
  log('fill:', n.run('search', 'fill').stdout.trim());
  log(n.run('search', 'status').stdout.trim());
  const find = async (q: string, more = '') => { const { status, json, ms } = await api(`/contents/search?q=${encodeURIComponent(q)}${more}`, {}, null); return { status, count: json.count, is: json.countIs, used: json.used, corrected: json.corrected, suggestion: json.suggestion, top: json.items?.slice(0, 3).map((i: any) => i.title), code: json.code ?? json.type, ms }; };
  log('--- first paragraph');
  for (const q of ['design', 'designs', 'email', 'e-mail', 'accessability', 'plain langauge', 'colour', 'color', 'كتاب', 'लड़का', 'किताब', 'Haus', 'Häuser', 'Versicherung', 'lodz', 'smorrebrod']) log(q, await find(q, '&relax=false'));
  const one = (await api('/contents/search?q=accessable%20forms&facets=type&facets=tags&facets=year&limit=1', {}, null)).json;
  log('answer', { ...one, facets: Object.fromEntries(Object.entries(one.facets ?? {}).map(([k, v]: any) => [k, v.slice(0, 2)])) });
  log('--- surfaces');
  for (const path of ['/contents?search=designs&limit=2', '/articles?search=designs&limit=1', '/facts?search=designs', '/assets?search=designs', '/content-contributors?search=ada', '/contributors?search=ada', '/content-contributions?search=design', '/content-contributions/inbox?search=design', '/tags?search=designing', '/users?search=ada']) { const r = await api(path); log(path, r.status, r.json.code ?? '', 'count' in (r.json ?? {}) ? r.json.count : (r.json?.items?.length ?? r.json)); }
  const html = (await call('/search?q=accessability', {}, null)).json as string;
  log('page:', html.match(/Showing results for.{0,120}/s)?.[0].replaceAll(/<[^>]+>/g, ''), 'scripts', (html.match(/<script(?! type="application\/ld)/g) ?? []).length, 'marks', (html.match(/<mark>/g) ?? []).length, 'noindex', html.includes('noindex'));
  const cli = n.run('contents', 'search', 'plain langauge', '--limit', '2', '--json'); log('cli:', cli.status, (cli.stdout + cli.stderr).slice(0, 300));
  const cli2 = n.run('contents', 'search', 'plain langauge', '--limit', '2'); log('cli:', cli2.status, (cli2.stdout + cli2.stderr).slice(0, 400));
  const mcp = await call('/mcp', { method: 'POST', headers: { Accept: 'application/json, text/event-stream' }, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'content_search', arguments: { q: 'accessability', limit: 1 } } }) });
  log('mcp:', mcp.status, String(typeof mcp.json === 'string' ? mcp.json : JSON.stringify(mcp.json)).slice(0, 300));
  const id = (await api('/contents/search?q=plain%20language&limit=1', {}, null)).json.items[0].id;
  log('similar', (await api(`/contents/${id}/similar`, {}, null)).json.items?.map((i: any) => i.title));
  log('--- bad input');
  const bad: [string, string][] = [
    ['10,000 words', 'word '.repeat(2000)], ['10,000 words in 200 characters', 'w '.repeat(100)], ['combining marks', '\u0301'.repeat(100)], ['a with 150 marks', 'a' + '\u0301'.repeat(150)],
    ['every script', 'word слово λόγος كلمة מילה शब्द சொல் 文字 ことば 단어 คำ ຄໍາ பாடம் բառ სიტყვა ቃል'], ['*', '*'], ['open quote', '"plain language'], ['quotes', '"""'], ['a word of 10,000 letters', 'x'.repeat(10000)], ['a word of 199 letters', 'x'.repeat(199)], ['lone surrogate', 'a\ud800'], ['minus', '-design'], ['operators', 'AND OR NOT NEAR( ^ : { } + |'], ['nul', 'a\u0000b'],
  ];
  for (const [name, q] of bad) log(name, await find(q.toWellFormed()));
  for (const l of ['xx', 'english', 'en-', '-', 'a'.repeat(40), 'de-AT-1996', '"']) log('language', l, await find('design', `&language=${encodeURIComponent(l)}&limit=1`));
  log('facet', (await api('/contents/search?q=a&facets=secret', {}, null)).json.code, 'where', (await api('/contents/search?q=design&where=%7B', {}, null)).json.code);
  // A circle of aliases and synonyms.
  for (const [slug, name] of [['aaa', 'Aardvark'], ['bbb', 'Badger'], ['ccc', 'Caribou']]) await post('/tags', { slug, name });
  for (const [tag_slug, alias] of [['aaa', 'badger'], ['bbb', 'caribou'], ['ccc', 'aardvark']]) log('alias', (await post('/tag-aliases', { tag_slug, alias })).status);
  for (const terms of [['one', 'two'], ['two', 'three'], ['three', 'one']]) log('synonym', (await post('/search-synonyms', { terms })).status);
  log('circle', await find('badger'), await find('one'));
  // 30 in 10 s
  const codes: number[] = []; for (let i = 0; i < 32; i++) { const r = await fetch(`${n.url}/api/v1/contents/search?q=design&limit=0`, { headers: { 'X-Forwarded-For': '198.51.100.7' } }); codes.push(r.status); } log('throttle', codes.filter((c) => c === 200).length, codes.filter((c) => c === 429).length);
  // health while searching
  const lat: number[] = []; let stop = false; const probe = (async () => { while (!stop) { const b = performance.now(); await fetch(`${n.url}/healthz`); lat.push(performance.now() - b); await new Promise((r) => setTimeout(r, 5)); } })();
  for (let i = 0; i < 60; i++) await api(`/contents/search?q=${encodeURIComponent(['design', 'accessability', 'plain langauge', 'open source'][i % 4]!)}&facets=type&facets=tags&facets=year`);
  stop = true; await probe; lat.sort((a, b) => a - b); log('healthz meanwhile p95', lat[Math.floor(lat.length * 0.95)]?.toFixed(1), 'max', lat.at(-1)?.toFixed(1));
  log('log errors', n.log().split('\n').filter((l) => /"level":"?(error|50)/.test(l)).slice(0, 3));
} finally { await n.dispose(); await pg?.stop(); }
process.exit(0);
