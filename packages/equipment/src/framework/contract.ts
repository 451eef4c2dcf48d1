import {
  checkMigrations,
  type EquipmentLiveState,
  type FlangeSupply,
  type IOPortRef,
  type Versioned,
} from '@cellwright/domain';
import type * as z from 'zod';
import type { NamedAction } from '../capabilities/actions.ts';
import type {
  BaseDescription,
  CapabilityDescribers,
  CapabilityName,
  ToolDescription,
  ToolEnd,
} from '../capabilities/index.ts';

/** How a field is shown and asked for; attached to a zod field with `.meta({ label, unit })`. */
export interface FieldMeta {
  readonly label: string;
  /** 'ms', 'm', 'N'…; absent when the field has none. */
  readonly unit?: string;
  readonly help?: string;
  /** Typed in and never shown. */
  readonly isSecret?: boolean;
  /** What asks for it where its type does not say: 'tool' is a choice among the devices that hang on a flange. */
  readonly control?: 'tool';
}

/** A device with a place on the network. */
export interface NetworkAddress {
  readonly host: string;
  readonly port: number;
}

/** A port of the control box or the flange that a device is wired to. */
export interface WiredPort extends IOPortRef {
  /** What it is to the device, in the words of its form: 'Output that closes'. */
  readonly role: string;
  /** `role` as a page says it in its language, '{action}' standing for the action; absent for a name that a person gave. */
  readonly words?: { readonly text: string; readonly action?: NamedAction };
  /**
   * 'driven': the device sets or reads it, and nobody else sets it. 'named': the device lends it its name, and it is set
   * as ever. Either way it belongs to one device.
   */
  readonly use: 'driven' | 'named';
}

/** A device without a line of its own: it is the wires that end at these ports. */
export interface WiredAddress {
  readonly ports: readonly WiredPort[];
}

/** Where the real device is found. */
export type DeviceAddress = NetworkAddress | WiredAddress;

export interface EquipmentExample<Config> {
  readonly title: string;
  readonly config: Config;
}

/** Groups of the device catalogue, in its order. */
export const catalogueGroups = ['gripper', 'tool', 'sensor', 'machine', 'axis', 'signals'] as const;

/** The place of a kind in the device catalogue. */
export interface CatalogueEntry {
  readonly group: (typeof catalogueGroups)[number];
  /** Absent for kinds of any maker. */
  readonly maker?: string;
}

/** Everything about an equipment kind but its behaviour. `version` and `migrations` are those of its configuration. */
export interface EquipmentContract<
  Kind extends string,
  Config extends AnyConfig,
  Live extends EquipmentLiveState,
  Names extends CapabilityName,
> extends Versioned {
  readonly kind: Kind;
  readonly label: string;
  readonly description: string;
  readonly catalogue: CatalogueEntry;
  /** Every field but `kind` has a default, so that `{ kind }` alone is a configuration to start from. */
  readonly config: z.ZodType<Config>;
  readonly liveState: z.ZodType<Live>;
  readonly capabilities: Pick<CapabilityDescribers<Config>, Names>;
  /** What it adds to the arm on its flange; absent for kinds that never hang there. A method, as those of capabilities. */
  tool?(config: Config): ToolDescription;
  /** Where other tools hang on it, and which; absent for kinds that carry none. */
  ends?(config: Config): readonly ToolEnd[];
  /** It stands for nothing on the flange: there is nothing to actuate. */
  readonly isBareFlange?: boolean;
  /** Where it puts the arm's base; absent for kinds that the arm does not stand on. */
  base?(config: Config): BaseDescription;
  /** How far over that a base which is driven stands now, m along the world's z; undefined while that is not known. */
  baseHeight?(live: Live): number | undefined;
  /** What a live session connects to. Simulated and twin sessions never do. */
  address(config: Config): DeviceAddress;
  /** Ports that a device with a place on the network is wired to as well. */
  wires?(config: Config): readonly WiredPort[];
  /** What it needs of the flange that it is wired to; undefined, or absent, for a device that does not say. */
  flangeSupply?(config: Config): FlangeSupply | undefined;
  readonly examples: readonly EquipmentExample<Config>[];
  /** Fields that no answer, event or list ever holds: only the driver is given them. */
  readonly secrets?: readonly (keyof Config & string)[];
  /** Where its registers and figures come from, and which of them nobody has checked: a sentence each. */
  readonly sources?: readonly string[];
}

/** What every kind's configuration has. */
export interface AnyConfig {
  readonly kind: string;
  readonly name: string;
}

/** A contract of any kind, looked up by the kind of the configuration it is called with. */
export interface AnyContract
  extends Omit<EquipmentContract<string, AnyConfig, EquipmentLiveState, never>, 'capabilities' | 'secrets'> {
  readonly capabilities: Partial<CapabilityDescribers<AnyConfig>>;
  readonly secrets?: readonly string[];
}
export type ConfigOf<Contract extends AnyContract> = z.infer<Contract['config']>;
export type LiveStateOf<Contract extends AnyContract> = z.infer<Contract['liveState']>;
export type CapabilitiesOf<Contract extends AnyContract> = keyof Contract['capabilities'] & CapabilityName;

/** Infers the types of a contract. */
export function defineContract<
  Kind extends string,
  Config extends AnyConfig & { readonly kind: Kind },
  Live extends EquipmentLiveState,
  Names extends CapabilityName,
>(contract: EquipmentContract<Kind, Config, Live, Names>): EquipmentContract<Kind, Config, Live, Names> {
  return checkMigrations(`The equipment kind ${contract.kind}`, contract);
}
