import { provePallets } from '@cellwright/calls';
import type { StackReport } from '@cellwright/domain';
import { cell } from './cell.ts';

/** Whether boxes can be stacked, with the simulated arm as it is now: a StackQuestion as JSON text. */
export function proveStack(question: string, signal: AbortSignal): Promise<StackReport> {
  return cell.call(provePallets, { robotKind: 'simulated' }, { document: question, signal });
}
