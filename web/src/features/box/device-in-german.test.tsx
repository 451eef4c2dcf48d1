// @vitest-environment happy-dom
import type { EquipmentKind } from '@cellwright/equipment/contracts';
import i18next from 'i18next';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deContracts } from '../../i18n/de/contract.ts';
import { portText, roleText } from '../../i18n/device-parts.ts';
import { readText, renderIn } from '../../i18n/in-language.fixture.tsx';
import { DeviceFacts } from '../../kinds/DeviceFacts.tsx';
import type { ConfigDraft } from '../../kinds/device-parts/device-config.ts';
import { ConfigForm } from './ConfigForm.tsx';
import { createPortUses } from './port-uses.ts';

const nothing = () => undefined;
const formOf = async (kind: EquipmentKind, initial: ConfigDraft = {}) =>
  renderIn(
    'de',
    <ConfigForm
      kind={kind}
      draftKey={kind}
      initial={initial}
      submitLabel="Speichern"
      isWaiting={false}
      onSubmit={nothing}
    />,
  );

beforeAll(async () => {
  await i18next.init({ lng: 'de', resources: { de: { contract: deContracts } } });
});
afterAll(async () => {
  await i18next.changeLanguage('en');
});

describe('A device on a German page', () => {
  it('has a description, labels, help and choices in German', async () => {
    const text = readText(await formOf('SchunkEGx'));
    expect(text).toContain('Greifer Schunk EGU und EGK, mit Modbus über ein Gateway');
    expect(text).toContain('Netzwerkadresse');
    expect(text).toContain('Eine Position gilt für beide Backen eine Backe');
    expect(text).not.toMatch(/\b(the|Time|Width|of)\b/);
  });

  it('has choices that fit their field, and German port names', async () => {
    const clamp = { id: 'a', kind: 'open', actionOutputs: [{ ioPort: 'Output 5' }] };
    const text = readText(await formOf('CustomDevice', { name: 'The clamp', actions: [clamp] }));
    expect(text).toContain('Öffnen Schließen Einschalten');
    expect(text).toContain('Nicht angeschlossen Ausgang 1 Ausgang 2');
    const jaw = { name: 'Jaw', interface: 'modbus', modbusSensors: [{ tells: 'open' }] };
    expect(readText(await formOf('CustomGripper', jaw))).toContain('Spricht an, wenn er offen ist');
  });

  it('keeps names that users gave', async () => {
    const html = await formOf('CustomIO', { name: 'Force', ports: [{ name: 'Output 1', kind: 'Output', port: 1 }] });
    expect(html).toContain('value="Force"');
    expect(html).toContain('value="Output 1"');
    expect(portText('Force')).toBe('Force');
    const sensors = [{ id: 'a', name: 'Force x', value: 12, unit: 'N' }];
    const state = { connected: true, status: 'idle', sensors };
    const custom = await renderIn('de', <DeviceFacts kind="CustomDevice" state={state} />);
    expect(readText(custom)).toContain('Force x');
    const sensor = await renderIn('de', <DeviceFacts kind="OnRobotHEXE" state={state} />);
    expect(readText(sensor)).toContain('Kraft x');
  });

  it('describes the role of a port', () => {
    const output = (port: number) => ({ ioPort: `Output ${port}` });
    const clamp = { id: 'a', kind: 'clamp', actionOutputs: [output(5)] };
    const blow = { id: 'b', kind: 'custom', customActionName: 'open', actionOutputs: [output(6)] };
    const sensors = [{ id: 's', name: 'Output that closes', ioPort: 'Input 5' }];
    const config = { kind: 'CustomDevice', name: 'Clamp', actions: [clamp, blow], sensors };
    const uses = createPortUses([{ id: 'equipment_1', isEnabled: true, config }], undefined);
    const roleOf = (kind: 'Input' | 'Output', port: number) =>
      uses.of({ kind, port }).map((use) => (use.by === 'device' ? roleText(use) : ''));
    expect(roleOf('Output', 5)).toEqual(['Ausgang von „Spannen“']);
    expect(roleOf('Output', 6)).toEqual(['Ausgang von „open“']);
    expect(roleOf('Input', 5)).toEqual(['Output that closes']);
  });
});
