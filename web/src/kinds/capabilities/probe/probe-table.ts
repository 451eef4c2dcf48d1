import {
  type EquipmentRecord,
  type ProbeAnswer,
  type ProbeRequest,
  probeRequestSchema,
  type RegisterTable,
} from '@cellwright/domain/equipment';
import { type Decoding, decodeEveryWay, decodingsOf } from '@cellwright/equipment/capabilities';
import { isEquipmentKind } from '@cellwright/equipment/contracts';
import { decimalText } from '../../../ui/decimal-text.ts';
import { type ConfigDraft, checkDraft } from '../../device-parts/device-config.ts';

/** A range of registers as typed. */
export interface TypedRange {
  readonly table: RegisterTable;
  readonly offset: number | string;
  readonly count: number | string;
}

/** Returns the range to read; undefined while it is not valid. */
export function readRange({ table, offset, count }: TypedRange): ProbeRequest | undefined {
  if (typeof offset !== 'number' || typeof count !== 'number') return undefined;
  return probeRequestSchema.safeParse({ table, offset, count }).data;
}

/** One address of a device with its possible values. */
export interface ProbeRow {
  readonly offset: number;
  /** The 16 bits in hexadecimal, a bit as 0 or 1; undefined where the device has no such address. */
  readonly raw: string | undefined;
  readonly decodings: readonly Decoding[];
}

export function rowsOf({ table, offset, values }: ProbeAnswer): readonly ProbeRow[] {
  return values.map((value, index) => ({
    offset: offset + index,
    raw:
      value === null
        ? undefined
        : value
            .toString(16)
            .toUpperCase()
            .padStart(isBits(table) ? 1 : 4, '0'),
    decodings: decodeEveryWay(table, values, index),
  }));
}

function isBits(table: RegisterTable): boolean {
  return decodingsOf(table).length === 1;
}

/** Returns a number as text for a narrow column: floats with seven digits, the precision of 32 bits. */
export function valueText(value: Decoding['value']): string {
  if (value === undefined) return '–';
  if (typeof value !== 'number') return String(value);
  return decimalText(Number.isInteger(value) ? value : Number(value.toPrecision(7)));
}

/** A chosen address with its format and byte order. */
export interface Choice extends Pick<Decoding, 'format' | 'order'> {
  readonly table: RegisterTable;
  readonly offset: number;
}

export type WithRegister =
  | { readonly isValid: true; readonly registers: readonly ConfigDraft[] }
  | { readonly isValid: false; readonly problem: string };

/** Returns the registers of a device with one more, or the problem with it. */
export function withRegister(
  config: EquipmentRecord['config'],
  { table, offset, format, order }: Choice,
  { id, name }: { readonly id: string; readonly name: string },
): WithRegister {
  const { kind } = config;
  const before: unknown = Reflect.get(config, 'registers');
  const register = { id, name, type: table, offset, format, order };
  const registers: ConfigDraft[] = [...(Array.isArray(before) ? before : []), register];
  if (!isEquipmentKind(kind)) return { isValid: false, problem: kind };
  const checked = checkDraft(kind, { ...config, registers });
  if (checked.isValid) return { isValid: true, registers };
  return { isValid: false, problem: Object.values(checked.problems).join('. ') };
}
