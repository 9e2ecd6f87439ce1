/** What every command of a resource runs through, and most others too. In one file it loads in half the time. */
const CLIENT =
  /\/(contract\/src|app-cli\/src\/(?!commands\/(auth|doctor|help|mcp|profiles|resources)\/|mcp-bridge\/|executables\/|login\/(poll|start|read)|config\/file-lock))/;

/** What is needed before anything is run: the definition of the application, and `--version`. */
const START =
  /\/app-cli\/(package\.json|src\/(index\.ts|app\/|errors\/|cli\/create-app-cli\.ts))|\/newsroom\/src\/cli\.ts|rolldown.runtime/;

/** The files that the modules of the command-line client are bundled into, here and in an application that ships it. */
export const CHUNK_GROUPS = [
  { name: 'start', test: START, priority: 2 },
  { name: 'client', test: CLIENT, priority: 1 },
];
