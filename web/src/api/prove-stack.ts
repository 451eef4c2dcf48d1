import { provePallets } from '@cellwright/calls';
import type { StackReport } from '@cellwright/domain/pallet';
import { cell } from './cell.ts';

/**
 * Checks whether boxes can be stacked with the simulated arm in its present state. `question` is a StackQuestion as
 * JSON.
 */
export function proveStack(question: string, signal: AbortSignal): Promise<StackReport> {
  return cell.call(provePallets, { robotKind: 'simulated' }, { document: question, signal });
}
