import { cursorSigner, CursorSigner, type Database } from '@colophon/core';
import { fetchClientDocument } from '@colophon/identity';
import type { Application } from '../definition/application.ts';
import { provideHeads } from '../server/heads.ts';
import { provideLog } from '../server/log.ts';
import { clientDocuments } from '../server/outbound.ts';
import type { Config } from '../settings/config.ts';

/** Provides what follows from the settings of every application, and the application's own. A port is provided once, before its first use. */
export function provideGeneral<C extends Config>(application: Application<C>, config: C, database: Database): void {
  database.ports
    .provide(cursorSigner, new CursorSigner(config.secret))
    .provide(fetchClientDocument, clientDocuments(config, application.version));
  provideHeads(config, database);
  provideLog(config, database);
  application.provide?.(config, database);
}
