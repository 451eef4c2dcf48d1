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
  const fields = changed.map(([field]) => field);
  if (fields.length === 0) return undefined;
  if (fields.join() === 'isInForce') return describeFeature(after);
  const text = `${byName} changed the settings of external control: ${fields.join(', ')}`;
  const changesPorts = fields.includes('isRobotIOEnabled') || fields.includes('ioPorts');
  return changesPorts && usesPorts(after) ? `${text}. ${portsUnused}` : text;
}

const portsUnused = 'Ports of the robot have no effect yet';

function describeSwitchedOn(settings: ExternalControlSettings, byName: string): string {
  const text = `${byName} enabled external control`;
  if (!settings.isInForce)
    return `${text}. It has no effect yet: EtherNet/IP needs an address and its feature, Modbus and OPC UA an address, and ports of the robot are not used`;
  return usesPorts(settings) ? `${text}. ${portsUnused}` : text;
}

/** Describes a change of the feature, which the settings follow. */
function describeFeature({ isInForce }: ExternalControlSettings): string {
  return isInForce
    ? 'External control has an effect now: the EtherNet/IP feature was enabled'
    : 'External control no longer has an effect: the EtherNet/IP feature was disabled';
}

function usesPorts({ isEnabled, isRobotIOEnabled, ioPorts }: ExternalControlSettings): boolean {
  return isEnabled && isRobotIOEnabled && ioPorts.length > 0;
}
