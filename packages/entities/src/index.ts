/** What is stored, one definition an entity; see docs/add-an-entity.md. Pure: no I/O. */
export * from './entities.ts';
export { equipment } from './equipment.ts';
export * from './framework/access.ts';
export * from './framework/definition.ts';
export * from './framework/events.ts';
export * from './framework/merge-patch.ts';
export * from './framework/prepare.ts';
export * from './framework/query.ts';
export * from './framework/real-time.ts';
export * from './framework/upgrade.ts';
export * from './framework/uses.ts';
export * from './framework/views.ts';
export { globalSpace } from './global-space.ts';
export { globalVariables } from './global-variables.ts';
export { membersOf, referencesOf, routineListingSchema, routines } from './routines.ts';
export { safetySettings } from './safety-settings.ts';
export { spaceFiles } from './space-files.ts';
export { speedProfiles } from './speed-profiles.ts';
