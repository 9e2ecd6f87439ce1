#!/usr/bin/env node
// Checks whether a server or a gateway speaks OpenAI's Chat Completions or Anthropic's Messages; `--help` lists the commands.
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { askServer, checkClient, checkServer, createUpstream, formatReport } from '@colophon/ai/conformance';

const USAGE = `Usage:
  colophon-ai-conformance server   --wire <wire> --url <url> --model <model>
  colophon-ai-conformance upstream [--port 4010]
  colophon-ai-conformance gateway  --wire <wire> --url <url> [--prefix openai/]

server    asks a server about thirty short questions, which its model is billed for
upstream  is a vendor whose models are recorded answers: point a gateway at http://127.0.0.1:4010/v1
gateway   asks a gateway in front of that vendor for each of them; --prefix stands before the name of each model

<wire> is chat-completions or messages. The key is read from CONFORMANCE_API_KEY. Reports are in the Test Anything Protocol.
`;

/** Serves a function of a request over HTTP. */
async function listen(handle, port) {
  const answerTo = async (request, response) => {
    const chunks = await Array.fromAsync(request);
    const body = Buffer.concat(chunks);
    const asked = { method: request.method, ...(body.length === 0 ? {} : { body }) };
    const answer = await handle(`http://${request.headers.host}${request.url}`, asked);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    try {
      for await (const piece of answer.body ?? []) response.write(piece);
      response.end();
    } catch {
      response.destroy();
    }
  };
  const server = createServer((request, response) => void answerTo(request, response));
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  process.stdout.write(`http://127.0.0.1:${server.address().port}/v1\n`);
}

async function main() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      wire: { type: 'string' },
      url: { type: 'string' },
      model: { type: 'string' },
      prefix: { type: 'string', default: '' },
      port: { type: 'string', default: '4010' },
      help: { type: 'boolean' },
    },
  });
  const [command] = positionals;
  const { wire, url: baseUrl, model, prefix } = values;
  const isWire = wire === 'chat-completions' || wire === 'messages';
  const apiKey = process.env.CONFORMANCE_API_KEY || undefined;
  if (values.help) process.stdout.write(USAGE);
  else if (command === 'upstream') await listen(createUpstream(), Number(values.port));
  else if (command === 'server' && isWire && baseUrl && model) report(await checkServer({ wire, baseUrl, model, apiKey }));
  else if (command === 'gateway' && isWire && baseUrl) {
    const ask = askServer({ wire, baseUrl, apiKey }, (name) => `${prefix}${name}`);
    report(await checkClient({ wire, ask }));
  } else {
    process.stderr.write(USAGE);
    process.exitCode = 2;
  }
}

function report(result) {
  process.stdout.write(formatReport(result));
  if (result.failed > 0) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'failed'}\n${USAGE}`);
  process.exitCode = 2;
}
