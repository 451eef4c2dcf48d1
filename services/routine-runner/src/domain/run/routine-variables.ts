import { readValueLike, type VariableValue } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import type { EnvironmentVariable, GlobalVariable } from '@cellwright/domain/routine';
import type { RobotSessionState } from '@cellwright/domain/run';
import type { VariableSet } from '@cellwright/steps/framework';

interface Variable {
  readonly id: string;
  readonly name: string;
  readonly isGlobal: boolean;
  readonly initialValue: VariableValue;
  value: VariableValue;
}

/** The variables of the loaded routine and the cell's own, with their values in this run. */
export class RoutineVariables {
  private readonly byID = new Map<string, Variable>();
  /** Changed own variables of the routine since the last call. */
  private readonly untaken = new Set<string>();
  /** Changed variables since the last show. */
  private readonly unshown = new Set<string>();
  private readonly onChange: (id: string) => void;

  constructor(definitions: readonly (EnvironmentVariable | GlobalVariable)[], onChange: (id: string) => void) {
    this.onChange = onChange;
    for (const { id, name, isGlobal, initialValue } of definitions) {
      this.byID.set(id, { id, name, isGlobal, initialValue, value: initialValue });
    }
  }

  get(id: string): VariableValue | undefined {
    return this.byID.get(id)?.value;
  }

  isGlobal(id: string): boolean {
    return this.byID.get(id)?.isGlobal ?? false;
  }

  /** Returns the variable with this id or name; with equal names, the routine's own before the cell's. */
  findID(nameOrID: string): string | undefined {
    if (this.byID.has(nameOrID)) return nameOrID;
    const named = [...this.byID.values()].filter(({ name }) => name === nameOrID);
    return (named.find(({ isGlobal }) => !isGlobal) ?? named[0])?.id;
  }

  /** Sets a variable for a step, code or a client. It keeps its type; an incompatible value is refused. */
  set(id: string, value: VariableValue): VariableSet {
    const variable = this.byID.get(id);
    if (!variable) return { ok: false, isKnown: false, message: messages.unknownVariableID(id) };
    const typed = readValueLike(variable.value, value);
    if (!typed.ok) return { ok: false, isKnown: true, message: `'${variable.name}' ${typed.error}` };
    this.put(variable, typed.value);
    return { ok: true };
  }

  private put(variable: Variable, value: VariableValue): void {
    const { id } = variable;
    if (variable.value === value) return;
    variable.value = value;
    if (!variable.isGlobal) this.untaken.add(id);
    this.unshown.add(id);
    this.onChange(id);
  }

  /** Resets the routine's own variables at the start of a run; the cell's keep their values. */
  startOver(): void {
    for (const variable of this.byID.values()) if (!variable.isGlobal) this.put(variable, variable.initialValue);
    this.untaken.clear();
  }

  /** Restores the stored values of the run that this one continues. */
  restore(values: Iterable<readonly [id: string, value: VariableValue]>): void {
    for (const [id, value] of values) {
      const variable = this.byID.get(id);
      if (variable) this.put(variable, value);
    }
  }

  /**
   * Sets variables by id or, as client programs do, by name. Text is converted to the type of the variable, since those
   * programs send every value as text. Returns a message that names every unknown or incompatible variable; nothing is
   * set then.
   */
  override(values: Readonly<Record<string, VariableValue>>): string | undefined {
    const found = Object.entries(values).map(([key, value]) => ({ key, value, variable: this.find(key) }));
    const unknown = found.filter(({ variable }) => !variable).map(({ key }) => key);
    if (unknown.length > 0) return messages.variableNotValid(unknown.join(', '));
    const refused: string[] = [];
    const read: [Variable, VariableValue][] = [];
    for (const { variable, value, key } of found) {
      if (!variable) continue;
      const held = readValueLike(variable.initialValue, value);
      if (held.ok) read.push([variable, held.value]);
      else refused.push(`'${key}' ${held.error}`);
    }
    if (refused.length > 0) return refused.join('. ');
    for (const [variable, value] of read) this.put(variable, value);
    return undefined;
  }

  /** Yields the routine's own variables that changed since the last call, or since the run began. */
  *takeChanges(): Generator<[id: string, value: VariableValue]> {
    for (const id of this.untaken) yield [id, this.get(id) ?? ''];
    this.untaken.clear();
  }

  /** Writes the changed values into the state for clients: a patch contains only these. */
  show(shown: RobotSessionState['variables']): void {
    for (const id of this.unshown) {
      const entry = shown[id];
      const value = this.get(id);
      if (entry && value !== undefined) entry.value = value;
    }
    this.unshown.clear();
  }

  describe(): RobotSessionState['variables'] {
    return Object.fromEntries(
      [...this.byID.values()].map(({ id, name, value, isGlobal }) => [id, { name, value, isGlobal }]),
    );
  }

  private find(key: string): Variable | undefined {
    return this.byID.get(this.findID(key) ?? key);
  }
}
