import type { EquipmentRecord } from '@cellwright/domain/equipment';
import type { CapabilityName } from '@cellwright/equipment/capabilities';
import type { ComponentType } from 'react';
import type { FieldListProps } from '../forms/field-props.ts';
import type { TrialProps } from './device-parts/use-device-trial.ts';
import { createKindFiles, type KindFile, nameByKind } from './kind-files.ts';

export interface FactsProps {
  /** Kind of the device. */
  readonly kind: string;
  /** Live state of the device, not parsed. */
  readonly state: unknown;
}

/** UI of one capability, for every device that has it. */
export interface CapabilityUI<Name extends CapabilityName = CapabilityName> {
  /** Measured values, each a `Fact`. */
  readonly Facts?: ComponentType<FactsProps>;
  /** A section that operates the device by hand. */
  readonly Trial?: ComponentType<TrialProps<Name>>;
}

/** UI of one device kind. A part that is absent is generated from the contract or absent on the screen. */
export interface DeviceUI {
  /** The fields of the configuration. Pass some or all of `fields` to `FieldList` to keep their generated controls. */
  readonly Form?: ComponentType<FieldListProps>;
  /** Measured values beside those of its capabilities, each a `Fact`. */
  readonly Facts?: ComponentType<FactsProps>;
  /** A section that operates the device by hand, below those of its capabilities. */
  readonly Trial?: ComponentType<{ readonly device: EquipmentRecord }>;
}

/** `kinds/capabilities/<capability>.tsx`; each exports `ui`. They are small, and load with the screen of the devices. */
export const capabilityUIs = nameByKind(
  import.meta.glob<CapabilityUI>('./capabilities/*.tsx', { import: 'ui', eager: true }),
);

/** `kinds/devices/<Kind>.tsx`; each exports `ui`. */
export const deviceFiles = createKindFiles(import.meta.glob<KindFile<DeviceUI>>('./devices/*.tsx'));
