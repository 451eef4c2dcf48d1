import { type ActiveSpeedProfile, findFactorySpeedProfile, type SpeedProfile } from '@cellwright/domain/robot';
import { type Answer, accept, refuse } from '../answer.ts';
import type { ProgramSource } from '../cell.ts';
import { definePart, type PartContext } from '../core/part.ts';
import type { SessionCore } from '../core/session-core.ts';

/** The chosen speed of a robot. */
export interface SpeedChoice {
  readonly profile: SpeedProfile;
  readonly jerkLimit: number | null;
}

/**
 * Stores the complete speed profile of a robot, so that a restarted runner moves no faster while the library is
 * unavailable.
 */
export interface SpeedChoiceStore {
  load(): Promise<SpeedChoice | undefined>;
  save(choice: SpeedChoice): Promise<void>;
}

interface Chosen {
  speedProfile: ActiveSpeedProfile;
}

/** Chooses the speed profile of a robot. Current motions end as planned; the next move uses the new profile. */
export class SpeedControl {
  private readonly core: SessionCore;
  private readonly programs: Pick<ProgramSource, 'findSpeedProfile'>;
  private readonly choices: SpeedChoiceStore;

  constructor(core: SessionCore, programs: Pick<ProgramSource, 'findSpeedProfile'>, choices: SpeedChoiceStore) {
    this.core = core;
    this.programs = programs;
    this.choices = choices;
  }

  /** Uses the profile chosen before a restart. */
  async restore(): Promise<void> {
    const choice = await this.choices.load();
    if (!choice) return;
    this.core.speed.use(choice.profile);
    this.core.speed.limitJerk(choice.jerkLimit);
    this.show();
  }

  async choose(speedProfileID: string): Promise<Answer<Chosen>> {
    const profile = findFactorySpeedProfile(speedProfileID) ?? (await this.programs.findSpeedProfile(speedProfileID));
    if (!profile) return refuse('request_failed_validation', `There is no speed profile ${speedProfileID}`);
    await this.choices.save({ profile, jerkLimit: null });
    this.core.speed.use(profile);
    return this.tell();
  }

  async limitJerk(jerkLimit: number | null): Promise<Answer<Chosen>> {
    const { speed } = this.core;
    await this.choices.save({ profile: speed.profile, jerkLimit });
    speed.limitJerk(jerkLimit);
    return this.tell();
  }

  /** Sends the force limits of the joints to the controller. A disconnected controller gets them when it reconnects. */
  async sendForces(): Promise<Answer> {
    const { maxJointTorques, collisionThresholds } = this.core.speed.profile;
    return this.core.arm.command((driver) =>
      driver.setForceLimits({ maxTorques: maxJointTorques, collisionThresholds }),
    );
  }

  describeLimits(): ReturnType<SessionCore['speed']['describeLimits']> {
    return this.core.speed.describeLimits();
  }

  private async tell(): Promise<Answer<Chosen>> {
    this.show();
    if (this.core.arm.isConnected) {
      const told = await this.sendForces();
      if (!told.ok) return told;
    }
    return accept({ speedProfile: this.core.speed.active });
  }

  private show(): void {
    const { store, speed } = this.core;
    store.update((state) => {
      state.speedProfile = speed.active;
    });
  }
}

export interface SpeedOutside {
  readonly programs: Pick<ProgramSource, 'findSpeedProfile'>;
  readonly speedChoices: SpeedChoiceStore;
}

export const speedPart = definePart({
  name: 'speed',
  start: ({ core, outside: { programs, speedChoices } }: PartContext<SpeedOutside>) =>
    new SpeedControl(core, programs, speedChoices),
  begin: (speed) => speed.restore(),
  connected: (speed) => void speed.sendForces(),
  messages: {
    changeRoutineSpeedProfile: (speed, { speedProfileID }) => speed.choose(speedProfileID),
    setJerkLimit: (speed, { jerkLimit }) => speed.limitJerk(jerkLimit),
    getGlobalSpeedLimits: (speed) => accept(speed.describeLimits()),
  },
});
