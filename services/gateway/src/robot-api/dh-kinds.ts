import { clientIDOf } from '../domain/identity.ts';
import type { GripperConfiguration, WireGripperKind } from './gripper-schemas.ts';
import type { RobotCall } from './robot-line.ts';

/** Clients since 2.20260605 reject a response with these kinds; earlier ones need them. */
const dhKinds: ReadonlySet<WireGripperKind> = new Set(['dh_ag', 'dh_pgc', 'dh_cgi']);

/**
 * Programs that receive the specific kind of a DH gripper: those whose token has commanded one, which requires a client
 * that supports the kinds; all; or none.
 */
export const dhKindsSettings = ['auto', 'always', 'never'] as const;
export type DHKindsSetting = (typeof dhKindsSettings)[number];

/** Maximum of remembered tokens; the oldest is dropped. */
const maxTokens = 1000;

/** Presents DH grippers as one of the kinds that the client of a program supports. */
export class DHKinds {
  readonly #setting: DHKindsSetting;
  readonly #knowing = new Set<string>();

  constructor(setting: DHKindsSetting) {
    this.#setting = setting;
  }

  /** Records that a program has commanded a gripper of a kind. */
  noteCommand({ identity }: RobotCall, kind: WireGripperKind): void {
    if (!dhKinds.has(kind)) return;
    const token = clientIDOf(identity);
    this.#knowing.delete(token);
    this.#knowing.add(token);
    const [oldest] = this.#knowing;
    if (this.#knowing.size > maxTokens && oldest !== undefined) this.#knowing.delete(oldest);
  }

  /**
   * Returns the configuration in a form that the program's client can read: without its kind, no gripper is connected.
   */
  show({ identity }: RobotCall, configuration: GripperConfiguration): GripperConfiguration {
    if (!dhKinds.has(configuration.kind)) return configuration;
    const isKnown = this.#setting === 'auto' && this.#knowing.has(clientIDOf(identity));
    return this.#setting === 'always' || isKnown ? configuration : { kind: 'none_connected' };
  }
}
