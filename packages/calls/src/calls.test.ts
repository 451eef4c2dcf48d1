import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerMessages } from '@cellwright/domain/runner-socket';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { allCalls, callsOf, findCall } from './calls.ts';
import { type CallDefinition, callOwners, defineCall, placeOf, serviceOwners } from './framework/definition.ts';
import { fillPath, parametersOf } from './framework/path.ts';
import { protoPathOf, renderProto } from './framework/render-proto.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const valid = {
  name: 'findThing',
  owner: 'library',
  section: 'Things',
  summary: 'Find a thing',
  http: { method: 'GET', path: '/things/:id' },
  input: z.object({ id: z.string() }),
  output: z.object({}),
  access: 'signedIn',
  effect: 'none',
} as const;

describe('the calls of the cell', () => {
  it('gives each call a unique name, unique methods with paths', () => {
    const names = allCalls.map(({ name }) => name);
    const routes = allCalls.map(({ http }) => `${http.method} ${http.path.replace(/:\w+/g, ':')}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it.each(callOwners)('lists the calls of %s under their names and owner', (owner) => {
    for (const [key, call] of Object.entries(callsOf[owner])) expect([call.name, call.owner]).toEqual([key, owner]);
  });

  it.each(serviceOwners)('has the contract of %s in proto (npm run generate:calls)', (owner) => {
    const written = readFileSync(join(root, protoPathOf(owner)), 'utf8');
    expect(written).toBe(renderProto(owner, Object.values(callsOf[owner])));
  });

  it('requires control of the robot for calls whose message requires it', () => {
    const messages = new Map<string, { control: string }>(Object.entries(runnerMessages));
    const own = Object.values<CallDefinition>(callsOf['routine-runner']).filter(({ name }) => messages.has(name));
    expect(own.length).toBeGreaterThan(5);
    for (const { name, lease = false } of own)
      expect([name, lease]).toEqual([name, messages.get(name)?.control === 'lease']);
  });

  it('allows calls without authentication only for signing in, and for a box with a one-time code', () => {
    const open = allCalls.filter(({ access }) => access === 'public').map(({ name }) => name);
    const signsIn = ['completeSingleSignOn', 'setUp', 'signIn'];
    expect(open.toSorted()).toEqual(
      ['beginSingleSignOn', 'getSingleSignOn', 'redeemEnrolmentCode', ...signsIn].toSorted(),
    );
    expect(allCalls.filter(({ startsSession }) => startsSession).map(({ name }) => name)).toEqual(signsIn);
  });

  it('offers no call to language models that has an effect or asks for the permission account, except to propose', () => {
    const offered = allCalls.filter(({ agent }) => agent);
    expect(offered.length).toBeGreaterThan(5);
    for (const { name, agent, effect, access, lease } of offered) {
      const allowed = agent === 'propose' ? 'atMostOnce' : 'none';
      expect([name, effect, access === 'account', lease]).toEqual([name, allowed, false, undefined]);
    }
    expect(offered.filter(({ agent }) => agent === 'propose').map(({ name }) => name)).toEqual([
      'proposeRoutineVersion',
    ]);
  });

  it('restricts decisions about proposals and keys of backups to users with the permission', () => {
    const forPeople = allCalls.filter(({ needsPerson }) => needsPerson);
    expect(forPeople.map(({ name, access, agent }) => [name, access, agent])).toEqual([
      ['acceptProposal', 'author', undefined],
      ['rejectProposal', 'author', undefined],
      ['createBackupKey', 'account', undefined],
      ['restoreBackup', 'account', undefined],
    ]);
  });

  it('names every call that changes what the control panel guards, by whether it needs the PIN itself', () => {
    const named = (access: string) => allCalls.filter((call) => call.access === access).map(({ name }) => name);
    expect(named('controlPanelPIN')).toEqual([
      'startExternalControlBot',
      'stopExternalControlBot',
      'updateEtherNetIPAddress',
      'joinFleet',
      'leaveFleet',
      'requestSoftwareInstall',
      'setUpdateSettings',
    ]);
    // Also for programs, whose token was created with the PIN: they read, and make backups at night.
    expect(named('controlPanel')).toEqual([
      'inspectEquipment',
      'getDiagnostics',
      'getDiagnosticsBundle',
      'cancelSoftwareInstall',
      'checkForBuilds',
      'createBackup',
      'getUpdateSettings',
      'listBackups',
      'listStickBuilds',
      'listSticks',
      'readBackup',
      'removeBackup',
    ]);
  });

  it('has an audit entry for every call with an effect, unless a document, message or proposal has it', () => {
    const documents = [
      ...['removeExample', 'setUpExample', 'startExternalControlBot', 'stopExternalControlBot', 'teachItem'],
      ...['updateEtherNetIPAddress', 'createToken', 'inviteUser', 'acceptProposal', 'createFromTemplate'],
      ...['duplicateRoutine', 'importRoutine', 'proposeRoutineVersion', 'rejectProposal', 'uploadMesh'],
    ];
    // The runner writes these as messages of a session, and as changes of its planning scene.
    const messages = [
      ...['addObstacle', 'moveObstacle', 'removeObstacle', 'giveUpRun', 'resumeRoutine', 'resumeRun', 'runTo'],
      ...['setActiveEnd', 'setBreakpoints', 'setStepDisabled', 'setTool', 'setVariableState', 'setWatches'],
      ...['stepInto', 'stepOver'],
    ];
    // They read a registry, or end the caller's own import, which then has changed nothing.
    const changesNothing = ['checkForBuilds', 'listStickBuilds', 'cancelImport'];
    const silent = allCalls.filter(({ effect, audit }) => effect !== 'none' && !audit).map(({ name }) => name);
    expect([...silent].sort()).toEqual([...documents, ...messages, ...changesNothing].sort());
  });

  it('finds a call by its name', () => {
    expect(findCall('describeChanges')?.http.path).toBe('/routines/:id/changes');
    expect(findCall('nothing')).toBeUndefined();
  });
});

describe('defineCall', () => {
  it('fills in the deadline and the fields of the path', () => {
    expect(defineCall(valid)).toMatchObject({ deadlineMS: 5000, pathFields: ['id'] });
  });

  it.each([
    ['a parameter without a field', { input: z.object({}) }, 'has no input field for the parameter :id'],
    ['a name in other spelling', { name: 'FindThing' }, 'needs a name in camelCase'],
    ['a document in GET', { document: z.object({}) }, 'takes a document, which GET cannot carry'],
    ['an effect of GET', { effect: 'atMostOnce' }, 'has an effect, which GET must not have'],
    [
      'an audit entry of a call without effect',
      { audit: { action: 'things.find' } },
      'has an audit entry, but no effect',
    ],
    [
      'an audit entry about a field that is not in the path',
      { audit: { action: 'things.find', target: 'things/:name' } },
      'names the target of its audit entry by :name, which is not in its path',
    ],
    [
      'an effect offered to language models',
      { agent: 'read', effect: 'eachTime', http: { method: 'POST', path: '/things/:id' } },
      'is offered to language models, but has an effect',
    ],
    [
      'a decision of a person offered to language models',
      { agent: 'read', needsPerson: true },
      'is offered to language models, but needs a person',
    ],
    [
      'an act behind the PIN offered to language models',
      { agent: 'read', access: 'controlPanelPIN' },
      'is offered to language models, but needs a person',
    ],
    ['a robot without its kind', { scope: 'robot' }, 'is about a robot, but has no robotKind'],
    ['a lease without a robot', { lease: true }, 'needs control of a robot, but is not about one'],
    [
      'a run without its id',
      { scope: 'run', http: { method: 'GET', path: '/things' }, input: z.object({}) },
      'is about a run, but has no id',
    ],
    ['a session that starts for a known caller', { startsSession: true }, 'starts a session, but is not public'],
  ] as const)('refuses %s', (_, change, reason) => {
    expect(() => defineCall({ ...valid, ...change })).toThrow(reason);
  });
});

describe('placeOf', () => {
  const placesOf = (call: CallDefinition) =>
    Object.fromEntries(Object.keys(call.input.shape).map((field) => [field, placeOf(call, field)]));
  const input = z.object({ id: z.string(), name: z.string(), robotKind: z.string() });

  it('puts fields of GET that are not in the path into the query', () => {
    const places = { id: 'params', name: 'querystring', robotKind: 'querystring' };
    expect(placesOf(defineCall({ ...valid, input }))).toEqual(places);
  });

  it('puts fields of POST into the body, but the robot into the query', () => {
    const call = { ...valid, http: { method: 'POST', path: '/things/:id' }, input, scope: 'robot' } as const;
    expect(placesOf(defineCall(call))).toEqual({ id: 'params', name: 'body', robotKind: 'querystring' });
  });

  it('puts all fields into the query where a document is the body', () => {
    const call = { ...valid, http: { method: 'POST', path: '/things' }, input, document: z.object({}) } as const;
    expect(placesOf(defineCall(call))).toEqual({ id: 'querystring', name: 'querystring', robotKind: 'querystring' });
  });
});

describe('fillPath', () => {
  it('encodes values so that each stays one segment of the path', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (id) => {
        const path = fillPath('/things/:id/parts', { id });
        expect(path.split('/')).toHaveLength(4);
        expect(decodeURIComponent(path.split('/')[2] ?? '')).toBe(id);
      }),
    );
  });

  it('throws if a value is missing', () => {
    expect(() => fillPath('/things/:id', {})).toThrow("the path needs 'id'");
  });
});

describe('parametersOf', () => {
  it('lists the parameters in their order', () => {
    expect(parametersOf('/a/:b/c/:d')).toEqual(['b', 'd']);
  });
});
