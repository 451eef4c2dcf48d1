import { forwardKinematicsCacheEntries } from '@cellwright/domain/motion';
import type { ForwardAnswer, ForwardQuestion } from '../planner-backend.ts';

interface Entry {
  readonly question: ForwardQuestion;
  readonly answer: ForwardAnswer;
}

/** The last answers of forward kinematics. Comparing numbers is cheaper than building a key of them. */
export class ForwardCache {
  private readonly entries: Entry[] = [];

  find(question: ForwardQuestion): ForwardAnswer | undefined {
    return this.entries.find((entry) => isSame(entry.question, question))?.answer;
  }

  add(question: ForwardQuestion, answer: ForwardAnswer): void {
    this.entries.unshift({ question, answer });
    if (this.entries.length > forwardKinematicsCacheEntries) this.entries.pop();
  }
}

function isSame(a: ForwardQuestion, b: ForwardQuestion): boolean {
  if (a.scene !== b.scene || !a.joints.every((angle, joint) => angle === b.joints[joint])) return false;
  if (JSON.stringify(a.toolBoxes) !== JSON.stringify(b.toolBoxes)) return false;
  if (a.tcp === b.tcp) return true;
  const [one, other] = [a.tcp, b.tcp];
  if (!one || !other) return false;
  return (['x', 'y', 'z', 'i', 'j', 'k', 'w'] as const).every((axis) => one[axis] === other[axis]);
}
