import type { EquipmentRecord } from '@cellwright/domain';
import { type CapabilityDescriptions, type CapabilityName, isCapabilityName } from '@cellwright/equipment/capabilities';
import { Suspense } from 'react';
import type { TrialProps } from './device-parts/use-device-trial.ts';
import { capabilityFiles, deviceFiles } from './device-ui.ts';

interface DeviceTrialsProps {
  readonly device: EquipmentRecord;
  readonly descriptions: CapabilityDescriptions;
}

/** Shows the sections that operate a device by hand, first those of its capabilities. */
export function DeviceTrials({ device, descriptions }: DeviceTrialsProps) {
  return (
    <Suspense fallback={null}>
      {capabilityFiles.kinds.filter(isCapabilityName).map((capability) => {
        const description = descriptions[capability];
        return (
          description && (
            <CapabilityTrial key={capability} capability={capability} device={device} description={description} />
          )
        );
      })}
      <TrialOfKind device={device} />
    </Suspense>
  );
}

interface CapabilityTrialProps extends TrialProps<CapabilityName> {
  readonly capability: CapabilityName;
}

function CapabilityTrial({ capability, ...props }: CapabilityTrialProps) {
  const Trial = capabilityFiles.useUI(capability)?.Trial;
  return Trial ? <Trial {...props} /> : null;
}

function TrialOfKind({ device }: { readonly device: EquipmentRecord }) {
  const Trial = deviceFiles.useUI(device.config.kind)?.Trial;
  return Trial ? <Trial device={device} /> : null;
}
