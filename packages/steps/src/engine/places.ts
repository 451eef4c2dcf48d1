import { buildTree, type ProgramNode, type ProgramTree } from './program.ts';
import { mainThread, type Place, type Program } from './types.ts';

/** Keeps where a thread is among the steps of one list: those of a container, of a thread, or of the routine. */
export class PlaceKeeper {
  #node: ProgramNode | undefined;
  #when: Place['when'] = 'before';

  note(node: ProgramNode | undefined, when: Place['when']): void {
    this.#node = node;
    this.#when = when;
  }

  /** `around` is the step whose list it is: where nothing was noted, it is at its beginning. */
  describe(thread: string, around: ProgramNode | undefined): Place | undefined {
    if (this.#node !== undefined) return { thread, stepID: this.#node.step.id, when: this.#when };
    return around && { thread, stepID: around.step.id, when: 'inside' };
  }
}

/** How a run goes on where another was interrupted. */
export interface ResumePlan {
  /** The index of the child that each step around a place begins with, by step id; null is the routine itself. */
  readonly startIndexes: ReadonlyMap<string | null, number>;
  /** Steps that had begun in the run before. */
  readonly continued: ReadonlySet<string>;
  /** The steps whose children play beside the routine, outer ones first, with the thread that began them. */
  readonly beside: readonly { readonly node: ProgramNode; readonly thread: string }[];
}

/** Where a run may be taken up: the steps to begin with, or why it cannot be. */
export type ResumeCheck =
  | { readonly ok: true; readonly places: readonly Place[] }
  | { readonly ok: false; readonly stepID: string; readonly message: string };

/**
 * The places at which a run goes on that was interrupted at these: moves that lead from where the arm stood begin with
 * the step before them.
 * @param chosenID the step that a person chose to go on with in the routine's own thread, instead of its place.
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
  if (node === undefined) return refuse(place.stepID, 'The step is not in the routine any more. Play from the start');
  const begun = place.when === 'inside' ? [node, ...ancestorsOf(node)] : ancestorsOf(node);
  for (const { step, kind } of begun) {
    const refusal = kind?.contract.resume?.refusal;
    if (refusal !== undefined) return refuse(step.id, `Step ${step.path}: ${refusal}`);
  }
  return place.when === 'inside' ? withStartOfMove(node, place) : { ok: true, places: [place] };
}

/** A person may choose any step whose surroundings are as they were: those that had begun, or that need no state. */
function checkChoice(tree: ProgramTree, chosenID: string, main: Place | undefined): ResumeCheck {
  const node = tree.nodes.get(chosenID);
  if (node === undefined) return refuse(chosenID, 'There is no such step in the routine');
  if (!node.isEnabled) return refuse(chosenID, `Step ${node.step.path} is disabled. Choose another`);
  const begun = begunAround(tree, main);
  for (const { step, kind } of ancestorsOf(node)) {
    const contract = kind?.contract;
    const name = contract?.label ?? step.stepKind;
    if (contract?.resume?.refusal !== undefined)
      return refuse(step.id, `Step ${step.path}: ${contract.resume.refusal}`);
    if (contract?.children.played === 'beside') {
      return refuse(
        step.id,
        `Step ${step.path} (${name}) plays beside the routine. Choose a step of the routine itself`,
      );
    }
    if (contract?.questionBeforeStartingInside !== undefined && !begun.has(step.id)) {
      return refuse(
        step.id,
        `The run was not inside step ${step.path} (${name}), so how far it had come there is not known. ` +
          `Choose step ${step.path} itself, or one outside`,
      );
    }
  }
  return withStartOfMove(node, { thread: mainThread, stepID: chosenID, when: 'before' });
}

/** A move from where the arm stood begins with the last step before it that leads to a place of its own. */
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
  return refuse(
    node.step.id,
    `Step ${node.step.path} leads from where the arm stood when it began, and that is not known any more. Choose a step before it`,
  );
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
 * How the steps around the places begin.
 * @param interrupted where the run before was: steps that had begun there go on with what they had counted.
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
      // A thread begins with the step that began it; what stands around that is another thread's.
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

/** The thread in which a step plays. */
function threadAround(node: ProgramNode): string {
  const outer = ancestorsOf(node).find(({ kind }) => kind?.contract.children.played === 'beside');
  return outer?.step.id ?? mainThread;
}

function indexOf(tree: ProgramTree, node: ProgramNode): number {
  return (node.parent?.children ?? tree.roots).indexOf(node);
}

/** The steps around it, the nearest first. */
function ancestorsOf(node: ProgramNode): ProgramNode[] {
  const ancestors: ProgramNode[] = [];
  for (let outer = node.parent; outer !== undefined; outer = outer.parent) ancestors.push(outer);
  return ancestors;
}

function refuse(stepID: string, message: string): ResumeCheck {
  return { ok: false, stepID, message };
}
