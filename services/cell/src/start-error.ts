/** Reason why the cell cannot start: one sentence with what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
