import { messages } from '@cellwright/domain/messages';
import { type CellEquipment, type CheckEnvironment, type FieldProblem, invalid } from '../../framework/index.ts';
import type { NetworkRequestArgs } from './contract-args.ts';
import { networkMessages } from './contract-wording.ts';

/** Checks rules that the schema cannot express: between fields, and about variables and devices. */
export function checkNetworkRequest(args: NetworkRequestArgs, environment: CheckEnvironment): FieldProblem[] {
  return args.requestKind === 'http' ? checkHttp(args, environment) : checkModbus(args, environment);
}

function checkHttp({ url, method, body, outputs }: NetworkRequestArgs, environment: CheckEnvironment): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (url === '') problems.push(invalid('url', networkMessages.addressRequired));
  if (method === 'GET' && body !== undefined) problems.push(invalid('body', networkMessages.bodyNotSent(method)));
  for (const [index, { variableID }] of outputs.entries()) {
    problems.push(...checkVariable(`outputs.${index}.variableID`, variableID, environment));
  }
  return problems;
}

function checkModbus(args: NetworkRequestArgs, environment: CheckEnvironment): FieldProblem[] {
  const { registers, operation } = args;
  const problems: FieldProblem[] = [];
  if (registers.length === 0) problems.push(invalid('registers', networkMessages.registerRequired));
  for (const [index, { variableID, value }] of registers.entries()) {
    const place = `registers.${index}`;
    if (operation === 'write') {
      if (value === undefined) problems.push(invalid(`${place}.value`, networkMessages.valueRequired));
    } else if (variableID === undefined) {
      problems.push(invalid(`${place}.variableID`, networkMessages.readNeedsVariables));
    } else {
      problems.push(...checkVariable(`${place}.variableID`, variableID, environment));
    }
  }
  return [...problems, ...checkDevice(args, environment.equipment)];
}

function checkVariable(fieldId: string, id: string, { environmentVariables }: CheckEnvironment): FieldProblem[] {
  return environmentVariables.has(id) ? [] : [invalid(fieldId, messages.variableNotValid(id))];
}

function checkDevice(args: NetworkRequestArgs, equipment: readonly CellEquipment[] | undefined): FieldProblem[] {
  if (equipment === undefined) return [];
  const { equipmentID } = args;
  const usable = equipment.filter(({ capabilities }) => capabilities.includes('registers'));
  if (equipmentID === undefined) {
    const [only, ...others] = usable;
    if (only === undefined) return [notFound(networkMessages.noDevice)];
    return others.length > 0 ? [missing(networkMessages.chooseDevice)] : checkRegisters(args, only);
  }
  const chosen = equipment.find(({ id }) => id === equipmentID);
  if (chosen === undefined) return [notFound(messages.equipmentNotFound(equipmentID))];
  return usable.includes(chosen)
    ? checkRegisters(args, chosen)
    : [missing(networkMessages.withoutRegisters(chosen.name))];
}

function checkRegisters(
  { registers, operation }: NetworkRequestArgs,
  { name, descriptions }: CellEquipment,
): FieldProblem[] {
  const known = descriptions?.registers?.registers;
  if (known === undefined) return [];
  return registers.flatMap(({ register }, index) => {
    const found = known.find(({ id }) => id === register) ?? known.find((each) => each.name === register);
    const fieldId = `registers.${index}.register`;
    if (found === undefined) return [invalid(fieldId, networkMessages.noSuchRegister(name, register))];
    return operation === 'write' && !found.isWritable ? [invalid(fieldId, networkMessages.readOnly(register))] : [];
  });
}

function notFound(message: string): FieldProblem {
  return { kind: 'EquipmentNotFound', message, fieldId: 'equipmentID' };
}

function missing(message: string): FieldProblem {
  return { kind: 'missingEquipment', message, fieldId: 'equipmentID' };
}
