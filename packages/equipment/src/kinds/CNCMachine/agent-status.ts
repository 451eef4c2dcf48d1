import type { Condition, CurrentValues, DataValue } from '../../transport/mtconnect/current.ts';
import type { MTConnectConfig } from './contract-fields.ts';
import type { Status } from './reading.ts';

const unavailable = 'UNAVAILABLE';
/** The program has begun and has not ended, whether the axes move or not. */
const inProgress = ['ACTIVE', 'INTERRUPTED', 'FEED_HOLD', 'PROGRAM_STOPPED', 'OPTIONAL_STOP', 'WAIT'];
const ended = ['READY', 'PROGRAM_COMPLETED'];
const noAlarm = /^(no (active )?alarms?)?$/i;

/** Returns the status of a machine from the values of its MTConnect agent. A value that is not known counts as no value. */
export function statusOf({ values, conditions }: CurrentValues, config: MTConnectConfig): Status {
  const known = { ...programOf(values, config), ...partCountOf(values, config) };
  if (valuesOf(values, 'Availability').includes(unavailable))
    return { status: 'unknown', detail: 'The agent has no connection to the machine' };
  const fault = findFault(values, conditions, config);
  if (fault !== undefined) return { ...known, status: 'fault', detail: fault };
  const executions = valuesOf(values, 'Execution', config.execution);
  const busy = executions.find((execution) => inProgress.includes(execution));
  if (busy !== undefined) return { ...known, status: 'running', ...(busy === 'ACTIVE' ? {} : { detail: busy }) };
  const stopped = executions.find((execution) => execution === 'STOPPED');
  if (stopped !== undefined)
    return { ...known, status: 'fault', detail: 'The program was stopped before its end (STOPPED)' };
  const isIdle = executions.length > 0 && executions.every((execution) => ended.includes(execution));
  return isIdle ? { ...known, status: 'idle' } : { ...known, status: 'unknown', detail: executions.join(', ') };
}

function findFault(
  values: readonly DataValue[],
  conditions: readonly Condition[],
  { alarm }: MTConnectConfig,
): string | undefined {
  if (valuesOf(values, 'EmergencyStop').includes('TRIGGERED')) return 'Emergency stop';
  const fault = conditions.find(({ level }) => level === 'Fault');
  if (fault) return [fault.code, fault.text].filter((part) => part !== '').join(': ') || fault.id;
  if (alarm === '') return undefined;
  return values.find(({ id, value }) => id === alarm && value !== unavailable && !noAlarm.test(value))?.value;
}

function programOf(values: readonly DataValue[], { program }: MTConnectConfig): Pick<Status, 'program'> {
  const name = valuesOf(values, 'Program', program).find((value) => value !== unavailable && value !== '');
  return name === undefined ? {} : { program: name };
}

function partCountOf(values: readonly DataValue[], { partCount }: MTConnectConfig): Pick<Status, 'partCount'> {
  const count = valuesOf(values, 'PartCount', partCount).find((value) => /^\d+(\.0*)?$/.test(value));
  return count === undefined ? {} : { partCount: Number(count) };
}

/** Returns the values of the data item with this id, or without an id those of a type. */
function valuesOf(values: readonly DataValue[], type: string, id = ''): string[] {
  return values.filter((each) => (id === '' ? each.type === type : each.id === id)).map(({ value }) => value);
}
