import type { GrantedMethods, ServiceName } from '@cellwright/topology';
import type { CallProof } from '../callers/index.ts';
import { createGrpcClient, type GrpcClient, type GrpcClientOptions } from './client.ts';
import type { GrpcServiceDefinition } from './method-types.ts';

/** A client with the methods granted by the table of calls. */
export type PeerClient<Caller extends ServiceName, Callee, S extends GrpcServiceDefinition> = Pick<
  GrpcClient<S>,
  GrantedMethods<Caller, Callee, S> | 'channel'
>;

export interface PeerClientOptions<Caller extends ServiceName, Callee extends ServiceName>
  extends Omit<GrpcClientOptions, 'proof'> {
  /** `host:port` of the called service. */
  readonly address: string;
  readonly proof: CallProof<Caller, Callee>;
}

/** Creates a client of another service of the cell that proves its caller. */
export function connectPeer<Caller extends ServiceName, Callee extends ServiceName, S extends GrpcServiceDefinition>(
  definition: S,
  { address, ...options }: PeerClientOptions<Caller, Callee>,
): PeerClient<Caller, Callee, S> {
  return createGrpcClient(definition, address, options);
}
