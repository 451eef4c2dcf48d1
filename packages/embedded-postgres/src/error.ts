/** The database of this cell cannot start; `message` is one sentence that says why and what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}
