import { featureFlagCatalogue, flagNames, permissions } from '@cellwright/domain/cell';
import { describe, expect, it } from 'vitest';
import { allEntities, anyEntity, type EntityName } from './entities.ts';
import { leaveOf, requireLeave } from './framework/access.ts';
import { operations } from './framework/definition.ts';
import { prepareDocument, prepareDraft } from './framework/prepare.ts';

const patch = (name: EntityName, change: object) => {
  const entity = anyEntity(name);
  const previous = prepareDocument(entity, { [entity.key]: entity.singleton });
  if (!previous.ok) throw new Error('its defaults do not fit');
  return prepareDraft(entity, {
    mode: 'patch',
    text: JSON.stringify(change),
    id: entity.singleton,
    previous: previous.document.body,
  });
};
const bodyOf = (preparation: ReturnType<typeof patch>) =>
  preparation.ok ? JSON.parse(preparation.document.body) : preparation.problems;

describe('feature flags', () => {
  it('start disabled and can be switched one at a time under id 1', () => {
    const flags = bodyOf(patch('featureFlags', { palletizing: true }));
    const values = Object.fromEntries(flagNames.map((name) => [name, name === 'palletizing']));
    expect(flags).toEqual({ ...values, id: '1', formatVersion: 2 });
  });

  it('refuse unknown flags by name', () => {
    expect(bodyOf(patch('featureFlags', { palletising: true }))).toEqual([
      expect.objectContaining({ message: expect.stringContaining("no feature flag 'palletising'") }),
    ]);
  });

  it('accept true and false only', () => {
    expect(bodyOf(patch('featureFlags', { thor: 'yes' }))).toEqual([
      expect.objectContaining({ fieldId: 'thor', message: 'This must be true or false' }),
    ]);
  });

  it('can be overridden in one browser only if the spec allows it', () => {
    const allowed = flagNames.filter((name) => featureFlagCatalogue[name].allowSingleUser);
    expect(allowed.sort()).toEqual(['classifyStep', 'darkMode', 'enableCodeBlocks', 'legacyHaasSteps', 'locateStep']);
  });
});

describe('settings', () => {
  it('need the control-panel PIN where a change weakens safety or lets others command the cell', () => {
    const guarded = allEntities.filter(({ may }) =>
      operations.some((operation) => may[operation] === 'controlPanelPIN'),
    );
    expect(guarded.map(({ name }) => name)).toEqual([
      'externalControlSettings',
      'featureFlags',
      'networkSettings',
      'robotIdentity',
      'safetySettings',
    ]);
    for (const { may } of guarded)
      expect([may.create, may.patch, may.remove]).toEqual(['nobody', 'controlPanelPIN', 'nobody']);
  });
});

const guardedSettings = ['featureFlags', 'safetySettings', 'externalControlSettings', 'robotIdentity'] as const;
describe.each(guardedSettings)('%s', (name) => {
  const entity = anyEntity(name);
  const watcher = { subjectID: 'u', name: 'U', permissions: [] };

  it('can be read by every signed-in caller', () => {
    expect([leaveOf(entity, 'get', watcher), leaveOf(entity, 'patch', watcher)]).toEqual(['yes', 'no']);
  });

  it('can be changed only by a caller who unlocked the control panel with the PIN, regardless of its permissions', () => {
    expect(leaveOf(entity, 'patch', { ...watcher, permissions })).toBe('no');
    expect(leaveOf(entity, 'patch', { ...watcher, isUnlocked: true })).toBe('yes');
  });

  it('refuses other callers with an error that explains how to unlock', () => {
    expect(() => requireLeave(entity, 'patch', { ...watcher, permissions })).toThrow(
      /developer tokens cannot\. Sign in, and send the token that POST \/api\/v1\/cell\/control-panel-token returns/,
    );
  });
});

describe('robot identity', () => {
  it('starts without names, in live mode', () => {
    expect(bodyOf(patch('robotIdentity', {}))).toEqual({
      id: '1',
      robotId: '',
      alias: '',
      tunnelId: '',
      applicationUrl: '',
      robotOperationMode: 'live',
    });
  });

  it.each([
    [{ robotOperationMode: 'repair' }, 'robotOperationMode'],
    [{ applicationUrl: 'javascript:alert(1)' }, 'applicationUrl'],
    [{ alias: 'a\u0000b' }, 'alias'],
  ])('refuses %j', (change, fieldId) => {
    expect(bodyOf(patch('robotIdentity', change))).toEqual([expect.objectContaining({ fieldId })]);
  });
});

describe('external control settings', () => {
  it('start disabled, with the adapter stopping a run when the connection to the line is lost', () => {
    expect(bodyOf(patch('externalControlSettings', {}))).toEqual({
      id: '1',
      isEnabled: false,
      isInForce: false,
      robotKind: 'live',
      isRobotIOEnabled: false,
      ioPorts: [],
      etherNetIPAdapter: { host: '', port: 44_818, ioPort: 2222, uponConnectionLoss: 'stop', assemblies: [] },
      modbus: {
        ...{ isEnabled: false, host: '', port: 502, watchdogMS: 2000, uponConnectionLoss: 'stop', allowedClients: [] },
      },
      opcUA: {
        ...{ isEnabled: false, host: '', port: 4840, sessionTimeoutMS: 10_000, uponConnectionLoss: 'stop' },
        ...{ isAnonymousReadAllowed: false, isUnencryptedAllowed: false, trustedClients: [] },
      },
      defaultRoutineID: null,
      formatVersion: 4,
    });
  });

  it.each([
    [{ etherNetIPAdapter: { port: 70_000 } }, 'etherNetIPAdapter.port'],
    [{ etherNetIPAdapter: { host: 'not a host' } }, 'etherNetIPAdapter.host'],
    [{ etherNetIPAdapter: { uponConnectionLoss: 'explode' } }, 'etherNetIPAdapter.uponConnectionLoss'],
    [{ modbus: { watchdogMS: 99 } }, 'modbus.watchdogMS'],
    [{ modbus: { allowedClients: ['10.0.0.0/33'] } }, 'modbus.allowedClients.0'],
    [{ opcUA: { sessionTimeoutMS: 999 } }, 'opcUA.sessionTimeoutMS'],
    [{ opcUA: { trustedClients: ['ab12'] } }, 'opcUA.trustedClients.0'],
    [{ ioPorts: [{ direction: 'input', port: 17, meaning: 'play' }] }, 'ioPorts.0.port'],
    [{ ioPorts: [{ direction: 'output', port: 1, meaning: 'play' }] }, 'ioPorts.0.meaning'],
  ])('refuse %j', (change, fieldId) => {
    expect(bodyOf(patch('externalControlSettings', change))).toEqual([expect.objectContaining({ fieldId })]);
  });

  it('allow one meaning per port', () => {
    const port = { direction: 'input', port: 1 };
    const ioPorts = [
      { ...port, meaning: 'play' },
      { ...port, meaning: 'stop' },
    ];
    expect(bodyOf(patch('externalControlSettings', { ioPorts }))).toEqual([
      expect.objectContaining({ message: expect.stringContaining('two meanings') }),
    ]);
  });
});

describe('network settings', () => {
  it('start without HSTS, which only a session with the control-panel PIN turns on', () => {
    expect(bodyOf(patch('networkSettings', {}))).toEqual({ id: '1', strictTransportSecurity: false });
    const program = { subjectID: 'u', name: 'U', permissions: ['connectToRobot', 'account', 'controlPanel'] as const };
    expect(leaveOf(anyEntity('networkSettings'), 'patch', program)).toBe('no');
    expect(leaveOf(anyEntity('networkSettings'), 'patch', { ...program, isUnlocked: true })).toBe('yes');
  });
});
