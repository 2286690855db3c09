import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { orderPath } from '#domain/orders';
import { deriveKeys, SERVER_KEYS, type ServerKeys } from '../secrets/server-key.js';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import type { MailedPayment } from './mailed-payment.js';

type Linked = Pick<MailedPayment, '_id' | 'referenceNumber' | 'linkVersion'>;

/** Length of a token, in bytes (192 bits). */
const tokenBytes = 24;

/** Links to visitors' pages: the token of a payment in its link gives access to its page. */
@Injectable()
export class OrderLinks {
  /** The first one makes links; those of a former one still open. */
  private readonly keys: readonly [KeyObject, ...KeyObject[]];

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(SERVER_KEYS) serverKeys: ServerKeys,
    private readonly adapterHost: HttpAdapterHost,
  ) {
    this.keys = deriveKeys(serverKeys, 'order links');
  }

  private tokenOf({ _id, linkVersion = 0 }: Pick<Linked, '_id' | 'linkVersion'>, key = this.keys[0]): Buffer {
    return createHmac('sha256', key)
      .update(`${_id.toHexString()}:${linkVersion}`)
      .digest()
      .subarray(0, tokenBytes);
  }

  /** The path of a payment's page. */
  path(payment: Linked): string {
    return orderPath(payment.referenceNumber, this.tokenOf(payment).toString('base64url'));
  }

  /** The address of a payment's page. */
  url(payment: Linked): string {
    return this.publicUrl + this.path(payment);
  }

  /** Returns whether the token is the payment's, in constant time. */
  isToken(payment: Pick<Linked, '_id' | 'linkVersion'>, token: string): boolean {
    return this.keys.some((key) => {
      const expected = Buffer.from(this.tokenOf(payment, key).toString('base64url'));
      const given = Buffer.alloc(expected.length);
      given.write(token);
      return timingSafeEqual(given, expected) && token.length === expected.length;
    });
  }

  /** The site's public URL, without a trailing slash. */
  get publicUrl(): string {
    const { mail, host, port } = this.config;
    if (mail.publicUrl) return mail.publicUrl;
    // With port 0 the system chooses the port; a command-line program has no server.
    const server = this.adapterHost.httpAdapter?.getHttpServer() as
      { address(): AddressInfo | string | null } | undefined;
    const address = port ? null : server?.address();
    const actual = typeof address === 'object' && address ? address.port : port;
    return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`;
  }
}
