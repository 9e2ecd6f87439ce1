// Runs after `npm ci`, on whatever Node there is: builds Newsroom, so that its first start is a quick one. It runs from
// source where that cannot be done, without the development dependencies for example.
const { spawnSync } = require('node:child_process');
const path = require('node:path');

const script = path.join(__dirname, 'build.ts');
const { status } = spawnSync('node', ['--conditions=@colophon/source', script, 'newsroom'], { stdio: 'ignore' });
if (status !== 0) console.warn('Newsroom could not be built here and runs from source, which takes longer to start.');
