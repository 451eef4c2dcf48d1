// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { readText, renderIn } from '../i18n/in-language.fixture.tsx';
import { DeviceFacts } from './DeviceFacts.tsx';

const isAlive = { connected: true, status: 'idle' };

/** Returns the text shown for a device with registers. */
async function registersIn(language: 'en' | 'de', ...registers: readonly object[]): Promise<string> {
  const named = registers.map((register, index) => ({ id: `r${index}`, name: `R${index}`, ...register }));
  const state = { ...isAlive, registers: named };
  return readText(await renderIn(language, <DeviceFacts kind="ModbusTCPServer" state={state} />));
}

describe('DeviceFacts', () => {
  it('shows booleans as words', async () => {
    expect(await registersIn('en', { value: true }, { value: false })).toBe('R0 On R1 Off');
    expect(await registersIn('de', { value: true }, { value: false })).toBe('R0 Ein R1 Aus');
  });

  it('shows unknown values and their problems', async () => {
    expect(await registersIn('en', {}, { problem: 'Refused' }, { value: -2 })).toBe('R0 – R1 Refused R2 −2');
  });

  it('shows levels as words and quantities with their unit', async () => {
    const sensors = [
      { id: 'a', name: 'Door', value: 'high' },
      { id: 'b', name: 'Clamp', value: 'low', valueName: 'Open' },
      { id: 'c', name: 'Force', value: 12, unit: 'N' },
      { id: 'd', name: 'Count', value: 12 },
    ];
    const shown = <DeviceFacts kind="CustomDevice" state={{ ...isAlive, sensors }} />;
    expect(readText(await renderIn('en', shown))).toBe('Door High Clamp Open Force 12.0 N Count 12');
    expect(readText(await renderIn('de', shown))).toBe('Door Ein Clamp Open Force 12.0 N Count 12');
  });

  it('shows the variables of another cell as words', async () => {
    const variables = [{ id: 'v', name: 'Door closed', value: true }];
    const shown = <DeviceFacts kind="SecondaryControlBox" state={{ ...isAlive, variables, robotState: 'Idle' }} />;
    expect(readText(await renderIn('de', shown))).toBe('Sein Roboter Bereit Door closed Ein');
  });
});
