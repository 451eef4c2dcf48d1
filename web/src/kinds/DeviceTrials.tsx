import type { EquipmentRecord } from '@cellwright/domain/equipment';
import { type CapabilityDescriptions, isCapabilityName } from '@cellwright/equipment/capabilities';
import { Suspense } from 'react';
import { capabilityUIs, deviceFiles } from './device-ui.ts';

interface DeviceTrialsProps {
  readonly device: EquipmentRecord;
  readonly descriptions: CapabilityDescriptions;
}

/** Shows the sections that operate a device by hand, first those of its capabilities. */
export function DeviceTrials({ device, descriptions }: DeviceTrialsProps) {
  return (
    <>
      {[...capabilityUIs].map(([capability, { Trial }]) => {
        const description = isCapabilityName(capability) ? descriptions[capability] : undefined;
        return Trial && description && <Trial key={capability} device={device} description={description} />;
      })}
      <Suspense fallback={null}>
        <TrialOfKind device={device} />
      </Suspense>
    </>
  );
}

function TrialOfKind({ device }: Pick<DeviceTrialsProps, 'device'>) {
  const Trial = deviceFiles.useUI(device.config.kind)?.Trial;
  return Trial ? <Trial device={device} /> : null;
}
