import type { RegisterTable } from '@cellwright/domain';
import { RegisterTable as WireTable } from '@cellwright/proto/equipment';

const tables: Record<RegisterTable, WireTable> = {
  holdingRegister: WireTable.REGISTER_TABLE_HOLDING_REGISTER,
  inputRegister: WireTable.REGISTER_TABLE_INPUT_REGISTER,
  coil: WireTable.REGISTER_TABLE_COIL,
  discreteInput: WireTable.REGISTER_TABLE_DISCRETE_INPUT,
};

export function toWireTable(table: RegisterTable): WireTable {
  return tables[table];
}
