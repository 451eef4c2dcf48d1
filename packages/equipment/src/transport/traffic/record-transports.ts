import type { DeviceTransports } from '../../framework/driver.ts';
import type { TrafficLog } from './traffic-log.ts';

/** Returns the transports of a device such that the log records all its connections. */
export function recordTransports(transports: DeviceTransports, log: TrafficLog): DeviceTransports {
  const { openModbus, openLines, openFtp, openHttp, openScanner, openStream } = transports;
  return {
    openModbus: (target) => openModbus({ ...target, traffic: log.over('modbus') }),
    openLines: (target) => openLines({ ...target, traffic: log.over('lines') }),
    openFtp: (target) => openFtp({ ...target, traffic: log.over('ftp') }),
    openHttp: (target) => openHttp({ ...target, traffic: log.over('http') }),
    openScanner: (target) => openScanner({ ...target, traffic: log.over('etherNetIP') }),
    ...(openStream && { openStream: (target) => openStream({ ...target, traffic: log.over('stream') }) }),
  };
}
