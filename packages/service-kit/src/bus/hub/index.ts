/** The event bus of one process, served to other processes on the same machine. */
export { type BusHub, type BusHubOptions, createBusHub } from './bus-hub.ts';
export { type HubBusOptions, openHubBus } from './hub-bus.ts';
