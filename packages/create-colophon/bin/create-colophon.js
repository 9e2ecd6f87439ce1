#!/usr/bin/env node
const { createColophon } = await import('../dist/index.js');

process.exitCode = await createColophon(process.argv.slice(2));
