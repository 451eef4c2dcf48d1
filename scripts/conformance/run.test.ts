import { parseEquipmentConfig } from '@cellwright/equipment/contracts';
import { type AnySim, createSim } from '@cellwright/equipment/sims';
import { systemClock } from '@cellwright/service-kit';
import { closedPort } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runConformance } from './run.ts';

function openTerminal(answer = false) {
  const said: string[] = [];
  const complaints: string[] = [];
  const questions: string[] = [];
  const interruption = new AbortController();
  return {
    said,
    complaints,
    questions,
    interruption,
    out: (text: string) => void said.push(text),
    complain: (text: string) => void complaints.push(text),
    confirm: async (question: string) => {
      questions.push(question);
      return answer;
    },
    interrupted: interruption.signal,
  };
}

describe('npm run conformance', () => {
  let sim: AnySim;
  let port: number;

  beforeEach(async () => {
    const parsed = parseEquipmentConfig({ kind: 'OnRobot2FG7' });
    if (!parsed.isValid) throw new Error('OnRobot2FG7 has no default configuration');
    sim = createSim(parsed.config, { clock: systemClock });
    port = await sim.start(0);
  });
  afterEach(() => sim.close());

  const at = (...more: string[]) => ['--kind', 'OnRobot2FG7', '--host', '127.0.0.1', '--port', String(port), ...more];
  const commands = () => sim.simulated.gripper?.commands ?? [];

  it('moves nothing before the user confirms', async () => {
    const terminal = openTerminal(false);
    expect(await runConformance(at(), terminal)).toBe(2);
    expect(terminal.questions).toEqual([
      `The OnRobot2FG7 at 127.0.0.1:${port} is put through its suite. Its fingers move over their whole range: keep hands and parts out. Go on?`,
    ]);
    expect(commands()).toEqual([]);
  });

  it('reports commands and observations of a jammed device, and fails', async () => {
    const terminal = openTerminal();
    const confirm = async () => {
      sim.faults.jammed = true;
      return true;
    };
    const out = (text: string) => {
      terminal.out(text);
      if (text.startsWith('failed')) terminal.interruption.abort();
    };
    expect(await runConformance(at('--config', '{"timeoutMS":500}'), { ...terminal, confirm, out })).toBe(1);
    const failed = terminal.said.find((text) => text.startsWith('failed'));
    expect(failed).toMatch(/commanded .*"control":"force_grip".*\n +seen .*"ok":false/);
    expect(failed).toMatch(/state .*"connected":true/);
    expect(terminal.said.at(-1)).toMatch(/^OnRobot2FG7: 0 passed, 1 failed, \d+ not run\. It does NOT conform\.$/);
  });

  it('moves nothing more after an interruption, and prints its report as JSON on request', async () => {
    const terminal = openTerminal();
    terminal.interruption.abort();
    expect(await runConformance(at('--yes', '--json'), terminal)).toBe(1);
    const report: unknown = JSON.parse(terminal.said.join(''));
    expect(report).toMatchObject({ kind: 'OnRobot2FG7', isConformant: false });
    expect(report).toHaveProperty('checks[0].outcome', 'not run');
    expect(commands()).toEqual([]);
  });

  it.each([
    [
      'a kind that does not exist',
      ['--kind', 'Toaster', '--host', 'h'],
      /No equipment kind "Toaster" exists; there are /,
    ],
    ['no host', ['--kind', 'OnRobot2FG7'], /--kind and --host are needed/],
    [
      'a unit that is no number',
      ['--kind', 'OnRobot2FG7', '--host', 'h', '--unit', 'x'],
      /--unit takes a whole number/,
    ],
    ['a kind that is wired', ['--kind', 'CustomGripper', '--host', 'h'], /CustomGripper/],
    ['a kind without registers', ['--kind', 'ModbusTCPServer', '--host', 'h'], /It has no registers: give them/],
    [
      'fields that are no object',
      ['--kind', 'DHGripper', '--host', 'h', '--config', '[]'],
      /--config takes a JSON object/,
    ],
  ])('explains %s and connects to nothing', async (_, args, message) => {
    const terminal = openTerminal(true);
    expect(await runConformance(args, terminal)).toBe(2);
    expect(terminal.complaints.join('\n')).toMatch(message);
    expect(terminal.questions).toEqual([]);
  });

  it('explains that a host does not respond', async () => {
    const terminal = openTerminal(true);
    const args = ['--kind', 'OnRobot2FG7', '--host', '127.0.0.1', '--port', String(closedPort), '--yes'];
    expect(await runConformance(args, terminal)).toBe(2);
    expect(terminal.complaints.join('\n')).toMatch(/No connection to 127\.0\.0\.1.*Nothing was commanded/);
  });
});
