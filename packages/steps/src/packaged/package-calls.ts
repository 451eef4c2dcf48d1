import { readValueLike, textSchema, type VariableValue } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { findPortByName, ioLevelSchema, writablePortKindSchema } from '@cellwright/domain/robot';
import { storedValueSchema } from '@cellwright/domain/routine';
import { commandedCapabilities, isCommandedCapability } from '@cellwright/equipment/capabilities';
import * as z from 'zod';
import { commandDevice } from '../framework/command-device.ts';
import type { PackageAnswer, PackageCalls, PortResult, StepContext } from '../framework/index.ts';
import type { PackageUse } from './manifest.ts';
import { findExpression, initialValueOf, type PackagedStep, reportVariable } from './packaged-contract.ts';

type Context = Pick<StepContext<unknown>, 'args' | 'ports' | 'setVariable'>;

interface Call<Args> {
  readonly args: z.ZodType<Args>;
  /** Arguments in words, for an error. */
  readonly takes: string;
  /** Effect that the manifest must declare. */
  readonly uses?: PackageUse;
  perform(given: Args, context: Context, packaged: PackagedStep, signal: AbortSignal): Promise<PackageAnswer>;
}

const name = z.string().max(500);
/** A day; longer waits are a mistake. */
const longestWaitMS = 86_400_000;
const longestReport = 1000;

const defineCall = <Args>(call: Call<Args>): AnyCall => ({
  ...call,
  async performParsed(given, ...others) {
    const { data } = call.args.safeParse(given);
    return data === undefined ? undefined : call.perform(data, ...others);
  },
});

interface AnyCall extends Pick<Call<unknown>, 'takes' | 'uses'> {
  /** Undefined for arguments of another form. */
  performParsed(
    given: unknown,
    context: Context,
    packaged: PackagedStep,
    signal: AbortSignal,
  ): Promise<PackageAnswer | undefined>;
}

/** Every call of a package. Each acts through the ports of the step, like a built kind. */
const calls: ReadonlyMap<string, AnyCall> = new Map(
  Object.entries({
    getVariable: defineCall({
      args: z.tuple([name]),
      takes: 'the id of a variable',
      perform: async ([id], { ports }) => known(ports.variables.get(id), messages.unknownVariableID(id)),
    }),
    setVariable: defineCall({
      args: z.tuple([name, storedValueSchema]),
      takes: 'the id of a variable and its value',
      uses: 'variables',
      perform: async ([id, value], { ports }) => {
        const set = await ports.variables.set(id, value);
        if (set.ok) return nothing;
        return failure(set.isKnown ? set.message : messages.unknownVariableID(id));
      },
    }),
    getStepVariable: defineCall({
      args: z.tuple([name, name]),
      takes: 'the id of a step and the name of its variable',
      perform: async ([step, variable], { ports }) =>
        known(ports.variables.getStepVariable(step, variable), `Step ${step} has no variable ${variable}`),
    }),
    setStepVariable: defineCall({
      args: z.tuple([name, storedValueSchema]),
      takes: 'the name of a variable of the step and its value',
      perform: async ([variable, value], context, packaged) => setStepVariable(packaged, context, variable, value),
    }),
    evaluate: defineCall({
      args: z.tuple([name]),
      takes: 'the name of an argument that holds an expression',
      perform: async ([argument], { args, ports }) => {
        const expression = findExpression(args, argument);
        if (expression === undefined) return failure(`The argument ${argument} holds no expression`);
        const result = await ports.expressions.evaluate(expression);
        return result.ok ? answer(result.value) : failure(messages.errorInField(argument, result.message));
      },
    }),
    readPort: defineCall({
      args: z.tuple([name]),
      takes: "the name of a port, as 'Input 1'",
      perform: async ([port], { ports }) => {
        const found = findPortByName(port);
        return known(found && ports.robot.readPort(found), `${port} cannot be read`);
      },
    }),
    setOutput: defineCall({
      args: z.tuple([name, ioLevelSchema]).or(z.tuple([name, ioLevelSchema, z.number().positive().max(3600)])),
      takes: "the name of an output, 'high' or 'low', and the seconds of a pulse where it is one",
      uses: 'outputs',
      perform: async ([output, level, pulseSeconds], { ports }, _packaged, signal) => {
        const port = findPortByName(output);
        const kind = writablePortKindSchema.safeParse(port?.kind).data;
        if (port === undefined || kind === undefined) return failure(`${output} is not an output`);
        const action = { kind, port: port.port, level, ...(pulseSeconds !== undefined && { pulseSeconds }) };
        return answerOf(await ports.robot.setOutputs([action], signal));
      },
    }),
    commandDevice: defineCall({
      args: z.tuple([name, name.nullable(), z.unknown()]),
      takes: 'a capability, the id of a device or null for the only one, and the command',
      uses: 'devices',
      perform: async ([capability, equipmentID, given], { ports }, _packaged, signal) => {
        if (!isCommandedCapability(capability)) return failure(`No device capability '${capability}' takes commands`);
        const command = commandedCapabilities[capability].command.safeParse(given);
        if (!command.success) return failure(`The ${capability} command is wrong: ${z.prettifyError(command.error)}`);
        const order = { capability, equipmentID: equipmentID ?? undefined, command: command.data };
        return answerOf(await commandDevice(ports, order, signal));
      },
    }),
    wait: defineCall({
      args: z.tuple([z.number().min(0).max(longestWaitMS)]),
      takes: 'milliseconds, at most a day',
      perform: async ([ms], { ports }, _packaged, signal) => {
        await ports.clock.sleep(ms, signal);
        return nothing;
      },
    }),
    log: defineCall({
      args: z.tuple([textSchema(longestReport)]),
      takes: `a text of at most ${longestReport} characters`,
      perform: async ([text], context) => {
        context.setVariable(reportVariable, text);
        return nothing;
      },
    }),
  }),
);

/** Names of the calls that a package can make. */
export const packageCallNames: readonly string[] = [...calls.keys()];

/** Returns the calls of one step of a package while it plays. */
export function createPackageCalls(packaged: PackagedStep, context: Context): PackageCalls {
  const { uses, name: packageName } = packaged.manifest;
  return {
    async call(asked, text, signal) {
      const call = calls.get(asked);
      if (call === undefined) return failure(`cell.${asked} does not exist`);
      if (call.uses !== undefined && !uses.includes(call.uses)) {
        return failure(`cell.${asked} needs "${call.uses}" in the uses of ${packageName}, which does not declare it`);
      }
      try {
        const performed = await call.performParsed(readArguments(text), context, packaged, signal);
        return performed ?? failure(`cell.${asked} takes ${call.takes}`);
      } catch (error) {
        return failure(signal.aborted ? stoppedMessage : `cell.${asked} failed: ${String(error)}`);
      }
    },
  };
}

const stoppedMessage = 'The step was stopped';
const nothing: PackageAnswer = { ok: true, json: 'null' };

function setStepVariable(
  packaged: PackagedStep,
  context: Context,
  variable: string,
  value: VariableValue,
): PackageAnswer {
  const initial = initialValueOf(packaged, variable);
  if (initial === undefined) return failure(`The step kind ${packaged.step.kind} declares no variable ${variable}`);
  const typed = readValueLike(initial, value);
  if (!typed.ok) return failure(`The variable ${variable} ${typed.error}`);
  context.setVariable(variable, typed.value);
  return nothing;
}

function answerOf(result: PortResult<unknown>): PackageAnswer {
  if (result.ok) return answer(result.value ?? null);
  return failure('stopped' in result ? stoppedMessage : result.failure.message);
}

function answer(value: unknown): PackageAnswer {
  return { ok: true, json: JSON.stringify(value) };
}

function known(value: VariableValue | undefined, message: string): PackageAnswer {
  return value === undefined ? failure(message) : answer(value);
}

function failure(message: string): PackageAnswer {
  return { ok: false, message };
}

function readArguments(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A package may manipulate conversions to text; then it gets the expected arguments as an error.
    return undefined;
  }
}
