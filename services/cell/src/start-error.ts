/** Why the cell cannot start: one sentence that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
