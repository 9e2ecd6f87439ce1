// Makes a project and a key on a gateway, then chats with that key: what it may spend is the gateway's to enforce.
//   LITELLM_BASE_URL=http://localhost:4000 GATEWAY_ADMIN_PASSWORD=… node examples/ai/gateway.ts
import { getAI } from '@colophon/ai';

const adminPassword = process.env['GATEWAY_ADMIN_PASSWORD'] ?? '';
const { admin } = await getAI({ type: 'gateway-proxy', adminPassword });
const project = await admin.createProject({
  name: 'Morning desk',
  tenantId: 'harbour-news',
  budget: { maxLimit: 25, resetDuration: '1M' },
});
const { key } = await admin.createVirtualKey({
  name: 'morning-desk-key',
  projectId: project.id,
  providerConfigs: [{ provider: 'openai', weight: 1, allowedModels: ['chat-one'] }],
  keyIds: ['*'],
  rateLimit: { requestMaxLimit: 100, requestResetDuration: '1m' },
});

const ai = await getAI({ type: 'gateway-proxy', apiKey: key });
console.log(await ai.message('Say good morning to the desk.'));
