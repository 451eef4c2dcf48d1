import { createDrafts } from '../../api/unsaved/drafts.ts';
import type { ConfigDraft } from '../../kinds/device-parts/device-config.ts';

export interface DeviceDraft {
  readonly values: ConfigDraft;
  /** Configuration that it changes. */
  readonly base: ConfigDraft;
}

/** Unsaved configurations by device id, or by `newDeviceKey`. */
export const deviceDrafts = createDrafts<DeviceDraft>('device');

export const newDeviceKey = (kind: string): string => `new ${kind}`;

/** True if both configurations have the same values. */
export function isSameConfig(one: ConfigDraft, other: ConfigDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
