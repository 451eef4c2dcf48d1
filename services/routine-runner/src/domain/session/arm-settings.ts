import { type AntigravityConfig, type LedPattern, ledBytesOf, type SimulatedFault } from '@cellwright/domain/robot';
import type { ContactSurface } from '@cellwright/domain/space';
import { type Answer, accept, refuse } from '../answer.ts';
import { definePart, type PartContext } from '../core/part.ts';
import { emptyResult } from '../core/part-messages.ts';
import type { SessionCore } from '../core/session-core.ts';
import { describeStateRefusal } from '../core/session-words.ts';

/** Settings of the arm itself: LEDs, the brakes of single joints, joint resistance in guided mode, ROS control. */
export class ArmSettings {
  private readonly core: SessionCore;
  private surfaces: readonly ContactSurface[] = [];

  constructor(core: SessionCore) {
    this.core = core;
  }

  setLeds(pattern: LedPattern): Promise<Answer> {
    return this.core.arm.command((driver) => driver.setLedRing(ledBytesOf(pattern)));
  }

  async unbrakeJoint(joint: number, isUnbraked: boolean): Promise<Answer<{ unbrakedJoints: number[] }>> {
    const { arm } = this.core;
    const answer = await arm.command((driver, epoch) => driver.setJointBrake({ epoch, joint, engaged: !isUnbraked }));
    return answer.ok ? accept({ unbrakedJoints: [...(arm.state?.unbrakedJoints ?? [])] }) : answer;
  }

  get antigravity(): AntigravityConfig {
    return this.core.store.current().antigravity;
  }

  async setAntigravity(config: AntigravityConfig): Promise<Answer<AntigravityConfig>> {
    const answer = await this.core.arm.command((driver) => driver.setGuidedJoints(config.joints));
    if (!answer.ok) return answer;
    this.core.store.update((state) => {
      state.antigravity = config;
    });
    return accept(config);
  }

  /** Sends the stored resistance of guided mode to the current controller. */
  async sendAntigravity(): Promise<void> {
    const { joints } = this.antigravity;
    await this.core.arm.command((driver) => driver.setGuidedJoints(joints));
  }

  /**
   * Hands the arm to ROS: with a bridge nothing else moves it meanwhile. Without one the state is kept for programs
   * that read it, and control stays where it is. Engaging the brakes ends it.
   */
  setROSControl(isEnabled: boolean): Answer<{ isEnabled: boolean }> {
    const { arm, machine, store } = this.core;
    if (isEnabled && machine.state !== 'Idle') {
      return refuse('cannot_change_ros_state', describeStateRefusal(machine.state, 'ROS cannot control the arm'));
    }
    if (isEnabled && (!arm.isConnected || arm.state?.brakes !== 'disengaged')) {
      return refuse('cannot_change_ros_state', 'Release the brakes first, then let ROS control the arm');
    }
    store.update((state) => {
      state.isROSControlEnabled = isEnabled;
    });
    return accept({ isEnabled });
  }

  /** Simulates hardware faults of a simulated robot or twin. */
  async injectFault(request: { readonly fault: SimulatedFault; readonly joint: number; readonly size: number }) {
    if (this.isReal) return refuse('forbidden', 'Faults can be simulated only on a simulated robot or a twin');
    return this.core.arm.command((driver) => driver.injectFault(request));
  }

  get contactSurfaces(): Answer<{ surfaces: ContactSurface[] }> {
    return accept({ surfaces: [...this.surfaces] });
  }

  /** Sets the contact surfaces for the tool of a simulated robot or twin. */
  async setContactSurfaces(surfaces: readonly ContactSurface[]): Promise<Answer<{ surfaces: ContactSurface[] }>> {
    if (this.isReal) return refuse('forbidden', 'Contact surfaces can be set only on a simulated robot or a twin');
    const answer = await this.core.arm.command((driver) => driver.setContactSurfaces(surfaces));
    if (!answer.ok) return answer;
    this.surfaces = surfaces;
    return this.contactSurfaces;
  }

  /** Sends the stored contact surfaces to the current controller. */
  async sendContactSurfaces(): Promise<void> {
    if (this.surfaces.length > 0) await this.core.arm.command((driver) => driver.setContactSurfaces(this.surfaces));
  }

  private get isReal(): boolean {
    const { robotKind, isTwin } = this.core;
    return robotKind === 'live' && !isTwin;
  }
}

export const armSettingsPart = definePart({
  name: 'armSettings',
  start: ({ core }: PartContext<unknown>) => new ArmSettings(core),
  connected(settings) {
    void settings.sendAntigravity();
    void settings.sendContactSurfaces();
  },
  messages: {
    setLEDPattern: (settings, { pattern }) => emptyResult(settings.setLeds(pattern)),
    unbrakeJoint: (settings, { joint, isUnbraked }) => settings.unbrakeJoint(joint, isUnbraked),
    getAntigravityConfigs: (settings) => accept(settings.antigravity),
    setAntigravityConfigs: (settings, config) => settings.setAntigravity(config),
    setROSControlEnabled: (settings, { isEnabled }) => settings.setROSControl(isEnabled),
    injectFault: (settings, request) => emptyResult(settings.injectFault(request)),
    setContactSurfaces: (settings, { surfaces }) => settings.setContactSurfaces(surfaces),
    getContactSurfaces: (settings) => settings.contactSurfaces,
  },
});
