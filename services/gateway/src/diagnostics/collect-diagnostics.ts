import {
  type DeviceDiagnosis,
  type Diagnostics,
  type NetworkCheck,
  type ProcessReport,
  processReportSchema,
  type RobotDiagnosis,
  type ServiceDiagnosis,
} from '@cellwright/domain/cell';
import { type EquipmentLiveState, type EquipmentRecord, equipmentLiveStateSchema } from '@cellwright/domain/equipment';
import { type RobotKind, robotKindSchema } from '@cellwright/domain/robot';
import type { RobotSessionState } from '@cellwright/domain/run';
import type { SecretRemover } from '@cellwright/service-kit';
import { describeMachine } from './describe-machine.ts';

/** Maximum time for which the state of a service or device is waited for. Checks of a service take up to 2 s. */
const answerWithinMS = 4000;

export interface DiagnosticsSources {
  /** Reports of the processes, by service. */
  readonly processes: Readonly<Record<string, DescribeProcess>>;
  readonly stateOf: (robotKind: RobotKind) => RobotSessionState | undefined;
  readonly listDevices: () => Promise<readonly EquipmentRecord[]>;
  readonly getLiveState: (id: string, robotKind: RobotKind) => Promise<EquipmentLiveState>;
  readonly checkNetwork: () => Promise<readonly NetworkCheck[]>;
  readonly remover: SecretRemover;
  /** Monotonic time, ms. */
  readonly now: () => number;
  readonly wallNow: () => Date;
  /** True for the log lines of the processes too. */
  readonly withLogs: boolean;
}

/** Returns the JSON of a process report. */
export type DescribeProcess = (withLogs: boolean, options: { readonly deadlineMs: number }) => Promise<string>;

export interface CollectedDiagnostics {
  readonly diagnostics: Diagnostics;
  /** Newest log lines of each process. */
  readonly logs: ReadonlyMap<string, readonly string[]>;
}

/** Collects the state of the cell. Never rejects: a part that cannot be read says so. */
export async function collectDiagnostics(sources: DiagnosticsSources): Promise<CollectedDiagnostics> {
  const takenAt = sources.wallNow();
  const [machine, answers, devices, network] = await Promise.all([
    describeMachine(takenAt),
    Promise.all(Object.entries(sources.processes).map(([name, describe]) => askService(name, describe, sources))),
    describeDevices(sources),
    sources.checkNetwork(),
  ]);
  const reports = answers.flatMap(({ report }) => report ?? []);
  const { remover } = sources;
  return {
    diagnostics: {
      takenAt: takenAt.toISOString(),
      build: answers.find(({ diagnosis }) => diagnosis.name === 'gateway')?.report?.build ?? '',
      machine,
      services: answers.map(({ diagnosis }) => diagnosis),
      robots: robotKindSchema.options.map((robotKind) => describeRobot(robotKind, sources.stateOf(robotKind), remover)),
      ...devices,
      network: network.map(({ error, ...check }) => ({
        ...check,
        ...(error !== undefined && { error: remover.fromText(error) }),
      })),
    },
    logs: new Map(reports.map((report) => [report.process, report.logs])),
  };
}

interface ServiceAnswer {
  readonly diagnosis: ServiceDiagnosis;
  readonly report: ProcessReport | undefined;
}

async function askService(
  name: string,
  describe: DescribeProcess,
  sources: DiagnosticsSources,
): Promise<ServiceAnswer> {
  const { now, wallNow, remover, withLogs } = sources;
  const [startedAt, wallStartedAt] = [now(), wallNow().getTime()];
  try {
    const report = processReportSchema.parse(JSON.parse(await describe(withLogs, { deadlineMs: answerWithinMS })));
    const roundTripMS = now() - startedAt;
    const clockOffsetMS = Date.parse(report.wallTime) - (wallStartedAt + roundTripMS / 2);
    const { logs: _, ...shown } = report;
    return { report, diagnosis: { name, isOnline: true, problem: null, roundTripMS, clockOffsetMS, report: shown } };
  } catch (error) {
    const problem = remover.fromText(messageOf(error));
    return {
      report: undefined,
      diagnosis: { name, isOnline: false, problem, roundTripMS: null, clockOffsetMS: null, report: null },
    };
  }
}

function describeRobot(
  robotKind: RobotKind,
  state: RobotSessionState | undefined,
  remover: SecretRemover,
): RobotDiagnosis {
  const failure = state?.failure;
  return {
    robotKind,
    kind: state?.kind ?? null,
    isControllerConnected: state?.isControllerConnected ?? false,
    isTwin: state?.isTwin ?? false,
    failure: failure ? { kind: failure.kind, reason: remover.fromText(failure.reason) } : null,
  };
}

async function describeDevices(
  sources: DiagnosticsSources,
): Promise<{ devices: DeviceDiagnosis[]; devicesProblem: string | null }> {
  try {
    const records = await sources.listDevices();
    const wanted = records.flatMap((record) =>
      robotKindSchema.options.map((robotKind) => describeDevice(record, robotKind, sources)),
    );
    return { devices: await Promise.all(wanted), devicesProblem: null };
  } catch (error) {
    return { devices: [], devicesProblem: sources.remover.fromText(messageOf(error)) };
  }
}

async function describeDevice(
  { id, config, isEnabled }: EquipmentRecord,
  robotKind: RobotKind,
  { getLiveState, remover }: DiagnosticsSources,
): Promise<DeviceDiagnosis> {
  const device = { id, name: config.name, kind: config.kind, isEnabled, robotKind };
  if (!isEnabled) return { ...device, state: null, problem: null };
  try {
    const state = equipmentLiveStateSchema.parse(remover.fromValue(await getLiveState(id, robotKind)));
    return { ...device, state, problem: null };
  } catch (error) {
    return { ...device, state: null, problem: remover.fromText(messageOf(error)) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
