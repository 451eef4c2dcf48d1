import { startOfText, type VariableValue } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import {
  completed,
  failed,
  type PortFailure,
  type PortResult,
  type StepContext,
  type StepOutcome,
  type StepRuntime,
  stopped,
} from '../../framework/index.ts';
import { findInAnswer } from './answer-values.ts';
import { initialVariables, type NetworkRequestArgs, type NetworkRequestVariables } from './contract.ts';
import { networkMessages } from './contract-wording.ts';

/** Length of the answer shown to clients in the step's variables; variables of the routine receive all of it. */
const shownLength = 2000;

type Context = StepContext<NetworkRequestArgs, NetworkRequestVariables>;
/** Results by the variable that receives them. */
type Values = ReadonlyMap<string, VariableValue>;

export const networkRequestRuntime: StepRuntime<NetworkRequestArgs, NetworkRequestVariables> = {
  async run(context) {
    const request = await prepare(context);
    return request.ok ? sendUntilDone(context, request.send) : failed('ExecutionFailure', request.message);
  },
};

type Send = () => Promise<PortResult<Values>>;
type Prepared = { readonly ok: true; readonly send: Send } | { readonly ok: false; readonly message: string };

/** Evaluates the expressions of the request once, so that every attempt sends the same. */
function prepare(context: Context): Promise<Prepared> {
  const { requestKind, operation } = context.args;
  if (requestKind === 'http') return prepareHttp(context);
  return operation === 'read' ? Promise.resolve(prepareRead(context)) : prepareWrite(context);
}

/** Sends once, and again after a user has resumed if that has no second effect or the author allows it. */
async function sendUntilDone(context: Context, send: Send): Promise<StepOutcome> {
  const { args, ports, signal } = context;
  for (;;) {
    show(context, initialVariables);
    const result = await send();
    if (result.ok) return keep(context, result.value);
    if ('stopped' in result) return stopped;
    const { message, mayRetry = false } = result.failure;
    context.setVariable('error', message);
    if (!args.pauseOnFailure) return completed;
    const resumed = await ports.faults.hold({ kind: 'NetworkRequestFailure', message }, signal);
    if (!resumed.ok) return stopped;
    if (!mayRetry && !args.sendAgain) return completed;
  }
}

async function keep(context: Context, values: Values): Promise<StepOutcome> {
  context.setVariable('isOk', true);
  for (const [variableID, value] of values) {
    const set = await context.ports.variables.set(variableID, value);
    if (!set.ok) return failed('ExecutionFailure', set.isKnown ? networkMessages.notKept(set.message) : set.message);
  }
  return completed;
}

function show(context: Context, { isOk, status, answer, error }: NetworkRequestVariables): void {
  context.setVariable('isOk', isOk);
  context.setVariable('status', status);
  context.setVariable('answer', answer);
  context.setVariable('error', error);
}

function prepareRead({ args, ports, signal }: Context): Prepared {
  const { equipmentID, registers } = args;
  const command = { operation: 'read' as const, registers: registers.map(({ register }) => register) };
  const send: Send = async () => {
    const result = await ports.devices.actuate('registers', equipmentID, command, signal);
    if (!result.ok) return result;
    const read = new Map(result.value.values.map(({ register, value }) => [register, value]));
    const values = registers.flatMap(({ register, variableID }): [string, VariableValue][] => {
      const value = read.get(register);
      return variableID === undefined || value === undefined ? [] : [[variableID, value]];
    });
    return { ok: true, value: new Map(values) };
  };
  return { ok: true, send };
}

async function prepareWrite({ args, ports, signal }: Context): Promise<Prepared> {
  const values: { register: string; value: number | boolean }[] = [];
  for (const [index, { register, value: expression }] of args.registers.entries()) {
    if (expression === undefined) continue;
    const evaluated = await ports.expressions.evaluate(expression);
    if (!evaluated.ok) {
      return { ok: false, message: messages.errorInField(`registers.${index}.value`, evaluated.message) };
    }
    const { value } = evaluated;
    if (typeof value === 'string') return { ok: false, message: networkMessages.valueIsNoNumber(register) };
    values.push({ register, value });
  }
  const command = { operation: 'write' as const, values };
  const send: Send = async () => {
    const result = await ports.devices.actuate('registers', args.equipmentID, command, signal);
    return result.ok ? { ok: true, value: new Map() } : result;
  };
  return { ok: true, send };
}

async function prepareHttp(context: Context): Promise<Prepared> {
  const { args, ports, signal } = context;
  const { method, url, headers, timeoutMS, simulatedAnswer } = args;
  const body = await evaluateBody(context);
  if (!body.ok) return body;
  const request = {
    ...{ method, url, headers, timeoutMS },
    ...(body.text === undefined ? {} : { body: body.text }),
    ...(simulatedAnswer === undefined ? {} : { simulatedAnswer }),
  };
  const send: Send = async () => {
    const result = await ports.network.request(request, signal);
    if (!result.ok) return result;
    const { status, body: answer, location } = result.value;
    context.setVariable('status', status);
    context.setVariable('answer', startOfText(answer, shownLength));
    const refusal = args.acceptAnyStatus ? undefined : refuseStatus(status, location);
    return refusal === undefined ? readOutputs(args, answer) : { ok: false, failure: failure(refusal) };
  };
  return { ok: true, send };
}

async function evaluateBody({
  args,
  ports,
}: Context): Promise<{ ok: true; text: string | undefined } | { ok: false; message: string }> {
  if (args.body === undefined) return { ok: true, text: undefined };
  const evaluated = await ports.expressions.evaluate(args.body);
  if (!evaluated.ok) return { ok: false, message: messages.errorInField('body', evaluated.message) };
  return { ok: true, text: String(evaluated.value) };
}

function refuseStatus(status: number, location: string | undefined): string | undefined {
  if (status >= 200 && status <= 299) return undefined;
  const isRedirect = status >= 300 && status <= 399 && location !== undefined;
  return isRedirect ? networkMessages.redirected(status, location) : networkMessages.status(status);
}

function readOutputs({ outputs }: NetworkRequestArgs, answer: string): PortResult<Values> {
  const values = new Map<string, VariableValue>();
  for (const { path, variableID } of outputs) {
    const found = findInAnswer(answer, path);
    if (!found.ok) return { ok: false, failure: failure(found.error) };
    values.set(variableID, found.value);
  }
  return { ok: true, value: values };
}

function failure(message: string): PortFailure {
  return { kind: 'NetworkRequestFailure', message };
}
