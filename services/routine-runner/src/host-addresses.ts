import { networkInterfaces } from 'node:os';

/** The addresses of this machine, by what their interfaces are called. */
export function readAddresses() {
  const found = Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => ({ address, isWifi: name.startsWith('wl'), isEthernet: /^e(th|n)/.test(name) })),
  );
  return {
    lastKnownLocalIP: found[0]?.address ?? null,
    lastKnownEthernetIP: found.find(({ isEthernet }) => isEthernet)?.address ?? null,
    lastKnownWifiIP: found.find(({ isWifi }) => isWifi)?.address ?? null,
  };
}
