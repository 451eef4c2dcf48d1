import type { InspectedDevice, TrafficConnection, TrafficFrame } from '@cellwright/domain/equipment';

/** A frame with its connection and device. */
export interface ListedFrame extends TrafficFrame {
  readonly device: string;
  readonly connection: Pick<TrafficConnection, 'number' | 'protocol' | 'address'>;
}

/** Returns the frames of all connections, newest first. */
export function listFrames(devices: readonly InspectedDevice[]): readonly ListedFrame[] {
  return devices
    .flatMap(({ name, connections }) =>
      connections.flatMap(({ frames, ...connection }) =>
        frames.map((frame) => ({ ...frame, device: name, connection })),
      ),
    )
    .toSorted((one, other) => other.sequence - one.sequence);
}
