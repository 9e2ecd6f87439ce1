import type { DiscoveryCommand, DiscoveryPayload } from '@colophon/contract';
import type { Operation } from '../../operations/operation.ts';
import type { OperationTable } from '../../operations/operation-table.ts';
import { eachInTurns } from '../../async/in-turns.ts';
import { parametersOf } from '../schema/parameters.ts';

/** Returns the resources and warnings of the permitted operations, in the order of the artifact. */
export async function buildCatalog(
  table: OperationTable,
  allowed: ReadonlySet<Operation>,
): Promise<Pick<DiscoveryPayload, 'resources' | 'warnings'>> {
  // Hundreds of operations are described on first use; what was described is kept.
  await eachInTurns(allowed, (operation) => void parametersOf(operation, 'text'));
  const resources = table.resources.flatMap((resource) => {
    const commands = resource.operations.filter((operation) => operation.exposed.cli && allowed.has(operation)).map(commandOf);
    if (commands.length === 0) return [];
    const { slug, className, label, description } = resource;
    return [{ slug, className, apiPath: slug, label, ...(description === undefined ? {} : { description }), commands }];
  });
  const warnings = table.warnings.filter(({ operation }) => operation !== undefined && allowed.has(operation)).map(({ text }) => text);
  return { resources, warnings };
}

function commandOf(operation: Operation): DiscoveryCommand {
  return {
    methodName: operation.name,
    commandName: operation.commandName,
    description: operation.description,
    kind: operation.kind,
    scope: operation.scope,
    httpMethod: operation.method,
    pathSegments: [...operation.path],
    parameters: parametersOf(operation, 'text'),
  };
}
