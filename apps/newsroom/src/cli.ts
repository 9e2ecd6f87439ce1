import { createAppCli } from '@colophon/app-cli';

/** Newsroom's own command line: what the people who use a Newsroom install, on their machines, to reach it. */
export const newsroomCli = createAppCli({ name: 'Newsroom', defaultServerUrl: 'http://localhost:4000' });
