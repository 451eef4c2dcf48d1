import { isCapabilityName } from '@cellwright/equipment/capabilities';
import { capabilitiesOfKind } from '@cellwright/equipment/contracts';
import { Suspense } from 'react';
import { capabilityUIs, deviceFiles, type FactsProps } from './device-ui.ts';

/** Shows the measured values of a device, first those of its capabilities. */
export function DeviceFacts(props: FactsProps) {
  const has = capabilitiesOfKind(props.kind);
  return (
    <>
      {[...capabilityUIs].map(
        ([capability, { Facts }]) =>
          Facts && isCapabilityName(capability) && has.includes(capability) && <Facts key={capability} {...props} />,
      )}
      <Suspense fallback={null}>
        <FactsOfKind {...props} />
      </Suspense>
    </>
  );
}

function FactsOfKind(props: FactsProps) {
  const Facts = deviceFiles.useUI(props.kind)?.Facts;
  return Facts ? <Facts {...props} /> : null;
}
