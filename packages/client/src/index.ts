/** The typed client of a cell, for programs, the command line and the browser. All failures are ProductErrors. */
export { type CallOptions, callCell } from './call.ts';
export { clientClock } from './clock.ts';
export { type CellClient, createCellClient, fileOf } from './entities/cell-client.ts';
export {
  createEntityClient,
  type EntityClient,
  type FindQuery,
  type Page,
  type SavedVersion,
  type Use,
} from './entities/entity-client.ts';
export {
  type Answer,
  createHttp,
  type Http,
  type HttpMethod,
  type HttpOptions,
  isWorthRetrying,
  type NoAnswer,
  type RequestOptions,
} from './http.ts';
export { type IssuedToken, type KeptToken, type KeptTokenOptions, keepApiToken, keepToken } from './kept-token.ts';
export { createReplayPlayer, type Instant, type RecordReader, type ReplayPlayer } from './replay/replay-player.ts';
export type { RunnerPayloadInput, SendOptions } from './runner/open-requests.ts';
export {
  type Admission,
  connectRunner,
  type RunnerClient,
  type RunnerClientOptions,
  type RunnerStatus,
} from './runner/runner-client.ts';
export { type ConnectionState, connectionTimes } from './runner/runner-connection.ts';
export { staleAfterMS } from './runner/staleness.ts';
export { openPlatformSocket, type SocketLike, type SocketOpener } from './socket.ts';
export { keepStopping, repeatStop, type StopWay } from './stop/repeat-stop.ts';
