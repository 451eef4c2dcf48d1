import type { ExternalControlSettings } from '@cellwright/domain/robot';

/** Describes a change of the settings of external control in words; undefined when nothing changed. */
export function describeExternalControl(
  before: ExternalControlSettings,
  after: ExternalControlSettings,
  byName: string,
): string | undefined {
  if (before.isEnabled !== after.isEnabled)
    return after.isEnabled ? describeSwitchedOn(after, byName) : `${byName} disabled external control`;
  const was = new Map(Object.entries(before).map(([field, value]) => [field, JSON.stringify(value)]));
  const changed = Object.entries(after).filter(([field, value]) => was.get(field) !== JSON.stringify(value));
  if (changed.length === 0) return undefined;
  return `${byName} changed the settings of external control: ${changed.map(([field]) => field).join(', ')}`;
}

function describeSwitchedOn({ isInForce }: ExternalControlSettings, byName: string): string {
  const text = `${byName} enabled external control`;
  return isInForce
    ? text
    : `${text}. It has no effect yet: EtherNet/IP needs an address and its feature, and ports of the robot are not used`;
}
