import type { AddressInfo } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { ServerConfig } from '../platform/config/server-settings.js';
import type { MailConfig } from './mail-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import { httpAddress } from '../platform/http/http-address.js';

/** The site's public address, for links in mails. */
@Injectable()
export class SiteUrl {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<ServerConfig & MailConfig, 'mail' | 'host' | 'port'>,
    @Inject(HttpAdapterHost) private readonly adapterHost: Partial<HttpAdapterHost>,
  ) {}

  /** Without a trailing slash. */
  get url(): string {
    const { mail, host, port } = this.config;
    if (mail.publicUrl) return mail.publicUrl;
    // With port 0 the system chooses the port; a command-line program has no server.
    const server = this.adapterHost.httpAdapter?.getHttpServer() as
      | { address(): AddressInfo | string | null }
      | undefined;
    const address = port ? null : server?.address();
    const actual = typeof address === 'object' && address ? address.port : port;
    return httpAddress(host, actual);
  }
}
