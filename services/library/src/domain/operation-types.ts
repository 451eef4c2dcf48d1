import type { DocumentOperations } from './document-operations.ts';

export type DocumentOperation = keyof DocumentOperations;
export type OperationArguments<K extends DocumentOperation> = Parameters<DocumentOperations[K]>[0];
export type OperationResult<K extends DocumentOperation> = ReturnType<DocumentOperations[K]>;

/** An operation and its arguments, as sent to the document thread. */
export interface OperationRequest<K extends DocumentOperation = DocumentOperation> {
  readonly id: number;
  readonly operation: K;
  readonly args: OperationArguments<K>;
}

export type OperationReply =
  | { readonly id: number; readonly ok: true; readonly result: unknown }
  | { readonly id: number; readonly ok: false; readonly error: string };

/** Returns the call that a request represents. */
export function callOf(request: OperationRequest, operations: DocumentOperations): () => unknown {
  // Sound: DocumentThread.run pairs operation and arguments by type.
  const operation = operations[request.operation] as (args: unknown) => unknown;
  return () => operation(request.args);
}

/** Processes whole documents without blocking the rest of the process. `size` is the approximate length of the text. */
export interface DocumentThread {
  run<K extends DocumentOperation>(
    operation: K,
    args: OperationArguments<K>,
    size: number,
  ): Promise<OperationResult<K>>;
  close(): Promise<void>;
}
