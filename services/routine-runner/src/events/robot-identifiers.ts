import type { RobotKind } from '@cellwright/domain/robot';

/** Returns what names a robot in facts; without the id until its record was read. */
export type RobotIdentifiers = () => { readonly robotKind: RobotKind; readonly robotID?: string | undefined };
