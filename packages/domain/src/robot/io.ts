import * as z from 'zod';
import { schemaMessages as messages } from '../messages/schema-messages.ts';

export const ioLevelSchema = z.enum(['high', 'low']);
export type IOLevel = z.infer<typeof ioLevelSchema>;

export const ioPortKinds = ['Input', 'Output', 'Relay', 'FlangeInput', 'FlangeOutput', 'Safety'] as const;
export const ioPortKindSchema = z.enum(ioPortKinds);
export type IOPortKind = z.infer<typeof ioPortKindSchema>;

/** Number of ports of each kind at a control box; ports are numbered from 1. */
export const ioPortCounts = {
  Input: 16,
  Output: 16,
  Relay: 3,
  FlangeInput: 2,
  FlangeOutput: 2,
  Safety: 8,
} as const satisfies Record<IOPortKind, number>;

/** Safety inputs, in port order. They are always read-only. */
export const safetyInputNames = [
  'E-Stop 1',
  'E-Stop 2',
  'Safeguard 1',
  'Safeguard 2',
  'CB E-Stop 1',
  'CB E-Stop 2',
  'Tablet E-Stop 1',
  'Tablet E-Stop 2',
] as const;

export const pulseDefaultSeconds = 0.5;

export const writablePortKindSchema = z.enum(['Output', 'Relay', 'FlangeOutput'], {
  error: ({ input }) => (input === 'Safety' ? messages.safetyOutputsCannotBeSet : undefined),
});

export interface IOPortRef {
  readonly kind: IOPortKind;
  /** 1-based. */
  readonly port: number;
}

const fullNames: Record<Exclude<IOPortKind, 'Safety'>, string> = {
  Input: 'Input',
  Output: 'Output',
  Relay: 'Relay',
  FlangeInput: 'Flange Input',
  FlangeOutput: 'Flange Output',
};
const shortNames: Record<Exclude<IOPortKind, 'Safety' | 'FlangeInput' | 'FlangeOutput'>, string> = {
  Input: 'IN',
  Output: 'OUT',
  Relay: 'REL',
};

/** Signals of the pins of the flange connector, starting at pin 1. */
export const flangePins = [
  'Analog Input 1',
  'Analog Input 2',
  'Flange Input 2',
  'Flange Input 1',
  'Power',
  'Flange Output 2',
  'Flange Output 1',
  'Ground',
] as const;
const flangePinNames: readonly string[] = flangePins;

/** Returns the full name, as in the REST API: `Output 1`; safety inputs have their own names. */
export function ioPortName({ kind, port }: IOPortRef): string {
  if (kind === 'Safety') return safetyInputNames[port - 1] ?? `Safety ${port}`;
  return `${fullNames[kind]} ${port}`;
}

/**
 * Returns the short name: IN 1, OUT 1, REL 1; a port of the flange by its pin, PIN 4; safety inputs by their full
 * names.
 */
export function ioPortShortName({ kind, port }: IOPortRef): string {
  if (kind === 'Safety') return ioPortName({ kind, port });
  if (kind === 'FlangeInput' || kind === 'FlangeOutput')
    return `PIN ${flangePinNames.indexOf(ioPortName({ kind, port })) + 1}`;
  return `${shortNames[kind]} ${port}`;
}

export function isValidPort({ kind, port }: IOPortRef): boolean {
  return Number.isInteger(port) && port >= 1 && port <= ioPortCounts[kind];
}

/** Every port of a control box, in a fixed order. */
export const allPorts: readonly IOPortRef[] = ioPortKinds.flatMap((kind) =>
  Array.from({ length: ioPortCounts[kind] }, (_, index) => ({ kind, port: index + 1 })),
);

const namesOf = (kinds: readonly IOPortKind[]) => allPorts.filter(({ kind }) => kinds.includes(kind)).map(ioPortName);
/** Full names of the ports that can command a device. */
export const outputPortNames: readonly string[] = namesOf(writablePortKindSchema.options);
/** Full names of the ports on which a device can respond. */
export const inputPortNames: readonly string[] = namesOf(['Input', 'FlangeInput']);

const portsByName = new Map(allPorts.map((ref) => [ioPortName(ref), ref]));

/** Finds a port by its full name; undefined if there is none. */
export function findPortByName(name: string): IOPortRef | undefined {
  return portsByName.get(name);
}

export const ioPortRefSchema = z
  .object({ kind: ioPortKindSchema, port: z.number().int() })
  .refine(isValidPort, 'There is no such port');

/** An output to set. `pulseSeconds` returns the output to its previous level after that time. */
export const outputActionSchema = z.object({
  kind: writablePortKindSchema,
  port: z.number().int().min(1),
  level: ioLevelSchema,
  pulseSeconds: z.number().positive().max(3600).optional(),
});
export type OutputAction = z.infer<typeof outputActionSchema>;

/**
 * Hold of a pulse: `begin` starts one that also ends at each stop, pause and open safeguard; `renew` extends one that
 * lasts, and is refused without one.
 */
export type OutputHold = 'begin' | 'renew';
/** An output that a device sets. */
export type DeviceOutput = OutputAction & { readonly hold?: OutputHold | undefined };

/** Levels by full port name. */
export const ioLevelsSchema = z.record(z.string(), ioLevelSchema);
export type IOLevels = z.infer<typeof ioLevelsSchema>;

/** Returns the first wired emergency stop that is pressed: its circuit is open. */
export function findPressedEmergencyStop(levels: IOLevels): string | undefined {
  return safetyInputNames.find((name) => name.includes('E-Stop') && levels[name] === 'low');
}
