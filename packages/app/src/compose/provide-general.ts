import { cursorSigner, CursorSigner, type Database, linkTypes } from '@colophon/core';
import { fetchClientDocument } from '@colophon/identity';
import type { Application } from '../definition/application.ts';
import { provideHeads } from '../server/heads.ts';
import { provideLog } from '../server/log.ts';
import { clientDocuments } from '../server/outbound.ts';
import type { Config } from '../settings/config.ts';

/** Links the types of the application, and provides what follows from the settings of every application, and its own. A port is provided once, before its first use. */
export function provideGeneral<C extends Config>(application: Application<C>, config: C, database: Database): void {
  linkTypes(database, application.table);
  database.ports
    .provide(cursorSigner, new CursorSigner(config.secret))
    .provide(fetchClientDocument, clientDocuments(config, application.version));
  provideHeads(config, database);
  provideLog(config, database);
  application.provide?.(config, database);
}
