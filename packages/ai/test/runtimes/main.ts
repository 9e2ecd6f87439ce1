import { runContract, type Addresses } from './program.ts';

/** The arguments, in Deno and in the runtimes with `process`. */
const { Deno } = globalThis as { Deno?: { args: string[] } };
const [vendor = '', silent = '', closed = ''] = Deno?.args ?? process.argv.slice(2);
const addresses: Addresses = { vendor, silent, closed };
// eslint-disable-next-line no-console -- the outcomes are read from the output
console.log(JSON.stringify(await runContract(addresses)));
