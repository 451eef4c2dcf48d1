import { type Clock, realTimeOf } from '@cellwright/domain/basics';
import { type CameraSettings, changeCameraSettings } from '@cellwright/domain/equipment';
import type { SimulatedCamera } from '../../capabilities/camera.ts';
import type { HttpBank, HttpQuestion, HttpReply } from '../../transport/http.ts';
import { createHttpServer } from '../../transport/http-server.ts';
import type { LoopbackServer } from '../../transport/loopback-server.ts';
import { answerModeOf, type EquipmentSim, noFaults, type Photo, type SimContext, type SimFaults } from '../sim.ts';
import { type CameraConfig, describeCamera, intrinsicsOf, settingsIn } from './camera-fields.ts';
import { cameraPaths, readSettings } from './camera-protocol.ts';

const maxConnections = 8;
/** A picture older than this is not sent, ms. */
const maxAgeMS = 3000;

interface TakenPhoto extends Photo {
  readonly takenAt: number;
  readonly timestamp: string;
}

/** A camera in the simulated cell. It takes pictures one at a time, and only while it is asked for them. */
export class CameraSim implements EquipmentSim<'camera'> {
  readonly faults: SimFaults = { ...noFaults };
  readonly http: HttpBank;
  readonly simulated: { readonly camera: SimulatedCamera };
  readonly #config: CameraConfig;
  readonly #isOnWrist: boolean;
  readonly #clock: Clock;
  readonly #takePhoto: SimContext['takePhoto'];
  readonly #server: LoopbackServer;
  #settings: CameraSettings;
  #photo: TakenPhoto | undefined;
  /** Reason why the last picture failed. */
  #problem: string | undefined;
  #isTaking = false;
  #count = 0;

  constructor(config: CameraConfig, isOnWrist: boolean, { clock, takePhoto }: SimContext) {
    this.#config = config;
    this.#isOnWrist = isOnWrist;
    // A picture takes as long as it is worked out.
    this.#clock = realTimeOf(clock);
    this.#takePhoto = takePhoto;
    this.#settings = settingsIn(config);
    this.simulated = { camera: { settings: () => this.#settings, frameCount: () => this.#count } };
    this.http = {
      isCommand: ({ method }) => method === 'POST',
      answer: (question) => (this.#mayAsk(question) ? this.#answer(question) : reply(401, {})),
    };
    const behaviour = { answerMode: (isWrite: boolean) => answerModeOf(this.faults, isWrite) };
    this.#server = createHttpServer({ bank: this.http, behaviour, clock, maxConnections });
  }

  start(port: number): Promise<number> {
    return this.#server.listen(port);
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  dropConnections(): void {
    this.#server.dropConnections();
  }

  #mayAsk({ headers = {} }: HttpQuestion): boolean {
    const { token } = this.#config;
    return token === '' || headers.authorization === `Bearer ${token}`;
  }

  #answer({ method, path, body = '' }: HttpQuestion): HttpReply {
    if (method === 'POST' && path === cameraPaths.settings) return this.#set(body);
    if (method === 'GET' && path === cameraPaths.intrinsics) return reply(200, intrinsicsOf(this.#config));
    if (method === 'GET' && path === cameraPaths.frame(this.#config.cameraID)) return this.#sendPhoto();
    return reply(404, {});
  }

  #set(body: string): HttpReply {
    const change = readSettings(body);
    if (!change) return reply(400, {});
    this.#settings = changeCameraSettings(this.#settings, change);
    return reply(200, this.#settings);
  }

  #sendPhoto(): HttpReply {
    const photo = this.#photo;
    const periodMS = 1000 / this.#config.frameRate;
    const age = photo ? this.#clock.now() - photo.takenAt : Number.POSITIVE_INFINITY;
    // A stuck camera sends its last picture again and again.
    if (!this.faults.jammed && age >= periodMS / 2) void this.#take();
    if (!photo || (age > maxAgeMS && !this.faults.jammed)) return reply(503, { message: this.#problem });
    const { jpeg, timestamp, jointAngles } = photo;
    const imageData = Buffer.from(jpeg).toString('base64');
    const camera = { camera_id: this.#config.cameraID, stream_name: 'rgb' };
    return reply(200, { imageData, timestamp, age, jointAngles, ...camera });
  }

  async #take(): Promise<void> {
    if (this.#isTaking || !this.#takePhoto) return;
    this.#isTaking = true;
    const takenAt = this.#clock.now();
    const timestamp = this.#clock.wallNow().toISOString();
    const { mount, isOnWrist } = describeCamera(this.#config, this.#isOnWrist);
    const intrinsics = intrinsicsOf(this.#config);
    const shot = { mount, isOnWrist, intrinsics, settings: this.#settings, seed: this.#count };
    try {
      this.#photo = { ...(await this.#takePhoto(shot)), takenAt, timestamp };
      this.#problem = undefined;
      this.#count += 1;
    } catch (error) {
      this.#photo = undefined;
      this.#problem = error instanceof Error ? error.message : String(error);
    } finally {
      this.#isTaking = false;
    }
  }
}

function reply(status: number, body: unknown): HttpReply {
  return { status, body: JSON.stringify(body) };
}
