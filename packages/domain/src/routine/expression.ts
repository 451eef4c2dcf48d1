import * as z from 'zod';
import { maxVariableTextLength, readValue, type VariableValue } from '../basics/held-value.ts';
import { idSchema } from '../basics/ids.ts';
import { maxOperands, type Operation, operationNames, operations } from '../formula/operations.ts';
import { ioPortRefSchema } from '../robot/io.ts';

const aValue = 'A value must be text, a number, true or false';

/** A value in a stored document, a state or a record: values that an earlier release accepted are still read. */
export const storedValueSchema = z.union([z.string().max(maxVariableTextLength), z.number(), z.boolean()], aValue);

/** A value from outside that a variable can hold exactly. */
export const variableValueSchema = z
  .union([z.string(), z.number(), z.boolean()], { error: ({ input }) => refuseValue(input) ?? aValue })
  .superRefine((value, context) => {
    const message = refuseValue(value);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

function refuseValue(value: unknown): string | undefined {
  const isScalar = typeof value === 'string' || typeof value === 'number';
  const held = isScalar ? readValue(value) : undefined;
  return held?.ok === false ? `A value cannot be ${held.error}` : undefined;
}

export const conditionOperatorSchema = z.enum(['>', '<', '>=', '<=', '==', '!=', 'AND', 'OR']);
export type ConditionOperator = z.infer<typeof conditionOperatorSchema>;

/** Maximum nesting of conditions and calculations; deeper ones are rejected when parsed. */
export const maxExpressionDepth = 64;

const sensorNames = {
  name: z.string().max(200).optional(),
  highValueName: z.string().max(200).optional(),
  lowValueName: z.string().max(200).optional(),
};
/** Custom device of a network sensor, and the sensor's id or name there: its device reads it. */
const deviceSensor = {
  equipmentID: idSchema.optional(),
  sensorID: z.string().min(1).max(200).optional(),
};
const networkPortSchema = z.number().int().min(1).max(65_535);

/** A signal of the control box or the flange; without a port it is not configured yet. */
const signalSensorSchema = z.object({
  kind: z.enum(['controlBoxIO', 'flangeIO']),
  ...sensorNames,
  ioPort: ioPortRefSchema.optional(),
  voltage: z.enum(['24V', '12V']).optional(),
  circuit: z.enum(['pnp', 'npn']).optional(),
});
export type SignalSensor = z.infer<typeof signalSensorSchema>;

/** A register of a network device. Other fields in a file are kept. */
const modbusSensorSchema = z.looseObject({
  kind: z.literal('modbusTCP'),
  ...sensorNames,
  ...deviceSensor,
  hostname: z.string().max(253).optional(),
  port: networkPortSchema.default(502),
  timeoutMS: z.number().int().min(1).max(600_000).default(2000),
});

/** A signal of a Haas machine. Other fields in a file are kept. */
const haasSensorSchema = z.looseObject({
  kind: z.literal('haasNGC'),
  ...sensorNames,
  ...deviceSensor,
  hostname: z.string().max(253).optional(),
  port: networkPortSchema.default(5051),
});

/** Source of a sensor's signal. */
export const sensorInterfaceSchema = z.discriminatedUnion('kind', [
  signalSensorSchema,
  modbusSensorSchema,
  haasSensorSchema,
]);
export type SensorInterface = z.infer<typeof sensorInterfaceSchema>;

export type NetworkSensor = Exclude<SensorInterface, SignalSensor>;

/** True if a sensor is read through the robot's own ports. */
export function isSignalSensor(sensor: SensorInterface): sensor is SignalSensor {
  return sensor.kind === 'controlBoxIO' || sensor.kind === 'flangeIO';
}

export type Expression =
  | { kind: 'constant'; value: VariableValue }
  | { kind: 'variable'; variableID: string }
  /** A variable of a step's state, e.g. a Loop's completedCount. */
  | { kind: 'stateVariable'; stepID: string; variable: string }
  /** A signal: evaluates to 'high' or 'low'. */
  | { kind: 'sensor'; sensor: SensorInterface }
  | { kind: 'conditional'; operator: ConditionOperator; left: Expression; right: Expression }
  /** Arithmetic and functions of numbers and texts: evaluated without a script. */
  | { kind: 'calculation'; operation: Operation; operands: Expression[] }
  | { kind: 'JavaScript'; source: string }
  | { kind: 'Python'; source: string };

const sourceSchema = z.string().max(100_000);

/** An expression of any depth; external input is parsed by `expressionSchema`. */
export const expressionUnion: z.ZodType<Expression> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('constant'), value: storedValueSchema }),
    z.object({ kind: z.literal('variable'), variableID: idSchema }),
    z.object({ kind: z.literal('stateVariable'), stepID: idSchema, variable: z.string().min(1).max(128) }),
    z.object({ kind: z.literal('sensor'), sensor: sensorInterfaceSchema }),
    z.object({
      kind: z.literal('conditional'),
      operator: conditionOperatorSchema,
      left: expressionUnion,
      right: expressionUnion,
    }),
    calculationSchema,
    z.object({ kind: z.literal('JavaScript'), source: sourceSchema }),
    z.object({ kind: z.literal('Python'), source: sourceSchema }),
  ]),
);

const calculationSchema = z
  .object({
    kind: z.literal('calculation'),
    operation: z.enum(operationNames),
    operands: z
      .array(z.lazy(() => expressionUnion))
      .max(maxOperands, `An operation can have at most ${maxOperands} values`),
  })
  .superRefine(({ operation, operands }, context) => {
    const message = explainCount(operation, operands.length);
    if (message !== undefined) context.addIssue({ code: 'custom', message, path: ['operands'] });
  });

/** Returns why an operation cannot take a count of values; undefined if it can. */
export function explainCount(operation: Operation, count: number): string | undefined {
  const { minimum, maximum } = operations[operation];
  if (count >= minimum && count <= maximum) return undefined;
  const needed =
    minimum === maximum ? String(minimum) : maximum >= maxOperands ? `at least ${minimum}` : `${minimum} to ${maximum}`;
  return `${operation} takes ${needed} ${needed === '1' ? 'value' : 'values'}, not ${count}`;
}

/**
 * An expression; its nesting is limited before the recursive schema parses it, so that no input can exhaust the stack.
 */
export const expressionSchema: z.ZodType<Expression> = z
  .unknown()
  .refine((value) => nestingOf(value) <= maxExpressionDepth, {
    message: `An expression can be nested at most ${maxExpressionDepth} levels deep`,
    abort: true,
  })
  .pipe(expressionUnion);

function nestingOf(root: unknown): number {
  let deepest = 0;
  const pending: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    deepest = Math.max(deepest, next.depth);
    if (deepest > maxExpressionDepth) return deepest;
    for (const value of partsOf(next.value)) pending.push({ value, depth: next.depth + 1 });
  }
  return deepest;
}

function partsOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const operands: unknown = Reflect.get(value, 'operands');
  const sides = (['left', 'right'] as const).filter((side) => side in value).map((side) => Reflect.get(value, side));
  return Array.isArray(operands) ? [...sides, ...operands] : sides;
}
