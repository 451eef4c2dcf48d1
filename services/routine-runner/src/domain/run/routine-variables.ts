import {
  type EnvironmentVariable,
  type GlobalVariable,
  type RobotSessionState,
  type VariableValue,
  valueLike,
} from '@cellwright/domain';

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
  /** The routine's own that changed since they were taken. */
  private readonly untaken = new Set<string>();
  /** Changed since they were shown. */
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

  /** The variable with this id or name; of one name, the routine's own before the cell's. */
  findID(nameOrID: string): string | undefined {
    if (this.byID.has(nameOrID)) return nameOrID;
    const named = [...this.byID.values()].filter(({ name }) => name === nameOrID);
    return (named.find(({ isGlobal }) => !isGlobal) ?? named[0])?.id;
  }

  /** False when there is no such variable. */
  set(id: string, value: VariableValue): boolean {
    const variable = this.byID.get(id);
    if (!variable) return false;
    if (variable.value !== value) {
      variable.value = value;
      if (!variable.isGlobal) this.untaken.add(id);
      this.unshown.add(id);
      this.onChange(id);
    }
    return true;
  }

  /** A run begins: the routine's own variables start over; the cell's keep what they hold. */
  startOver(): void {
    for (const { id, isGlobal, initialValue } of this.byID.values()) if (!isGlobal) this.set(id, initialValue);
    this.untaken.clear();
  }

  /**
   * Sets variables by id or, as client programs do, by name. Text takes the type of the variable it is given to, since
   * those programs send every value as text.
   * @returns the names that are not known; nothing is set then.
   */
  override(values: Readonly<Record<string, VariableValue>>): string[] {
    const found = Object.entries(values).map(([key, value]) => ({ key, value, variable: this.find(key) }));
    const unknown = found.filter(({ variable }) => !variable).map(({ key }) => key);
    if (unknown.length > 0) return unknown;
    for (const { variable, value } of found) {
      if (variable) this.set(variable.id, valueLike(variable.initialValue, value));
    }
    return [];
  }

  /** The routine's own variables that changed since this was asked last, or since the run began. */
  *takeChanges(): Generator<[id: string, value: VariableValue]> {
    for (const id of this.untaken) yield [id, this.get(id) ?? ''];
    this.untaken.clear();
  }

  /** Writes the values that changed since the last time into what clients see: a patch holds these and no others. */
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
    return this.byID.get(key) ?? [...this.byID.values()].find(({ name }) => name === key);
  }
}
