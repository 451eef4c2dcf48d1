import { ProductError, readValueLike, type VariableValue } from '@cellwright/domain/basics';
import type { RobotSessionState } from '@cellwright/domain/run';
import * as z from 'zod';
import type { RobotCall, RobotLine } from './robot-line.ts';
import { type Api, callOf } from './room.ts';
import { requireRun } from './routine-runs.ts';

const tags = ['Robot API: routines'];
const variableSchema = z.object({ value: z.string() });
/** Maximum length of a variable's name. */
const params = z.object({ variableName: z.string().min(1).max(200) });

/** Registers `/routine-editor/variables`: variables of the running routine and of the cell, by name. */
export function addVariables(api: Api, line: RobotLine): void {
  const response = { 200: variableSchema };
  api.get(
    '/routine-editor/variables/:variableName',
    { schema: { tags, summary: 'Value of a variable of the running routine, as text', params, response } },
    async (request) => ({ value: String(find(line, callOf(request), request.params.variableName).value) }),
  );
  api.post(
    '/routine-editor/variables/:variableName',
    { schema: { tags, summary: 'Set a variable of the running routine', params, body: variableSchema, response } },
    async (request) => {
      const call = callOf(request);
      const { variableName } = request.params;
      const { id: variableID, value: before } = find(line, call, variableName);
      const value = readVariable(variableName, before, request.body.value);
      await line.command(call, 'setVariableState', { variableID, value });
      return { value: String(find(line, call, variableName).value) };
    },
  );
}

/** Finds a variable by name, the routine's own before the cell's. */
function find(line: RobotLine, { robotKind }: RobotCall, name: string) {
  const state = line.state(robotKind);
  requireRun(state);
  const named = variablesOf(state).filter((variable) => variable.name === name);
  const found = named.find(({ isGlobal }) => !isGlobal) ?? named[0];
  if (found) return found;
  throw new ProductError('request_failed_validation', `The running routine has no variable '${name}'`);
}

/** @throws ProductError request_failed_validation, naming the variable, for a text that it cannot store. */
export function readVariable(name: string, before: VariableValue, text: string): VariableValue {
  const read = readValueLike(before, text);
  if (read.ok) return read.value;
  throw new ProductError('request_failed_validation', `The variable '${name}' ${read.error}`);
}

export function variablesOf({ variables }: RobotSessionState) {
  return Object.entries(variables).map(([id, variable]) => ({ id, ...variable }));
}
