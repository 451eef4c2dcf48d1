/** Users, permissions, records and settings of a cell. */
export * from './audit.ts';
export * from './board-note.ts';
export * from './bug-report.ts';
export * from './developer-token.ts';
export * from './diagnostics.ts';
export * from './example.ts';
export * from './example-record.ts';
export * from './feature-flags.ts';
export * from './network-settings.ts';
export * from './notification.ts';
export * from './permissions.ts';
export * from './person-proof.ts';
export * from './pin.ts';
export * from './user.ts';
