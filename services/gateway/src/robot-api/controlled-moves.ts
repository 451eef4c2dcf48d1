import { type Clock, createId, ProductError } from '@cellwright/domain/basics';
import { jogTimeoutMS } from '@cellwright/domain/robot';
import * as z from 'zod';
import { type ArmMover, type MoveEvent, moveEventSchema } from './arm-mover.ts';
import { moveRequestSchema } from './arm-targets.ts';
import type { RobotCall, RobotLine } from './robot-line.ts';

const intervalSchema = z.number().int().min(1).max(60_000);

export const controlledRequestSchema = moveRequestSchema.extend({
  heartbeat_interval: intervalSchema.optional().describe('Longest silence between two heartbeats, ms'),
  expires_after_ms: intervalSchema.optional().describe('Default if heartbeat_interval is missing'),
});
export const controlledStatusSchema = z.object({
  id: z.string(),
  is_active: z.boolean(),
  heartbeat_interval: z.number(),
  event: moveEventSchema,
});
type ControlledStatus = z.infer<typeof controlledStatusSchema>;

/** Time and maximum number for which ended moves are remembered. */
const rememberedMS = 5 * 60_000;
const rememberedMoves = 1000;
/** Maximum time until the runner accepts or refuses a move, ms. */
const acceptedWithinMS = 2000;
const lookAgainMS = 4;
/**
 * Maximum delay of a heartbeat's response, ms, which is at most a quarter of the interval: programs send the next one
 * right after it.
 */
const maxAnswerMS = 20;

interface ControlledMove {
  readonly call: RobotCall;
  readonly intervalMS: number;
  /** Id of the current part of the move on the runner. */
  commandID: string;
  /** Result; undefined while the move continues. */
  end: MoveEvent | undefined;
  endedAt: number;
}

/**
 * Moves that continue only while their program posts heartbeats: holds of the runner, which releases them by itself.
 */
export class ControlledMoves {
  private readonly moves = new Map<string, ControlledMove>();
  private readonly line: RobotLine;
  private readonly mover: ArmMover;
  private readonly clock: Clock;

  constructor(parts: { line: RobotLine; mover: ArmMover; clock: Clock }) {
    this.line = parts.line;
    this.mover = parts.mover;
    this.clock = parts.clock;
  }

  /** Returns as soon as the runner has accepted the move. @throws ProductError if it refuses it. */
  async start(call: RobotCall, request: z.infer<typeof controlledRequestSchema>): Promise<ControlledStatus> {
    const id = createId('message');
    const intervalMS = request.heartbeat_interval ?? request.expires_after_ms ?? jogTimeoutMS;
    const move: ControlledMove = { call, intervalMS, commandID: id, end: undefined, endedAt: 0 };
    const commandIDOf = (part: number) => {
      move.commandID = `${id}-${part}`;
      return move.commandID;
    };
    let refusal: { readonly error: unknown } | undefined;
    const options = { isHeld: true, commandIDOf, heartbeatIntervalMS: intervalMS };
    const ended = this.mover.move(call, request, options).then(
      (event) => this.end(move, event),
      (error: unknown) => {
        refusal = { error };
        this.end(move, failed(error));
      },
    );
    this.remember(id, move);
    for (const end = this.clock.now() + acceptedWithinMS; this.clock.now() < end; ) {
      if (move.end || (await this.beat(move))) break;
      await Promise.race([ended, this.clock.sleep(lookAgainMS)]);
    }
    // The move was not accepted, so it cannot be queried.
    if (refusal) {
      this.moves.delete(id);
      throw refusal.error;
    }
    // An accepted move is active, even if it has already failed: the first heartbeat returns its end.
    return { id, is_active: true, heartbeat_interval: intervalMS, event: this.eventOf(move) };
  }

  /** Handles a heartbeat. @throws ProductError not_found for an unknown move or one of another caller. */
  async heartbeat(call: RobotCall, id: string): Promise<ControlledStatus> {
    const move = this.moves.get(id);
    const isTheirs = move?.call.identity.subjectID === call.identity.subjectID;
    if (!move || !isTheirs) throw new ProductError('not_found', 'Invalid command ID');
    if (!move.end) {
      await this.beat(move);
      await this.clock.sleep(Math.min(maxAnswerMS, move.intervalMS / 4));
    }
    return this.describe(id, move);
  }

  private async beat({ call, commandID }: ControlledMove): Promise<boolean> {
    return (await this.line.send(call, 'holdHeartbeat', { commandID })).isActive;
  }

  private describe(id: string, move: ControlledMove): ControlledStatus {
    const { end, intervalMS } = move;
    return { id, is_active: end === undefined, heartbeat_interval: intervalMS, event: end ?? this.eventOf(move) };
  }

  private eventOf({ call }: ControlledMove): MoveEvent {
    const { motionActivity } = this.line.state(call.robotKind);
    return { kind: motionActivity === 'moving' ? 'begin_motion' : 'planning' };
  }

  private end(move: ControlledMove, event: MoveEvent): void {
    move.end = event;
    move.endedAt = this.clock.now();
  }

  private remember(id: string, move: ControlledMove): void {
    const now = this.clock.now();
    for (const [other, { end, endedAt }] of this.moves) {
      const isFull = this.moves.size >= rememberedMoves;
      if (end && (isFull || now - endedAt > rememberedMS)) this.moves.delete(other);
    }
    this.moves.set(id, move);
  }
}

function failed(error: unknown): MoveEvent {
  const reason = error instanceof ProductError ? error.message : 'The move could not be executed';
  return { kind: 'failure', failure: { kind: 'motion_failed_unknown_reason', reason } };
}
