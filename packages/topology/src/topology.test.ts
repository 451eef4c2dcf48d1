import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { arrows, callersOf, isGranted, isPathGranted, secretVariable, secretVariablesOf } from './arrows.ts';
import { serviceNames } from './services.ts';

const contracts = fileURLToPath(new URL('../../../proto/cellwright', import.meta.url));

/** Returns the gRPC methods whose request names a person, as port and method of the definitions. */
function methodsThatNamePeople(): [port: string, method: string][] {
  return readdirSync(contracts).flatMap((file) => {
    const text = readFileSync(`${contracts}/${file}`, 'utf8');
    const messages = [...text.matchAll(/^message (\w+) \{([\s\S]*?)^\}/gm)];
    const personal = messages.filter(([, , body = '']) => /^ {2}(Caller|CallAuthor) \w+ = /m.test(body));
    const names = new Set(personal.map(([, name]) => name));
    const port = /^service (\w+)/m.exec(text)?.[1] ?? '';
    return [...text.matchAll(/rpc (\w+)\((\w+)\)/g)].flatMap(([, method = '', request]): [string, string][] =>
      names.has(request) ? [[port, `${method[0]?.toLowerCase()}${method.slice(1)}`]] : [],
    );
  });
}

describe('the table of calls', () => {
  it('grants methods that name a person to the gateway only, and stops also to the stop listener', () => {
    const personal = methodsThatNamePeople();
    expect(personal).toContainEqual(['RunnerService', 'send']);
    expect(personal).toContainEqual(['IdentityCallsService', 'inviteUser']);
    expect(personal).toContainEqual(['LibraryCallsService', 'importRoutine']);
    for (const [port, method] of personal) {
      const granted = arrows.filter((arrow) => isGranted(arrow, port, method)).map(({ caller }) => caller);
      const others = port === 'RunnerService' && method === 'stop' ? ['stop-listener'] : [];
      expect([port, method, granted]).toEqual([port, method, ['gateway', ...others]]);
    }
  });

  it.each([
    ['IdentityCallsService', 'createToken', ['gateway']],
    ['IdentityCallsService', 'createResetLink', ['gateway']],
    ['EntityService', 'removeEntity', ['gateway']],
    ['RunnerService', 'stop', ['gateway', 'stop-listener']],
    ['RunnerService', 'setPorts', ['equipment']],
    ['RunnerService', 'getRobotFacts', ['dry-run']],
    ['RunnerService', 'commandByLine', ['external-control']],
    ['IdentityService', 'checkPassword', ['external-control']],
    ['RunnerService', 'commandByUpdate', ['software-update']],
    ['RunnerService', 'holdPlays', ['software-update']],
    ['ControllerLink', 'command', ['routine-runner']],
    ['PlannerSocket', 'connect', ['gateway']],
  ])('grants %s/%s to %j', (port, method, expected) => {
    const callers = arrows.filter((arrow) => isGranted(arrow, port, method)).map(({ caller }) => caller);
    expect([...new Set(callers)]).toEqual(expected);
  });

  it('reads the path of a gRPC method', () => {
    const arrow = { caller: 'gateway', callee: 'routine-runner' } as const;
    expect(isPathGranted(arrow, '/cellwright.RunnerService/Send')).toBe(true);
    expect(isPathGranted(arrow, '/cellwright.RunnerService/SetPorts')).toBe(false);
    expect(isPathGranted(arrow, '/cellwright.RunnerService/send/more')).toBe(false);
    expect(isPathGranted(arrow, '/other.RunnerService/Send')).toBe(false);
  });

  it('returns the callers of a service', () => {
    expect(callersOf('identity')).toEqual(['gateway', 'stop-listener', 'library', 'equipment', 'external-control']);
    expect(callersOf('software-update')).toEqual(['gateway']);
    expect(callersOf('dry-run')).toEqual(['gateway']);
    expect(callersOf('controller')).toEqual(['routine-runner']);
    expect(callersOf('gateway')).toEqual([]);
  });
});

describe('secrets between services', () => {
  it('have one variable for each pair of services', () => {
    const variables = arrows.map(secretVariable);
    expect(new Set(variables).size).toBe(arrows.length);
    expect(variables).toContain('SECRET_ROUTINE_RUNNER_TO_CONTROLLER');
    expect(secretVariablesOf('motion')).toEqual(['SECRET_GATEWAY_TO_MOTION', 'SECRET_ROUTINE_RUNNER_TO_MOTION']);
    for (const service of serviceNames) expect(secretVariablesOf(service).length).toBeGreaterThan(0);
  });
});
