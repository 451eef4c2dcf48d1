import { defineMessages } from '../basics/message-sources.ts';
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
export const proofMessages = defineMessages('dryRun', {
  unreachableTarget: (reason: string) => `No joint angles reach this target. ${reason}`,
  collision: (reason: string) => `The arm would collide with something. ${reason}`,
  jointLimit: (reason: string) => `A joint would exceed its range. ${reason}`,
  singularity: (reason: string) => `The path leads through a singularity. ${reason}`,
  planningFailed: (reason: string) => `No path was found. ${reason}`,
  boxOutOfReach: (boxes: ProofBoxes) => `${countOf(boxes)} out of reach. ${boxes.first}`,
  boxCannotBePlaced: (boxes: ProofBoxes) => `${countOf(boxes)} not free to be placed. ${boxes.first}`,
  boxesNotJudged: (judged: number, count: number, pallet: string) =>
    `Only ${judged} of the ${count} boxes on '${pallet}' were checked: the time limit was reached`,
  nearSingularity: (value: number) =>
    `The path passes close to a singularity (${value.toFixed(3)}): joints turn fast there for small motions of the tool`,
  littleClearance: ({ meters, link, other }: ProofClearance) =>
    `${link} passes ${other} at ${(meters * 1000).toFixed(1)} mm`,
  detour: (text: string) => text,
  targetNeverReached: () => 'This target is known only while the routine runs, and the dry run did not reach it',
  variableNeverSet: (name: string) =>
    `Steps read the variable '${name}', but no step sets it: it keeps its initial value`,
  variableFromOutside: (name: string) =>
    `Steps read the variable '${name}', but only users or programs outside the routine set it`,
  variableReadBeforeSet: (name: string) =>
    `The variable '${name}' is empty when this step reads it: a later step sets it`,
  branchNeverReached: () => 'This branch was never taken',
  branchDependsOnOutside: () =>
    'This branch was not taken with the answers and inputs of the dry run. Give others to check it',
  promptNeverReached: () => 'This prompt was never shown',
  promptDependsOnOutside: () =>
    'This prompt was not shown with the answers and inputs of the dry run. Give others to check it',
  stepNeverReached: () => 'This step was never played',
  outputLeftOn: (name: string) => `${name} is still on at the end of the routine. Switch it off, or pulse it`,
  outputKept: (name: string) => `${name} is on at the end of the routine, on purpose`,
  toolNotAttached: (gripper: string, tool: string) => `'${gripper}' is commanded, but '${tool}' is on the flange`,
  gripperImpossible: (reason: string) => `This gripper command is not possible. ${reason}`,
  timeLimitExceeded: (reason: string) => `The step exceeds its time limit. ${reason}`,
  timeLimitNear: (reason: string) => reason,
  endlessLoop: (cycles: number) =>
    `This loop has no end: ${cycles} of its iterations were played, and the steps after it are never reached`,
  boundReached: (seconds: number) =>
    `The routine had not ended after ${seconds} s of simulated time, so the dry run stopped here`,
  waitsForOutside: (seconds: number) =>
    `This step waited ${seconds} s for something outside the routine, so the dry run stopped here. Give the input that it waits for`,
  faultRaised: (message: string) => `The routine raises a fault: ${message}`,
  faultHeld: (message: string) =>
    `The routine raises a fault and waits for recovery, which the dry run assumes: ${message}`,
  stepFailed: (reason: string) => reason,
});

/** Reasons why a routine cannot be simulated now. */
export const proofRefusals = defineMessages('dryRunRefusal', {
  busy: 'Another dry run is in progress in this cell. Wait until it has ended',
  tookTooLong: (seconds: number) =>
    `The dry run was stopped after ${seconds} s. Check a shorter part of the routine, or set a lower maxSeconds`,
  brokeOff: 'The process of the dry run ended without a result. The routine may need more memory than a dry run has',
});
