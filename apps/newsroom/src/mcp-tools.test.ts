import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { serve } from '@hono/node-server';
import { type Caller, openDatabase, requireCurrentSchema, type Role, ROLES, type Database } from '@colophon/core';
import { mcpRoutes } from '@colophon/core/mcp';
import { TestPorts } from '@colophon/core/testing';
import { Hono } from 'hono';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newsroomTable } from './server/objects.ts';
import { NEWSROOM_TOOLSETS } from './server/toolsets.ts';

const table = newsroomTable();
const KB = 1024;

/** What somebody wants to do, and the tools of which one is the right one. */
const TASKS: readonly (readonly [string, ...string[]])[] = [
  ['publish an article', 'content_publish-action'],
  ['publish many pieces again', 'content_publish-again-action'],
  ['issue a correction', 'content_issue-correction-action'],
  ['list the corrections of a piece', 'content_list-corrections', 'content-correction_list'],
  ['search the archive for climate', 'content_search'],
  ['create a new article', 'content_create'],
  ['change the title of a piece', 'content_update'],
  ['delete a draft', 'content_delete', 'content-trash_purge-action'],
  ['delete many pieces', 'content_delete-many-action'],
  ['restore a piece from the trash', 'content-trash_restore-action'],
  ['empty the trash permanently', 'content-trash_purge-action'],
  ['compare two versions', 'content_diff-versions'],
  ['restore an older version', 'content_restore-version'],
  ['list versions of a piece', 'content_list-versions', 'content-version_list'],
  ['get the piece as Markdown', 'content_to-markdown'],
  ['render the body as HTML', 'content_render-html'],
  ['run an AI review', 'content_run-review-action', 'content_run-reviews-action'],
  ['is it ready to be published', 'content_evaluate-readiness', 'content_governance-state', 'content_evaluate-review-profile'],
  ['list the reviews of a piece', 'content_list-reviews', 'content-review_list'],
  ['cite another piece as a reference', 'content_attach-reference'],
  ['which cited pieces have changed since', 'content_get-reference-drift'],
  ['link a fact to a piece', 'content_link-fact'],
  ['create a fact with its sources', 'fact_create'],
  ['replace a fact by a newer one', 'fact_supersede'],
  ['browse the facts', 'content_browse-facts', 'fact_list'],
  ['upload a picture', 'asset_upload'],
  ['use an asset in a piece', 'content_attach-asset'],
  ['list images', 'asset_list', 'content_get-assets', 'content-asset_list'],
  ['where does the picture come from, its provenance', 'asset_get-provenance'],
  ['set the thumbnail', 'content_choose-thumbnail'],
  ['generate a thumbnail', 'content_generate-thumbnail'],
  ['comment on a passage', 'content_add-comment'],
  ['resolve a comment', 'content-comment_resolve-action'],
  ['list comments', 'content_list-comments', 'content-comment_list'],
  ['translate a piece into German', 'content_draft-translation'],
  ['add a translation', 'content_add-translation'],
  ['find similar pieces', 'content_similar'],
  ['withhold from readers', 'content_withhold-action'],
  ['what do readers see', 'content_get-publication'],
  ['get the signed account', 'content_get-signed-account', 'content_get-credential'],
  ['preview the transparency account', 'content_preview-transparency-action'],
  ['set the status of many records', 'content_set-statuses-action'],
  ['add tags to many records', 'content_change-tags-action'],
  ['create a tag', 'tag_create'],
  ['merge two tags', 'tag_merge'],
  ['rename a tag', 'tag_update'],
  ['move a tag below another', 'tag_move'],
  ['export the vocabulary as SKOS', 'tag_export-skos'],
  ['add an alias of a tag', 'tag_add-alias', 'tag-alias_create'],
  ['add a synonym for the search', 'search-synonym_create'],
  ['what readers searched for', 'searched-term_list'],
  ['list contributions in the inbox', 'content-contribution_list-inbox-action'],
  ['approve a contribution', 'content-contribution_approve-action'],
  ['reject a contribution', 'content-contribution_reject-action'],
  ['ask a contributor for changes', 'content-contribution_request-changes-action'],
  ['create content from a contribution', 'content-contribution_promote-action'],
  ['erase the data of a contributor', 'content-contributor_erase-action'],
  ['add a policy for reviews', 'content-governance-policy_create'],
  ['cancel a job', 'job_cancel'],
  ['retry a failed job', 'job_retry'],
  ['list mails that were sent', 'mail-outbox_list'],
  ['security events', 'security-event_list'],
  ['which calls wait for approval', 'approval_list'],
  ['mirror a web page', 'content_mirror', 'mirror_refresh-action'],
];

describe('the tools of Newsroom', () => {
  let database: Database;
  let url: string;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    database = await openDatabase('sqlite::memory:', { ports: new TestPorts() });
    await requireCurrentSchema(database, table.schema);
    const authenticate = (request: Request): Caller => {
      const role = (request.headers.get('authorization') ?? '').slice('Bearer '.length) as Role;
      return { kind: 'user', id: role, name: role, tenantId: null, role };
    };
    const app = new Hono();
    app.route('/api/mcp', mcpRoutes({ table, database, authenticate, name: 'newsroom', version: '1', toolsets: NEWSROOM_TOOLSETS }));
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/mcp`;
    stop = async () => {
      await new Promise((resolve) => server.close(resolve));
      await database.close();
    };
  });
  afterAll(() => stop());
  const connect = async (role: Role, below = ''): Promise<Client> => {
    const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    const headers = { Authorization: `Bearer ${role}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(url + below), { requestInit: { headers } }));
    return client;
  };

  it.each(ROLES)('are at most 24 and small for the role %s, results included', async (role) => {
    const client = await connect(role);
    const { tools } = await client.listTools();
    expect(tools.length).toBeLessThanOrEqual(24);
    expect(tools.length).toBeGreaterThan(10);
    expect(tools.every(({ outputSchema }) => outputSchema?.type === 'object')).toBe(true);
    const size = JSON.stringify(tools).length;
    console.log(`${role}: ${tools.length} tools, ${Math.round(size / KB)} KB`);
    expect(size).toBeLessThanOrEqual(48 * KB);
    await client.close();
  });

  it.each(Object.keys(NEWSROOM_TOOLSETS))('of the set %s are at most 24 and small', async (name) => {
    const client = await connect('admin', `/x/${name}`);
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual([...(NEWSROOM_TOOLSETS[name]?.tools ?? []), 'operation_search', 'operation_run']);
    expect(JSON.stringify(tools).length).toBeLessThanOrEqual(48 * KB);
    await client.close();
  });

  it('are found by what somebody wants to do: one of five is the right one for 95 of 100 tasks', async () => {
    const client = await connect('admin');
    const missed: string[] = [];
    for (const [query, ...right] of TASKS) {
      const { structuredContent } = await client.callTool({ name: 'operation_search', arguments: { query, limit: 5 } });
      const found = (structuredContent as { tools: { name: string }[] }).tools.map(({ name }) => name);
      if (!found.some((name) => right.includes(name))) missed.push(`${query}: ${found.join(', ')}`);
    }
    console.log(`${TASKS.length - missed.length} of ${TASKS.length}`);
    expect(missed.slice(Math.floor(TASKS.length * 0.05)), missed.join('\n')).toEqual([]);
    await client.close();
  });

  it('return what their schemas say, as the official client checks', async () => {
    const client = await connect('admin', '/x/all');
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(150);
    const call = async (name: string, input: object = {}): Promise<Record<string, unknown>> => {
      const answer = await client.callTool({ name, arguments: { ...input } });
      expect([name, answer.isError, answer.structuredContent]).toEqual([name, undefined, expect.anything()]);
      return answer.structuredContent as Record<string, unknown>;
    };
    const { id } = await call('content_create', { type: 'article', title: 'The oak', body: 'It *rained*.', tags: ['trees'] });
    const other = await call('content_create', { type: 'article', title: 'The elm', body: 'It poured.' });
    await call('content_attach-reference', { id, targetId: other['id'] });
    const fact = await call('fact_create', { statement: 'Oaks grow old.' });
    await call('fact_supersede', { id: fact['id'], statement: 'Oaks grow very old.' });
    await call('content_add-comment', { id, body: 'Good.' });
    await call('content_mutate-version-action', { id, kind: 'manual' });
    await call('content_update', { id, status: 'published' });
    // Whatever reads without more than a record is asked, with and without a choice of fields.
    const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint);
    let checked = 0;
    for (const { name, inputSchema } of reading) {
      const needed = (inputSchema.required ?? []).filter((each) => each !== 'id');
      if (needed.length > 0 || ((inputSchema.required ?? []).includes('id') && !name.startsWith('content_'))) continue;
      const input = (inputSchema.required ?? []).includes('id') ? { id } : {};
      for (const more of name.endsWith('_list') ? [{}, { fields: 'id' }] : [{}]) {
        const answer = await client.callTool({ name, arguments: { ...input, ...more } });
        if (answer.isError) expect([name, (answer.structuredContent as { status: number }).status]).toEqual([name, expect.any(Number)]);
        else checked += 1;
      }
    }
    console.log(`${checked} results checked`);
    expect(checked).toBeGreaterThan(60);
    await client.close();
  });
});
