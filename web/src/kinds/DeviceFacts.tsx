import { isCapabilityName } from '@cellwright/equipment/capabilities';
import { capabilitiesOfKind } from '@cellwright/equipment/contracts';
import { Suspense } from 'react';
import { capabilityFiles, deviceFiles, type FactsProps } from './device-ui.ts';

/** Shows the measured values of a device, first those of its capabilities. */
export function DeviceFacts(props: FactsProps) {
  const has = capabilitiesOfKind(props.kind);
  return (
    <Suspense fallback={null}>
      {capabilityFiles.kinds
        .filter((capability) => isCapabilityName(capability) && has.includes(capability))
        .map((capability) => (
          <CapabilityFacts key={capability} capability={capability} {...props} />
        ))}
      <FactsOfKind {...props} />
    </Suspense>
  );
}

function CapabilityFacts({ capability, ...props }: FactsProps & { readonly capability: string }) {
  const Facts = capabilityFiles.useUI(capability)?.Facts;
  return Facts ? <Facts {...props} /> : null;
}

function FactsOfKind(props: FactsProps) {
  const Facts = deviceFiles.useUI(props.kind)?.Facts;
  return Facts ? <Facts {...props} /> : null;
}
