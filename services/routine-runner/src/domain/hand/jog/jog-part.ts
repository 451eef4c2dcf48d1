import { type ArmModel, jointLimitsOf } from '@cellwright/arm';
import type { WirePose } from '@cellwright/domain/robot';
import { accept } from '../../answer.ts';
import { definePart, type PartContext } from '../../core/part.ts';
import { emptyResult } from '../../core/part-messages.ts';
import type { ToolModel } from '../../planner.ts';
import { runsPart } from '../../run/runs-part.ts';
import { holdsPart } from '../holds.ts';
import { Escape } from './escape.ts';
import { JogMotion, type JogResolver } from './jog-motion.ts';

export interface JogOutside {
  readonly armModel: ArmModel;
  readonly createJogResolver: (
    model: ArmModel,
    currentTool: () => ToolModel,
    currentBase: () => WirePose,
  ) => JogResolver;
}

function startJog({ core, outside: { armModel, createJogResolver } }: PartContext<JogOutside>): JogMotion {
  const resolver = createJogResolver(
    armModel,
    () => core.tools.current,
    () => core.store.state.base,
  );
  const wayOut = new Escape(jointLimitsOf(armModel));
  return new JogMotion({ core, holds: holdsPart.of(core), runs: runsPart.of(core), resolver, escape: wayOut });
}

/** Jogging, and the heartbeats of all holds. */
export const jogPart = definePart({
  name: 'jog',
  stopOrder: 31,
  start: startJog,
  stop: (jog) => jog.abort(),
  eventHappened(jog, { kind }) {
    if (kind === 'jogEnded') jog.abort();
  },
  messages: {
    holdHeartbeat: (jog, { commandID }) => accept(jog.beat(commandID)),
    jog: (jog, { commandID, ...command }, { sessionID }) => jog.move(commandID, command, sessionID),
    stopJog: (jog, { commandID }) => emptyResult(jog.stop(commandID)),
  },
});
