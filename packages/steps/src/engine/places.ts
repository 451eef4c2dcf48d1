import { runMessages } from '@cellwright/domain/messages';
import { buildTree, type ProgramNode, type ProgramTree } from './program.ts';
import { mainThread, type Place, type Program } from './types.ts';

/** Tracks the place of a thread in one list of steps: those of a container, of a thread or of the routine. */
export class PlaceTracker {
  #node: ProgramNode | undefined;
  #when: Place['when'] = 'before';

  note(node: ProgramNode | undefined, when: Place['when']): void {
    this.#node = node;
    this.#when = when;
  }

  /** Returns the place. `around` is the step whose list it is; without a recorded step, the place is its beginning. */
  describe(thread: string, around: ProgramNode | undefined): Place | undefined {
    if (this.#node !== undefined) return { thread, stepID: this.#node.step.id, when: this.#when };
    return around && { thread, stepID: around.step.id, when: 'inside' };
  }
}

/** Plan of a run that continues an interrupted run. */
export interface ResumePlan {
  /** Index of the child that each step around a place starts with, by step id; null is the routine itself. */
  readonly startIndexes: ReadonlyMap<string | null, number>;
  /** Steps that had begun in the run before. */
  readonly continued: ReadonlySet<string>;
  /** Steps whose children play beside the routine, outer ones first, with the thread that started them. */
  readonly beside: readonly { readonly node: ProgramNode; readonly thread: string }[];
}

/** Places at which a run can continue, or the reason why it cannot. */
export type ResumeCheck =
  | { readonly ok: true; readonly places: readonly Place[] }
  | { readonly ok: false; readonly stepID: string; readonly message: string };

/**
 * Returns the places at which a run continues that was interrupted at these places. A move that starts from the arm's
 * position at its start is played from the step before it.
 * @param chosenID step that the user chose to continue with in the routine's own thread, instead of its place.
 */
export function checkResume(program: Program, interrupted: readonly Place[], chosenID?: string): ResumeCheck {
  const tree = buildTree(program);
  const places: Place[] = [];
  const main = interrupted.find(({ thread }) => thread === mainThread);
  for (const place of interrupted) {
    if (place.thread === mainThread && chosenID !== undefined) continue;
    const checked = checkPlace(tree, place);
    if (!checked.ok) return checked;
    places.push(...checked.places);
  }
  if (chosenID === undefined) return { ok: true, places };
  const chosen = checkChoice(tree, chosenID, main);
  return chosen.ok ? { ok: true, places: [...places, ...chosen.places] } : chosen;
}

function checkPlace(tree: ProgramTree, place: Place): ResumeCheck {
  const node = tree.nodes.get(place.stepID);
  if (node === undefined) return refuse(place.stepID, runMessages.stepNoLongerThere);
  const begun = place.when === 'inside' ? [node, ...ancestorsOf(node)] : ancestorsOf(node);
  for (const { step, kind } of begun) {
    const refusal = kind?.contract.resume?.refusal;
    if (refusal !== undefined) return refuse(step.id, runMessages.atStep(step.path, refusal));
  }
  return place.when === 'inside' ? withStartOfMove(node, place) : { ok: true, places: [place] };
}

/** Checks the step that the user chose. The steps around it must have begun or need no state. */
function checkChoice(tree: ProgramTree, chosenID: string, main: Place | undefined): ResumeCheck {
  const node = tree.nodes.get(chosenID);
  if (node === undefined) return refuse(chosenID, runMessages.noSuchStep);
  if (!node.isEnabled) return refuse(chosenID, runMessages.chosenDisabled(node.step.path));
  const begun = begunAround(tree, main);
  for (const { step, kind } of ancestorsOf(node)) {
    const contract = kind?.contract;
    const name = contract?.label ?? step.stepKind;
    if (contract?.resume?.refusal !== undefined)
      return refuse(step.id, runMessages.atStep(step.path, contract.resume.refusal));
    if (contract?.children.played === 'beside') {
      return refuse(step.id, runMessages.chosenInBackground(step.path, name));
    }
    if (contract?.questionBeforeStartingInside !== undefined && !begun.has(step.id)) {
      return refuse(step.id, runMessages.progressUnknown(step.path, name));
    }
  }
  return withStartOfMove(node, { thread: mainThread, stepID: chosenID, when: 'before' });
}

/** Starts at the last earlier step with a target of its own if the move starts from the arm's position. */
function withStartOfMove(node: ProgramNode, place: Place): ResumeCheck {
  const { thread } = place;
  let from: ProgramNode | undefined = node;
  while (from !== undefined && startsWhereArmStands(from)) from = from.previous;
  if (from === node) return { ok: true, places: [place] };
  if (from !== undefined) return { ok: true, places: [{ thread, stepID: from.step.id, when: 'before' }] };
  const { parent } = node;
  if (parent?.kind?.contract.resume?.movesFirst) {
    return { ok: true, places: [{ thread, stepID: parent.step.id, when: 'before' }] };
  }
  return refuse(node.step.id, runMessages.startUnknown(node.step.path));
}

function startsWhereArmStands({ kind, step }: ProgramNode): boolean {
  return kind?.contract.resume?.startsWhereArmStands?.(step.args) ?? false;
}

function begunAround(tree: ProgramTree, place: Place | undefined): ReadonlySet<string> {
  const node = place && tree.nodes.get(place.stepID);
  if (node === undefined) return new Set();
  const begun = place?.when === 'inside' ? [node, ...ancestorsOf(node)] : ancestorsOf(node);
  return new Set(begun.map(({ step }) => step.id));
}

/**
 * Plans how the steps around the places start.
 * @param interrupted places of the interrupted run: steps that had begun there continue with their counters.
 */
export function planResume(tree: ProgramTree, places: readonly Place[], interrupted: readonly Place[]): ResumePlan {
  const startIndexes = new Map<string | null, number>();
  const continued = new Set<string>();
  const beside = [];
  for (const place of places) {
    const node = tree.nodes.get(place.stepID);
    if (node === undefined) continue;
    const begun = begunAround(
      tree,
      interrupted.find(({ thread }) => thread === place.thread),
    );
    const inside = place.when === 'inside' ? [node, ...ancestorsOf(node)] : ancestorsOf(node);
    for (const { step } of inside) if (begun.has(step.id)) continued.add(step.id);
    let index = indexOf(tree, node) + (place.when === 'after' ? 1 : 0);
    for (let around = node; ; ) {
      startIndexes.set(around.step.parentID, index);
      // A thread starts with the step that started it; the steps around that one belong to another thread.
      if (around.parent === undefined || around.parent.step.id === place.thread) break;
      around = around.parent;
      index = indexOf(tree, around);
    }
    const root = place.thread === mainThread ? undefined : tree.nodes.get(place.thread);
    if (root !== undefined) beside.push({ node: root, thread: threadAround(root) });
  }
  beside.sort((one, other) => ancestorsOf(one.node).length - ancestorsOf(other.node).length);
  return { startIndexes, continued, beside };
}

/** Returns the thread in which a step plays. */
function threadAround(node: ProgramNode): string {
  const outer = ancestorsOf(node).find(({ kind }) => kind?.contract.children.played === 'beside');
  return outer?.step.id ?? mainThread;
}

function indexOf(tree: ProgramTree, node: ProgramNode): number {
  return (node.parent?.children ?? tree.roots).indexOf(node);
}

/** Returns the steps around a step, nearest first. */
function ancestorsOf(node: ProgramNode): ProgramNode[] {
  const ancestors: ProgramNode[] = [];
  for (let outer = node.parent; outer !== undefined; outer = outer.parent) ancestors.push(outer);
  return ancestors;
}

function refuse(stepID: string, message: string): ResumeCheck {
  return { ok: false, stepID, message };
}
