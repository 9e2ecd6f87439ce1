// Runs after `npm ci`, on any Node version: builds Newsroom, so that its first start is fast. Newsroom runs from
// source if it cannot be built, for example without the development dependencies.
const { spawnSync } = require('node:child_process');
const path = require('node:path');

const script = path.join(__dirname, 'build.ts');
const { status } = spawnSync('node', ['--conditions=@colophon/source', script, 'newsroom'], { stdio: 'ignore' });
if (status !== 0) console.warn('Newsroom could not be built here and runs from source, which takes longer to start.');
