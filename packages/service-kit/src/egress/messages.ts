import { defineMessages } from '@cellwright/domain/basics';

/** Messages for forbidden hosts: the problem and the next action. */
export const egressMessages = defineMessages('egress', {
  notAHost: (host: string) => `'${host}' is not a host. Enter an IP address or a host name, without port, path or user`,
  oddSpelling: (host: string) =>
    `'${host}' is an ambiguous IP address. Write it as four decimal numbers, for example 192.168.1.10`,
  zone: (host: string) => `'${host}' names a network interface after a %. Enter an address without one`,
  linkLocal: (host: string) =>
    `${host} is a link-local address, where clouds keep their metadata. Give the device an address of the cell's network`,
  metadata: (host: string) => `${host} is the metadata service of a cloud. Enter the address of the device`,
  multicast: (host: string) => `${host} is a multicast address. Enter the address of one device`,
  reserved: (host: string) => `${host} is a broadcast or reserved address. Enter the address of one device`,
  unspecified: (host: string) => `${host} is not the address of a device. Enter the address of one device`,
  embedded: (host: string) =>
    `${host} is an IPv6 address with an embedded IPv4 address. Enter the IPv4 address of the device`,
  thisMachine: (host: string) =>
    `${host} is the control box itself. Enter the address of the device; for development, EGRESS_LOOPBACK=true allows it`,
  ownService: (host: string, port: number) =>
    `${host}:${port} belongs to a service of this cell, which steps and devices cannot reach. Enter the address of the device`,
  notFound: (host: string) =>
    `The host name ${host} is unknown in the network of the cell. Check it, or enter an IP address`,
  tooSlow: (host: string) =>
    `The name ${host} was not resolved in time. Check the cell's name server, or enter an IP address`,
  resolvesTo: (host: string, why: string) => `${host} resolves to a refused address: ${why}`,
});
