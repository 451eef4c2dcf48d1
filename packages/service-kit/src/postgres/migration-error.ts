/** Why a database cannot be brought to this build's state. `message` is one sentence for people. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  readonly reason: 'newer' | 'changed' | 'failed' | 'missing';

  constructor(reason: MigrationError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
