/** A request with what its answer repeats. */
export interface ModbusFrame {
  readonly transaction: number;
  readonly unitID: number;
  /** From the function code on. */
  readonly request: Uint8Array;
}

/** Transaction, protocol and length; the unit counts towards the length. */
const headerBytes = 6;
const minLength = 2;
const maxLength = 254;

/** Cuts the bytes of a connection into requests. It holds less than one request. */
export class FrameSplitter {
  private rest = new Uint8Array();

  /** `isBroken` is true when the peer violates the protocol: nothing it sends afterwards can be read. */
  push(bytes: Uint8Array): { readonly frames: readonly ModbusFrame[]; readonly isBroken: boolean } {
    const data = new Uint8Array(this.rest.length + bytes.length);
    data.set(this.rest);
    data.set(bytes, this.rest.length);
    const view = new DataView(data.buffer);
    const frames: ModbusFrame[] = [];
    let at = 0;
    while (data.length - at >= headerBytes) {
      const length = view.getUint16(at + 4);
      if (view.getUint16(at + 2) !== 0 || length < minLength || length > maxLength) return { frames, isBroken: true };
      const end = at + headerBytes + length;
      if (data.length < end) break;
      const start = at + headerBytes + 1;
      frames.push({
        transaction: view.getUint16(at),
        unitID: view.getUint8(start - 1),
        request: data.slice(start, end),
      });
      at = end;
    }
    this.rest = data.slice(at);
    return { frames, isBroken: false };
  }
}

/** Returns the bytes of an answer. */
export function writeAnswer({ transaction, unitID }: ModbusFrame, answer: Uint8Array): Uint8Array {
  const length = answer.length + 1;
  const header = [transaction >> 8, transaction & 0xff, 0, 0, length >> 8, length & 0xff, unitID];
  return Uint8Array.of(...header, ...answer);
}
