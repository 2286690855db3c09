import { BlockList, isIP } from 'node:net';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { ServerWarning } from '#domain/platform/warnings';
import type { ServerConfig } from '../../platform/config/server-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';

/** Addresses of this machine and of private networks, where a proxy stands; a visitor cannot have one of them. */
const near = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  near.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  near.addSubnet(network, bits, 'ipv6');

/** Notices a proxy whose forwarded addresses are not trusted: all visitors then share its address and its limits. */
@Injectable()
export class ProxyWarning {
  private isSeen = false;
  private readonly logger = new Logger('Proxy');

  constructor(@Inject(CONFIG) private readonly config: ServerConfig) {}

  get warnings(): ServerWarning[] {
    return this.isSeen ? ['untrustedProxy'] : [];
  }

  /** Warns in the log at the first request that such a proxy forwards. */
  notice({ headers, socket: { remoteAddress = '' } }: FastifyRequest): void {
    if (this.isSeen || this.config.trustProxy > 0) return;
    if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return;
    if (!near.check(remoteAddress, isIP(remoteAddress) === 6 ? 'ipv6' : 'ipv4')) return;
    this.isSeen = true;
    this.logger.warn(
      'Requests come through a proxy that is not trusted: all visitors share its address and its limits. Set TRUST_PROXY to the number of proxies.',
    );
  }
}
