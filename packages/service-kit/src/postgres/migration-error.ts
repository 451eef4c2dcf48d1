/** Reason why a database cannot be updated to this build. `message` is one sentence for users. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  readonly reason: 'newer' | 'changed' | 'failed' | 'missing';

  constructor(reason: MigrationError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
