import { ProductError } from '@cellwright/domain/basics';
import { type Position, positionSchema, type RobotKind } from '@cellwright/domain/robot';
import { type RunnerRequest, type StateSnapshot, stateSnapshotSchema } from '@cellwright/domain/runner-socket';
import type { Identity } from '../domain/identity.ts';
import type { Clients } from './clients.ts';
import { toWireRobotKind } from './robot-kind.ts';
import { toWireCaller } from './wire-proof.ts';

/** Ad hoc moves return when they end; start, load and stop of a run return at once. */
const maxCommandMS = 10 * 60_000;

export interface SessionClient {
  /** Returns the runner's response as JSON text. */
  send(robotKind: RobotKind, sessionID: string, identity: Identity, request: RunnerRequest): Promise<string>;
  stop(
    robotKind: RobotKind,
    sessionID: string,
    identity: Identity,
    options: { isEmergency: boolean; reason: string },
  ): Promise<number>;
  endSession(robotKind: RobotKind, sessionID: string): Promise<void>;
  getSnapshot(robotKind: RobotKind): Promise<StateSnapshot>;
  /** Returns the sequence number of the patch after which a replica equals the runner's present state. */
  getStateSeq(robotKind: RobotKind): Promise<number>;
  /** Returns the position of the arm. @throws ProductError unavailable while its controller is not connected. */
  getPosition(robotKind: RobotKind): Promise<Position>;
}

function explain({ code, message, details }: ProductError): ProductError {
  const help =
    'Without contact to its runner the controller stops the arm. If the arm still moves, press the emergency stop button';
  return new ProductError(code, `${message}. ${help}`, details);
}

/** Sends stops to the runner over a connection that carries nothing else. */
export function createStopClient(runnerStop: Pick<Clients['runnerStop'], 'stop'>): SessionClient['stop'] {
  return async (robotKind, sessionID, identity, { isEmergency, reason }) => {
    const caller = toWireCaller(sessionID, identity);
    try {
      return (await runnerStop.stop({ robotKind: toWireRobotKind(robotKind), caller, isEmergency, reason })).stopEpoch;
    } catch (error) {
      throw error instanceof ProductError && error.code === 'unavailable' ? explain(error) : error;
    }
  };
}

export function createSessionClient({ runner, runnerStop }: Pick<Clients, 'runner' | 'runnerStop'>): SessionClient {
  return {
    async send(robotKind, sessionID, identity, request) {
      const { responseJson } = await runner.send(
        {
          robotKind: toWireRobotKind(robotKind),
          caller: toWireCaller(sessionID, identity),
          requestJson: Buffer.from(JSON.stringify(request)),
        },
        { deadlineMs: maxCommandMS },
      );
      return Buffer.from(responseJson).toString('utf8');
    },
    stop: createStopClient(runnerStop),
    async endSession(robotKind, sessionId) {
      await runner.endSession({ robotKind: toWireRobotKind(robotKind), sessionId });
    },
    async getSnapshot(robotKind) {
      const { snapshotJson } = await runner.getSnapshot({ robotKind: toWireRobotKind(robotKind) });
      const snapshot = stateSnapshotSchema.safeParse(JSON.parse(Buffer.from(snapshotJson).toString('utf8')));
      if (!snapshot.success)
        throw new ProductError('internal_server_error', 'The runner sent a state that this gateway does not support');
      return snapshot.data;
    },
    async getStateSeq(robotKind) {
      return (await runner.getStateSeq({ robotKind: toWireRobotKind(robotKind) })).seq;
    },
    async getPosition(robotKind) {
      const { positionJson } = await runner.getPosition({ robotKind: toWireRobotKind(robotKind) });
      return positionSchema.parse(JSON.parse(Buffer.from(positionJson).toString('utf8')));
    },
  };
}
