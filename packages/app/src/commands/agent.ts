import { readFileSync } from 'node:fs';
import { AGENT_POLICIES, blockAgent, connectedAgents, pinAgent, revokeAgent, setTenantAgents, type TenantAgents } from '@colophon/identity';
import { CommandUsageError, say } from '../definition/command-line.ts';
import type { Command } from '../definition/command.ts';
import { TENANT, tenantIdOf } from './tenant-of.ts';
import { withDatabase } from './with-database.ts';

/** `agent list`: lists the agents that act for people. */
export const agentList: Command = {
  name: 'agent list',
  summary: 'List the agents that act for people: id, person, tenant, role, scopes, last use, host, name, client.',
  options: { tenant: { ...TENANT, about: 'only those in this tenant' } },
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const tenant = input.option('tenant');
      const of = tenant === undefined ? {} : { tenantId: await tenantIdOf(database, tenant) };
      for (const agent of await connectedAgents(database, of)) {
        const { id, userEmail, tenantSlug, role, scopes, lastUsedAt, host, name, clientId } = agent;
        const words = [id, userEmail, tenantSlug ?? 'global', role, scopes.join(','), lastUsedAt ?? 'not used', host ?? 'not verified'];
        say(context.stdout, [...words, name, clientId].join('\t'));
      }
      return 0;
    });
  },
};

/** `agent revoke`: ends what a person has allowed an agent. */
export const agentRevoke: Command = {
  name: 'agent revoke',
  summary: 'Disconnect an agent from the person for whom it acts.',
  arguments: [{ name: 'id', about: 'its id, as agent list shows it' }],
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const id = input.argument('id');
      await revokeAgent(database, id);
      say(context.stdout, `Agent ${id} is disconnected.`);
      return 0;
    });
  },
};

/** `agent pin`: names an agent by its metadata document, which is then never fetched. */
export const agentPin: Command = {
  name: 'agent pin',
  summary: 'Choose an agent that people may connect, with its metadata document from a file.',
  arguments: [
    { name: 'url', about: 'the address of its metadata document, which is its client id' },
    { name: 'file', about: 'the document, as JSON' },
  ],
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const { name, host } = await pinAgent(database, { url: input.argument('url'), document: readDocument(input.argument('file')) });
      say(context.stdout, `${name} of ${host ?? 'an unknown host'} is pinned.`);
      return 0;
    });
  },
};

/** `agent block`: refuses an agent to everybody. */
export const agentBlock: Command = {
  name: 'agent block',
  summary: 'Block an agent for everybody, until it is pinned: it cannot be connected, and its tokens are of no use.',
  arguments: [{ name: 'client', about: 'its client id, as agent list shows it' }],
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const { name } = await blockAgent(database, input.argument('client'));
      say(context.stdout, `${name} is blocked.`);
      return 0;
    });
  },
};

/** `agent policy`: sets which agents may act in a tenant. */
export const agentPolicy: Command = {
  name: 'agent policy',
  summary: 'Set which agents may act in a tenant, from their next call on.',
  options: {
    tenant: { ...TENANT, about: 'the tenant', required: true },
    agents: { value: 'which', about: 'any, those that are pinned, or none', values: AGENT_POLICIES, required: true },
  },
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const agents = input.option('agents') as TenantAgents;
      const tenantId = (await tenantIdOf(database, input.option('tenant'))) ?? '';
      await setTenantAgents(database, { tenantId, agents });
      say(context.stdout, `Agents in ${input.option('tenant') ?? ''}: ${agents}.`);
      return 0;
    });
  },
};

function readDocument(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandUsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
}
