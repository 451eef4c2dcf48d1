/** Records one connection. */
export interface TrafficTap {
  sent(bytes: Uint8Array): void;
  received(bytes: Uint8Array): void;
  /** @param problem absent for a connection that was closed as planned */
  end(problem?: string): void;
}

/** Recorder of the connections of a device over one protocol. */
export interface Traffic {
  /** @param address host and port, as shown to the user */
  open(address: string): TrafficTap;
}
