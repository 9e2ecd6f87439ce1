import { createAppCli } from '@colophon/app-cli';

/** Newsroom's own command line: the client that users of a Newsroom install on their machines. */
export const newsroomCli = createAppCli({ name: 'Newsroom', defaultServerUrl: 'http://localhost:4000' });
