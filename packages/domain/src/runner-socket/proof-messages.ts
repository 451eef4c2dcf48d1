import type { ProofClearance } from '../run/proof.ts';

/** Boxes of a stack with the same problem. */
interface ProofBoxes {
  readonly count: number;
  readonly total: number;
  readonly pallet: string;
  /** Problem of the first of them. */
  readonly first: string;
}

const countOf = ({ count, total, pallet }: ProofBoxes) =>
  `${count} of the ${total} boxes on '${pallet}' ${count === 1 ? 'is' : 'are'}`;

/** Messages of a dry run for each of its findings. Lengths in millimetres, times in seconds. */
export const proofMessages = {
  unreachableTarget: (reason: string) => `No joint angles reach this target. ${reason}`,
  collision: (reason: string) => `The arm would touch something. ${reason}`,
  jointLimit: (reason: string) => `A joint would leave its range. ${reason}`,
  singularity: (reason: string) => `The way leads through a singularity. ${reason}`,
  planningFailed: (reason: string) => `No way was found. ${reason}`,
  boxOutOfReach: (boxes: ProofBoxes) => `${countOf(boxes)} out of reach. ${boxes.first}`,
  boxCannotBePlaced: (boxes: ProofBoxes) => `${countOf(boxes)} not free to be placed. ${boxes.first}`,
  boxesNotJudged: (judged: number, count: number, pallet: string) =>
    `Only ${judged} of the ${count} boxes on '${pallet}' were looked at: the time for it was over`,
  nearSingularity: (value: number) =>
    `The way passes close to a singularity (${value.toFixed(3)}): joints turn fast there for little motion of the tool`,
  littleClearance: ({ meters, link, other }: ProofClearance) =>
    `${link} passes ${other} at ${(meters * 1000).toFixed(1)} mm`,
  detour: (text: string) => text,
  targetNeverReached: () => 'This target is known only while the routine runs, and the proof never came to it',
  variableNeverSet: (name: string) =>
    `Steps read the variable '${name}', and no step sets it: it keeps its initial value`,
  variableFromOutside: (name: string) =>
    `Steps read the variable '${name}', and only people or programs outside the routine set it`,
  variableReadBeforeSet: (name: string) =>
    `The variable '${name}' is empty when this step reads it: a later step sets it`,
  branchNeverReached: () => 'This branch was never taken',
  branchDependsOnOutside: () =>
    'This branch was not taken with the answers and inputs that the proof was given. Give others to prove it',
  promptNeverReached: () => 'This question was never asked',
  promptDependsOnOutside: () =>
    'This question was not asked with the answers and inputs that the proof was given. Give others to prove it',
  stepNeverReached: () => 'This step was never played',
  outputLeftOn: (name: string) => `${name} is still on when the routine has ended. Switch it off, or pulse it`,
  outputKept: (name: string) => `${name} is on when the routine has ended, as the routine leaves it on purpose`,
  toolNotAttached: (gripper: string, tool: string) => `'${gripper}' is commanded, but '${tool}' is on the flange`,
  gripperImpossible: (reason: string) => `The gripper cannot do this. ${reason}`,
  timeLimitExceeded: (reason: string) => `The step takes longer than it may. ${reason}`,
  timeLimitNear: (reason: string) => reason,
  endlessLoop: (cycles: number) =>
    `This loop has no end: ${cycles} of its rounds were played, and what follows it is never reached`,
  boundReached: (seconds: number) =>
    `The routine had not ended after ${seconds} s of its own time, and the proof stopped here`,
  waitsForOutside: (seconds: number) =>
    `This step waited ${seconds} s for something outside the routine, and the proof stopped here. Give the input that it waits for`,
  faultRaised: (message: string) => `The routine raises a fault: ${message}`,
  faultHeld: (message: string) =>
    `The routine raises a fault and waits for a person, who the proof takes to recover: ${message}`,
  stepFailed: (reason: string) => reason,
} as const;

/** Reasons why a routine cannot be simulated now. */
export const proofRefusals = {
  busy: 'Another routine of this cell is being proved. Wait until that has ended',
  tookTooLong: (seconds: number) =>
    `The proof was given up after ${seconds} s. Prove a shorter part of the routine, or give it a lower maxSeconds`,
  brokeOff: 'The process of the proof ended without an answer. The routine may need more memory than a proof has',
} as const;
