/** Builds, updates and backups of a control box. */
export * from './backup.ts';
export * from './build.ts';
export * from './failure.ts';
export * from './update.ts';
export * from './update-settings.ts';
