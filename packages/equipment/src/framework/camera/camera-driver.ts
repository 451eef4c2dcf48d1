import { realTimeOf } from '@cellwright/domain/basics';
import {
  type CameraIntrinsics,
  type CameraSettings,
  type CameraSettingsChange,
  changeCameraSettings,
} from '@cellwright/domain/equipment';
import type { CameraDevice, CameraFrame, CameraLiveState, CameraSample } from '../../capabilities/camera.ts';
import type { HttpQuestion, HttpTransport } from '../../transport/http.ts';
import { DeviceDriver } from '../device-driver.ts';
import type { DriverContext, EquipmentDriver } from '../driver.ts';
import { type CameraConfig, settingsIn } from './camera-fields.ts';
import {
  cameraPaths,
  maxFrameBytes,
  type ReceivedFrame,
  readFrame,
  readIntrinsics,
  readReason,
} from './camera-protocol.ts';

/** ms between two checks of a camera without followers, and after a failure. */
const restPollMS = 2000;
const reconnectDelayMS = 1000;
/**
 * A frame older than this number of periods is not current. The period is the requested one, or the actual one of a
 * slow camera.
 */
const maxAgeInPeriods = 3;
const longestPeriodMS = 1000;
const closed = 'The connection to the camera was closed';

type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false;
      readonly problem: string;
      readonly isBusy: boolean;
      /** True if the request was not sent, as in a connection test, which writes nothing. */
      readonly isWithheld?: boolean;
    };

/**
 * Follows a camera over the camera calls of the robot API. It asks for frames only while it has followers, one at a
 * time, so that a slow camera sends fewer frames and nothing piles up.
 */
export class CameraDriver extends DeviceDriver<CameraLiveState> implements EquipmentDriver<CameraLiveState, 'camera'> {
  readonly capabilities: { readonly camera: CameraDevice };
  readonly #config: CameraConfig;
  readonly #http: HttpTransport;
  readonly #followers = new Set<(sample: CameraSample) => void>();
  #settings: CameraSettings | undefined;
  #frame: CameraFrame | undefined;
  #timestamp: string | undefined;
  #periodMS: number | undefined;
  #failure: { readonly problem: string; readonly isBusy: boolean } | undefined;
  #isKnown = false;
  #sequence = 0;

  constructor(config: CameraConfig, { address, clock, openHttp }: DriverContext) {
    // Pictures take the time of the hardware, which scaled time does not shorten.
    super(realTimeOf(clock));
    const { connectTimeoutMS, timeoutMS } = config;
    this.#config = config;
    this.#http = openHttp({ ...address, connectTimeoutMS, timeoutMS, maxBodyBytes: maxFrameBytes });
    this.capabilities = {
      camera: {
        follow: (listener) => this.#follow(listener),
        current: () => this.#current(),
        applySettings: (settings) => this.#applySettings(settings),
        readIntrinsics: () => this.#readIntrinsics(),
      },
    };
  }

  state(): CameraLiveState {
    const failure = this.#failure;
    const connected = this.#isKnown && !failure;
    const frameRate = this.#periodMS === undefined ? undefined : Math.round(10_000 / this.#periodMS) / 10;
    return {
      connected,
      status: connected ? 'idle' : this.#isKnown ? 'error' : 'initializing',
      error: failure?.problem,
      camera: this.#connection(),
      frameRate,
      settings: this.#settings,
    };
  }

  /** Nothing moves in it. */
  async stopMotion(): Promise<void> {}

  override async close(reason?: string): Promise<void> {
    this.#publish({ ok: false, problem: reason ?? closed, isLast: true });
    this.#followers.clear();
    await super.close(reason);
  }

  protected disconnect(): Promise<void> {
    return this.#http.close();
  }

  protected async read(): Promise<number> {
    const begunAt = this.clock.now();
    const isFollowed = this.#followers.size > 0;
    const looked = await this.#look(isFollowed);
    if (this.isClosing) return reconnectDelayMS;
    this.#isKnown = true;
    this.#failure = looked.ok ? undefined : looked;
    if (!isFollowed) this.#forgetFrame();
    if (!looked.ok) {
      this.#publish({ ok: false, problem: looked.problem });
      return looked.isBusy ? this.#wantedPeriodMS : reconnectDelayMS;
    }
    if (!isFollowed) return restPollMS;
    return Math.max(1, this.#wantedPeriodMS - (this.clock.now() - begunAt));
  }

  #forgetFrame(): void {
    this.#frame = undefined;
    this.#periodMS = undefined;
  }

  get #wantedPeriodMS(): number {
    return 1000 / this.#config.frameRate;
  }

  #connection(): CameraLiveState['camera'] {
    if (!this.#isKnown) return 'connecting';
    if (!this.#failure) return 'connected';
    return this.#failure.isBusy ? 'busy' : 'disconnected';
  }

  async #look(isFollowed: boolean): Promise<Answer<unknown>> {
    if (!this.#settings) {
      const applied = await this.#send(settingsIn(this.#config));
      if (!applied.ok && applied.isWithheld !== true) return applied;
    }
    const looked = isFollowed ? await this.#takeFrame() : await this.#ask(cameraPaths.intrinsics, readIntrinsics);
    // A camera that was away may have forgotten them.
    if (!looked.ok && !looked.isBusy) this.#settings = undefined;
    return looked;
  }

  async #takeFrame(): Promise<Answer<unknown>> {
    const askedAt = this.clock.now();
    const answer = await this.#ask(cameraPaths.frame(this.#config.cameraID), readFrame);
    if (!answer.ok) return answer;
    if (answer.value.timestamp !== this.#timestamp) this.#keep(answer.value, askedAt);
    const current = this.#current();
    return current.ok ? answer : { ...current, isBusy: false };
  }

  /** Counts a frame as taken when it was asked for: it is never shown as newer than it is known to be. */
  #keep({ jpeg, timestamp, age, jointAngles }: ReceivedFrame, askedAt: number): void {
    const capturedAt = askedAt - age;
    const before = this.#frame?.capturedAt;
    this.#periodMS = before === undefined || capturedAt <= before ? undefined : capturedAt - before;
    this.#timestamp = timestamp;
    this.#sequence += 1;
    const frame = { sequence: this.#sequence, capturedAt, validForMS: this.#validForMS, jpeg, jointAngles };
    this.#frame = frame;
    if (this.#isFresh(frame)) this.#publish({ ok: true, frame });
  }

  get #validForMS(): number {
    const slowPeriodMS = Math.min(longestPeriodMS, this.#periodMS ?? 0);
    return maxAgeInPeriods * Math.max(this.#wantedPeriodMS, slowPeriodMS);
  }

  #isFresh({ capturedAt, validForMS }: CameraFrame): boolean {
    return this.clock.now() - capturedAt <= validForMS;
  }

  #current(): CameraSample {
    const frame = this.#frame;
    if (frame && this.#isFresh(frame)) return { ok: true, frame };
    const { name } = this.#config;
    if (this.#failure) return { ok: false, problem: this.#failure.problem };
    return { ok: false, problem: `'${name}' stopped sending pictures. Check its connection` };
  }

  #follow(listener: (sample: CameraSample) => void): () => void {
    // Two listeners may be the same function.
    const own = (sample: CameraSample) => listener(sample);
    this.#followers.add(own);
    if (this.isClosing) own({ ok: false, problem: closed, isLast: true });
    void this.readNow();
    return () => void this.#followers.delete(own);
  }

  #publish(sample: CameraSample): void {
    for (const follower of [...this.#followers]) follower(sample);
  }

  async #applySettings(change: CameraSettingsChange) {
    const sent = await this.#send(changeCameraSettings(this.#settings ?? settingsIn(this.#config), change));
    return sent.ok ? { ok: true as const, settings: sent.value } : { ok: false as const, problem: sent.problem };
  }

  async #send(settings: CameraSettings): Promise<Answer<CameraSettings>> {
    const body = JSON.stringify(settings);
    const sent = await this.#ask(cameraPaths.settings, () => settings, { method: 'POST', body });
    if (sent.ok) this.#settings = settings;
    return sent;
  }

  async #readIntrinsics() {
    const read = await this.#ask<CameraIntrinsics>(cameraPaths.intrinsics, readIntrinsics);
    return read.ok ? { ok: true as const, intrinsics: read.value } : { ok: false as const, problem: read.problem };
  }

  async #ask<Value>(
    path: string,
    read: (body: string) => Value | undefined,
    more: Pick<HttpQuestion, 'method' | 'body'> = { method: 'GET' },
  ): Promise<Answer<Value>> {
    const { name, token } = this.#config;
    const headers = {
      'content-type': 'application/json',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    };
    const outcome = await this.#http.ask({ path, headers, ...more });
    if (!outcome.ok) {
      const { kind, wasSent, message } = outcome.failure;
      const isWithheld = kind === 'aborted' && !wasSent;
      return { ...failed(`${message}. Check the power, cable and address of '${name}'`), isWithheld };
    }
    const { status, body } = outcome.value;
    if (status === 401 || status === 403) return failed(`'${name}' rejected the token. Enter a valid one`);
    if (status === 503) return failed(describeMissing(name, readReason(body)), true);
    const value = status === 200 ? read(body) : undefined;
    if (value !== undefined) return { ok: true, value };
    return failed(`'${name}' is not a camera (status ${status}). Check host, port and camera ID`);
  }
}

function describeMissing(name: string, reason: string | undefined): string {
  return reason === undefined ? `'${name}' has no picture yet` : `'${name}' has no picture: ${reason}`;
}

function failed(
  problem: string,
  isBusy = false,
): { readonly ok: false; readonly problem: string; readonly isBusy: boolean } {
  return { ok: false, problem, isBusy };
}
