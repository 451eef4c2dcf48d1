import type { CallDefinition, ServiceOwner } from './definition.ts';
import { methodNameOf, serviceNameOf } from './wire-names.ts';

/**
 * Renders the contract of an owner's calls for proto/cellwright/<owner>_calls.proto. Each message has the fields of
 * `CallRequest` and `CallResponse` (calls.proto), which are sent.
 */
export function renderProto(owner: ServiceOwner, calls: readonly CallDefinition[]): string {
  const sorted = [...calls].sort((a, b) => (a.name < b.name ? -1 : 1));
  const message = (call: CallDefinition) => `${serviceNameOf(owner)}${methodNameOf(call)}`;
  return [
    'syntax = "proto3";',
    'package cellwright;',
    '',
    'import "cellwright/calls.proto";',
    '',
    '// Written by `npm run generate:calls` from packages/calls; do not edit.',
    `service ${serviceNameOf(owner)} {`,
    ...sorted.flatMap((call) => [
      `  // ${call.summary}. ${call.http.method} ${call.http.path}`,
      `  rpc ${methodNameOf(call)}(${message(call)}Request) returns (${message(call)}Response);`,
    ]),
    '}',
    ...sorted.flatMap((call) => [
      '',
      `message ${message(call)}Request {`,
      '  bytes input_json = 1;',
      '  bytes document = 2;',
      '  CallAuthor author = 3;',
      '  string idempotency_key = 4;',
      '  CallRobot robot = 5;',
      '}',
      `message ${message(call)}Response {`,
      '  bytes output_json = 1;',
      '  int32 version = 2;',
      ...(call.startsSession ? ['  StartedSession session = 3;'] : []),
      '}',
    ]),
    '',
  ].join('\n');
}

/** Returns the path of the contract from the root of the repository. */
export function protoPathOf(owner: ServiceOwner): string {
  return `proto/cellwright/${owner.replaceAll('-', '_')}_calls.proto`;
}
