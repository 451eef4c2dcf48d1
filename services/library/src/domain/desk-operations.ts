import type { DeskOperations } from './desk.ts';

export type DeskOperation = keyof DeskOperations;
export type DeskArguments<K extends DeskOperation> = Parameters<DeskOperations[K]>[0];
export type DeskResult<K extends DeskOperation> = ReturnType<DeskOperations[K]>;

/** An operation and its arguments, as they travel to the document thread. */
export interface DeskRequest<K extends DeskOperation = DeskOperation> {
  readonly id: number;
  readonly operation: K;
  readonly args: DeskArguments<K>;
}

export type DeskReply =
  | { readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly id: number; readonly ok: false; readonly error: string };

/** The call a request stands for. */
export function deskCallOf(request: DeskRequest, operations: DeskOperations): () => unknown {
  // Sound: DocumentDesk.run pairs operation and arguments by type.
  const operation = operations[request.operation] as (args: unknown) => unknown;
  return () => operation(request.args);
}
