import type { OperationTable } from '@colophon/core';

/** Whether the values of a column must not be shown: they are about a person, or only for the server. */
export function isPersonalColumn({ resources }: OperationTable, table: string, column: string): boolean {
  return resources.some(({ definition }) => {
    const field = definition.table === table ? definition.fields[column] : undefined;
    return field !== undefined && (Boolean(field.personal) || Boolean(field.private));
  });
}
