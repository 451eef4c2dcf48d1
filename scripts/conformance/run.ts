/** `npm run conformance`: connects, asks for confirmation, runs the checks and reports. */
import { checkDevice, noticeOf, openDevice } from '@cellwright/equipment/conformance';
import { addressOf, type EquipmentConfig } from '@cellwright/equipment/contracts';
import { createModbusTcp } from '@cellwright/equipment/drivers';
import { systemClock } from '@cellwright/service-kit';
import { readOptions, usage } from './options.ts';
import { describeCheck, describeOutcome } from './text.ts';

/** The part of a terminal that it uses. */
export interface Terminal {
  out(text: string): void;
  complain(text: string): void;
  /** Asks a question; returns false without a user to answer. */
  confirm(question: string): Promise<boolean>;
  /** Aborts when the user interrupts. */
  readonly interrupted: AbortSignal;
}

/**
 * Runs the suite.
 * @returns the exit code.
 */
export async function runConformance(args: readonly string[], terminal: Terminal): Promise<0 | 1 | 2> {
  const options = readOptions(args);
  if (options === '') {
    terminal.out(usage);
    return 0;
  }
  if (typeof options === 'string') {
    terminal.complain(`${options}\n\n${usage}`);
    return 2;
  }
  const { config, isConfirmed, isJson } = options;
  const device = await openDevice(config, systemClock, createModbusTcp(systemClock));
  const stop = () => void device.driver.stopMotion();
  terminal.interrupted.addEventListener('abort', stop);
  try {
    const { connected, error } = device.driver.state();
    if (!connected) return refuse(terminal, `${error ?? `No connection to ${place(config)}`}. Nothing was commanded`);
    const question = `The ${config.kind} at ${place(config)} is put through its suite. ${noticeOf(config)} Go on?`;
    const isAllowed = isConfirmed || (await terminal.confirm(question));
    if (!isAllowed) return refuse(terminal, 'Nothing was commanded. Confirm, or use --yes');
    const report = await checkDevice(
      device,
      (check) => !isJson && terminal.out(describeCheck(check)),
      terminal.interrupted,
    );
    terminal.out(isJson ? JSON.stringify(report, undefined, 2) : describeOutcome(report));
    return report.isConformant ? 0 : 1;
  } finally {
    terminal.interrupted.removeEventListener('abort', stop);
    await device.close();
  }
}

function refuse(terminal: Terminal, why: string): 2 {
  terminal.complain(why);
  return 2;
}

function place(config: EquipmentConfig): string {
  const address = addressOf(config);
  return 'host' in address ? `${address.host}:${address.port}` : 'its ports';
}
