/**
 * Frames of the Ethernet variant: the eight registers of the Modbus variant are one value of 16 bytes here, an
 * "application data instance", read and written as hexadecimal text. GET /adi/data.json?offset=<instance>&count=1
 * responds with a list of values; POST /adi/update.json takes `inst=<instance>&value=<hexadecimal>` and responds with
 * `{ "result": 0 }`.
 */
import type { Clock } from '@cellwright/domain/basics';
import { deviceMessages } from '@cellwright/domain/messages';
import * as z from 'zod';
import { parseJson } from '../../framework/parse-json.ts';
import type { HttpBank, HttpOptions, HttpTransport } from '../../transport/http.ts';
import type {
  ModbusFailure,
  ModbusRequestOptions,
  ModbusResult,
  ModbusTransport,
  RegisterBank,
} from '../../transport/modbus.ts';
import { askWhileBusy } from '../../transport/modbus-exceptions.ts';

export const dataPath = '/adi/data.json';
export const updatePath = '/adi/update.json';
const frameRegisters = 8;
const frame = z.string().regex(/^[0-9a-f]{32}$/i);
const dataSchema = z.tuple([frame]);
const updateSchema = z.object({ result: z.number().int() });

/**
 * Returns a transport that reads and writes frames as if they were registers. Only whole frames can be read and
 * written. A busy device is asked again as over Modbus.
 */
export function framesOverHttp(http: HttpTransport, clock: Clock): ModbusTransport {
  const read = async (
    offset: number,
    count: number,
    options?: ModbusRequestOptions,
  ): Promise<ModbusResult<readonly number[]>> => {
    if (count !== frameRegisters) return refused('Only whole frames can be read and written');
    const question = { method: 'GET', path: `${dataPath}?offset=${offset}&count=1` } as const;
    const isRead = true;
    const reply = await askWhileBusy({ clock, signal: options?.signal, isRead }, () =>
      ask(http, question, dataSchema, options),
    );
    return reply.ok ? { ok: true, value: registersOf(reply.value[0]) } : reply;
  };
  const write = async (
    offset: number,
    values: readonly number[],
    options?: ModbusRequestOptions,
  ): Promise<ModbusResult> => {
    if (values.length !== frameRegisters) return refused('Only whole frames can be read and written');
    const question = {
      method: 'POST',
      path: updatePath,
      body: `inst=${offset}&value=${hexOf(values)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    } as const;
    const isRead = false;
    const reply = await askWhileBusy({ clock, signal: options?.signal, isRead }, () =>
      ask(http, question, updateSchema, options),
    );
    if (!reply.ok) return reply;
    return reply.value.result === 0 ? { ok: true, value: undefined } : refused(`result ${reply.value.result}`);
  };
  const noBits = async () => refused('Single bits cannot be read or written');
  return {
    readHoldingRegisters: read,
    readInputRegisters: read,
    writeRegisters: write,
    readCoils: noBits,
    readDiscreteInputs: noBits,
    writeCoil: noBits,
    close: () => http.close(),
  };
}

/** Too Many Requests and Service Unavailable: the device did nothing, and may do it later. */
const busyStatuses = new Set([429, 503]);

async function ask<Value>(
  http: HttpTransport,
  question: Parameters<HttpTransport['ask']>[0],
  schema: z.ZodType<Value>,
  options: HttpOptions = {},
): Promise<ModbusResult<Value>> {
  const outcome = await http.ask(question, options);
  if (!outcome.ok) return { ok: false, failure: outcome.failure };
  const { status, body } = outcome.value;
  if (busyStatuses.has(status)) return busy(`status ${status}`);
  if (status !== 200) return refused(`status ${status}`);
  const parsed = schema.safeParse(parseJson(body));
  if (parsed.success) return { ok: true, value: parsed.data };
  return failed('invalidAnswer', 'The answer does not come from a gripper; check its address');
}

/** Returns the pages of a simulated gripper with these registers. */
export function createAdiBank(registers: RegisterBank): HttpBank {
  const isCommand: HttpBank['isCommand'] = ({ method }) => method === 'POST';
  return {
    isCommand,
    answer({ method, path, body = '' }) {
      const { pathname, searchParams } = new URL(path, 'http://gripper');
      if (method === 'GET' && pathname === dataPath) {
        const values = registers.read(Number(searchParams.get('offset')), frameRegisters, 'holding');
        return typeof values === 'string' ? missing : { status: 200, body: JSON.stringify([hexOf(values)]) };
      }
      if (method === 'POST' && pathname === updatePath) {
        const sent = new URLSearchParams(body);
        const value = frame.safeParse(sent.get('value'));
        const exception = value.success
          ? registers.write(Number(sent.get('inst')), registersOf(value.data))
          : 'illegalValue';
        return { status: 200, body: JSON.stringify({ result: exception === undefined ? 0 : 1 }) };
      }
      return missing;
    },
  };
}

const missing = { status: 404, body: 'Not found' } as const;

function registersOf(hex: string): number[] {
  return Array.from({ length: hex.length / 4 }, (_, index) => Number.parseInt(hex.slice(4 * index, 4 * index + 4), 16));
}

function hexOf(registers: readonly number[]): string {
  return registers
    .map((register) => register.toString(16).padStart(4, '0'))
    .join('')
    .toUpperCase();
}

function refused(why: string): { readonly ok: false; readonly failure: ModbusFailure } {
  return failed('refused', `The device refused: ${why}`);
}

function busy(why: string): { readonly ok: false; readonly failure: ModbusFailure } {
  return { ok: false, failure: { kind: 'busy', wasSent: false, message: deviceMessages.busy(why) } };
}

function failed(kind: ModbusFailure['kind'], message: string): { readonly ok: false; readonly failure: ModbusFailure } {
  return { ok: false, failure: { kind, wasSent: true, message } };
}
