import { checkMigrations, type Versioned } from '@cellwright/domain/basics';
import type { EquipmentLiveState } from '@cellwright/domain/equipment';
import type { FlangeSupply, IOPortRef } from '@cellwright/domain/robot';
import type * as z from 'zod';
import type { NamedAction } from '../capabilities/actions.ts';
import type {
  BaseDescription,
  CapabilityDescribers,
  CapabilityName,
  ToolDescription,
  ToolEnd,
} from '../capabilities/index.ts';

/** Presentation of a field; attached to a zod field with `.meta({ label, unit })`. */
export interface FieldMeta {
  readonly label: string;
  /** 'ms', 'm', 'N'…; absent without a unit. */
  readonly unit?: string;
  readonly help?: string;
  /** True if it is entered but never shown. */
  readonly isSecret?: boolean;
  /**
   * Input control, if its type does not determine it: 'tool' is a choice among the devices on a flange, 'spaceItem' among
   * the environment objects with a shape.
   */
  readonly control?: 'tool' | 'spaceItem';
}

/** A device with a network address. */
export interface NetworkAddress {
  readonly host: string;
  readonly port: number;
}

/** A port of the control box or the flange that a device is wired to. */
export interface WiredPort extends IOPortRef {
  /** Its function for the device, in the words of its form: 'Output that closes'. */
  readonly role: string;
  /** `role` for translation, with '{action}' as the placeholder of the action; absent for a name that a user chose. */
  readonly words?: { readonly text: string; readonly action?: NamedAction };
  /**
   * 'driven': the device sets or reads it, and nothing else may set it. 'named': the device only gives it a name, and
   * it is set as before. Either way it belongs to one device.
   */
  readonly use: 'driven' | 'named';
}

/** A device without a connection of its own: it consists of the wires at these ports. */
export interface WiredAddress {
  readonly ports: readonly WiredPort[];
}

/** Address of the real device. */
export type DeviceAddress = NetworkAddress | WiredAddress;

export interface EquipmentExample<Config> {
  readonly title: string;
  readonly config: Config;
}

/** Groups of the device catalogue, in order. */
export const catalogueGroups = ['gripper', 'tool', 'sensor', 'machine', 'axis', 'signals'] as const;

/** Place of a kind in the device catalogue. */
export interface CatalogueEntry {
  readonly group: (typeof catalogueGroups)[number];
  /** Absent for kinds of any manufacturer. */
  readonly maker?: string;
}

/**
 * Everything about an equipment kind except its behaviour. `version` and `migrations` are those of its configuration.
 */
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
  /** Every field but `kind` has a default, so that `{ kind }` alone is a valid initial configuration. */
  readonly config: z.ZodType<Config>;
  readonly liveState: z.ZodType<Live>;
  readonly capabilities: Pick<CapabilityDescribers<Config>, Names>;
  /**
   * Returns what it adds to the arm on its flange; absent for kinds that are never mounted there. A method, like those
   * of capabilities.
   */
  tool?(config: Config): ToolDescription;
  /** Returns the mounts of other tools on it, with those tools; absent for kinds that carry none. */
  ends?(config: Config): readonly ToolEnd[];
  /** True if it stands for an empty flange, with nothing to actuate. */
  readonly isBareFlange?: boolean;
  /** Returns the pose of the arm's base; absent for kinds that the arm is not mounted on. */
  base?(config: Config): BaseDescription;
  /** Returns the height of a driven base above that pose, m along the world's z; undefined while it is unknown. */
  baseHeight?(live: Live): number | undefined;
  /** Returns the address for a live session. Simulated and twin sessions never connect to it. */
  address(config: Config): DeviceAddress;
  /** Ports that a device with a place on the network is wired to as well. */
  wires?(config: Config): readonly WiredPort[];
  /** Returns the id of the environment object that its door closes; undefined for a device without such a door. */
  interior?(config: Config): string | undefined;
  /** Flange supply required by the device; undefined or absent if it has no requirement. */
  flangeSupply?(config: Config): FlangeSupply | undefined;
  readonly examples: readonly EquipmentExample<Config>[];
  /** Fields that no response, event or list ever contains: only the driver receives them. */
  readonly secrets?: readonly (keyof Config & string)[];
  /** Sources of its registers and figures, and which of them are unverified: one sentence each. */
  readonly sources?: readonly string[];
}

/** Fields of every kind's configuration. */
export interface AnyConfig {
  readonly kind: string;
  readonly name: string;
}

/** A contract of any kind, looked up by the kind of the configuration that it is called with. */
export interface AnyContract
  extends Omit<EquipmentContract<string, AnyConfig, EquipmentLiveState, never>, 'capabilities' | 'secrets'> {
  readonly capabilities: Partial<CapabilityDescribers<AnyConfig>>;
  readonly secrets?: readonly string[];
}
export type ConfigOf<Contract extends AnyContract> = z.infer<Contract['config']>;
export type LiveStateOf<Contract extends AnyContract> = z.infer<Contract['liveState']>;
export type CapabilitiesOf<Contract extends AnyContract> = keyof Contract['capabilities'] & CapabilityName;

/** Defines a contract with inferred types. */
export function defineContract<
  Kind extends string,
  Config extends AnyConfig & { readonly kind: Kind },
  Live extends EquipmentLiveState,
  Names extends CapabilityName,
>(contract: EquipmentContract<Kind, Config, Live, Names>): EquipmentContract<Kind, Config, Live, Names> {
  return checkMigrations(`The equipment kind ${contract.kind}`, contract);
}
