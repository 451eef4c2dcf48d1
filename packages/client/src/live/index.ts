/** Live changes of stored entities: a separate entry point, so that programs without them do not load socket.io. */
export {
  connectLive,
  entityNames,
  type LiveChange,
  type LiveClient,
  type LiveClientOptions,
  type LiveEvents,
  type LiveState,
} from './live-client.ts';
export { type LiveFind, type LiveFindOptions, watchFind } from './live-find.ts';
