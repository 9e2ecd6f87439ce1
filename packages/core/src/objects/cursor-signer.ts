import { CursorSigner } from '../queries/cursor.ts';
import { port } from '../storage/ports.ts';

/** Signs the cursors of lists. Without one from the application, cursors are valid in this process only. */
export const cursorSigner = port('cursorSigner', new CursorSigner());
