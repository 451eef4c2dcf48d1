/** Reason why the database of this cell cannot start; `message` is one sentence with the cause and the solution. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
