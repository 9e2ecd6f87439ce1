'use strict';
// Plain CommonJS, so that even an old Node can read it and say what to do.
const required = [22, 19];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < required[0] || (major === required[0] && minor < required[1])) {
  console.error(`Colophon needs Node ${required.join('.')} or newer; this is ${process.versions.node}.`);
  console.error('Run it through npm (npm start, npm test) after `npm ci`, which brings Node 24 into node_modules/.bin.');
  process.exit(1);
}
