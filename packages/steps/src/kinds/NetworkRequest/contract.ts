import {
  defineContract,
  type ExpressionUse,
  expressionsIn,
  noTimeLimit,
  withCalculations,
} from '../../framework/index.ts';
import { argsSchema, type NetworkRequestArgs } from './contract-args.ts';
import { checkNetworkRequest } from './contract-checks.ts';
import { documentedMessages } from './contract-messages.ts';

export type { NetworkRequestArgs } from './contract-args.ts';

// A type, not an interface: only types are records of variable values.
export type NetworkRequestVariables = {
  /** True if the last request succeeded. */
  isOk: boolean;
  /** Status of the last HTTP answer; 0 without one. */
  status: number;
  /** Start of the last HTTP answer, as text. */
  answer: string;
  /** Reason why the last request failed; empty if it did not. */
  error: string;
};
export const initialVariables: NetworkRequestVariables = { isOk: false, status: 0, answer: '', error: '' };

export const networkRequestContract = defineContract({
  kind: 'NetworkRequest',
  label: 'Network request',
  section: 'Interface with other devices',
  description:
    'Reads or writes registers of a device over Modbus TCP, or sends a request over HTTP. Nothing is sent twice unless the step allows it.',
  args: argsSchema,
  ...withCalculations,
  children: { policy: 'forbidden' },
  variables: initialVariables,
  answersFromOutside: true,
  setsVariables: ({ registers, outputs }) => [...registers, ...outputs].flatMap(({ variableID }) => variableID ?? []),
  hasOutsideEffect: true,
  // The request has its own time limit, and a user may have to handle a failure.
  timeLimit: () => noTimeLimit,
  expressions: (args) => [...(args.requestKind === 'http' ? expressionsIn({ body: args.body }) : writtenValues(args))],
  check: ({ args }, environment) => checkNetworkRequest(args, environment),
  summarize({ requestKind, method, url, operation, registers }, { say }) {
    if (requestKind === 'http') return url === '' ? say`${method} an address` : `${method} ${url}`;
    const names = registers.map(({ register }) => register).join(', ');
    if (names === '') return operation === 'read' ? say`Read registers` : say`Write registers`;
    return operation === 'read' ? say`Read ${names}` : say`Write ${names}`;
  },
  examples: [
    {
      title: 'Read how many parts a machine has made',
      args: { registers: [{ register: 'Part count', variableID: 'variable_count' }] },
    },
    {
      title: 'Start a machine',
      args: {
        operation: 'write',
        equipmentID: 'equipment_plc',
        registers: [{ register: 'Start', value: { kind: 'constant', value: true } }],
      },
    },
    {
      title: 'Ask for the next order',
      args: {
        requestKind: 'http',
        url: 'http://orders.example/next',
        outputs: [{ path: 'order.count', variableID: 'variable_count' }],
        simulatedAnswer: { status: 200, body: '{"order":{"count":3}}' },
      },
    },
    {
      title: 'Report a finished part, and continue without a response',
      args: {
        requestKind: 'http',
        method: 'POST',
        url: 'http://orders.example/done',
        headers: [{ name: 'Content-Type', value: 'text/plain' }],
        body: { kind: 'variable', variableID: 'variable_count' },
        pauseOnFailure: false,
      },
    },
  ],
  messages: documentedMessages,
});

function writtenValues({ operation, registers }: NetworkRequestArgs): ExpressionUse[] {
  if (operation === 'read') return [];
  return registers.flatMap(({ value }, index) =>
    value === undefined ? [] : [{ fieldId: `registers.${index}.value`, expression: value }],
  );
}
