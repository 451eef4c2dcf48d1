import type { EquipmentRecord } from '@cellwright/domain';
import type { CapabilityDescriptions } from '@cellwright/equipment/capabilities';
import { ProbeRegisters } from './ProbeRegisters.tsx';
import { TryActions } from './TryActions.tsx';
import { TryFiles } from './TryFiles.tsx';
import { TryGripper } from './TryGripper.tsx';
import { TryLift } from './TryLift.tsx';
import { TryScrewdriver } from './TryScrewdriver.tsx';
import { TryVacuum } from './TryVacuum.tsx';

interface TrialsProps {
  readonly device: EquipmentRecord;
  readonly descriptions: CapabilityDescriptions;
}

/** A device operated by hand, by each thing that it can do: one line per capability. */
export function Trials({ device, descriptions }: TrialsProps) {
  const { actions, files, gripper, lift, probe, screwdriver, vacuum } = descriptions;
  return (
    <>
      {actions && <TryActions device={device} description={actions} />}
      {files && <TryFiles device={device} description={files} />}
      {gripper && <TryGripper device={device} description={gripper} />}
      {lift && <TryLift device={device} description={lift} />}
      {probe && <ProbeRegisters device={device} description={probe} />}
      {screwdriver && <TryScrewdriver device={device} description={screwdriver} />}
      {vacuum && <TryVacuum device={device} description={vacuum} />}
    </>
  );
}
