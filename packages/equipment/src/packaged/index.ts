/** Device kinds of packages in the cell's data folder: manifests and contracts. For the browser too. */
export {
  type DeclaredValue,
  declaredLine,
  declaredName,
  declaredValueShape,
  declaredVersions,
  toDeclaredNumber,
  toDeclaredValue,
  toMigration,
  withDeclaredDefault,
} from './declared.ts';
export { deviceSchema } from './device-manifest.ts';
export type { PackagedDevice, PackagedKind } from './packaged-device.ts';
export { createPackagedDevice } from './packaged-device.ts';
