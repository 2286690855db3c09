import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { orderPath } from '#domain/visitor/orders';
import { deriveKeys, SERVER_KEYS, type ServerKeys } from '../platform/secrets/server-key.js';
import type { ShownPayment } from './shown-payment.js';
import { SiteUrl } from '../mail/site-url.js';

type Linked = Pick<ShownPayment, '_id' | 'referenceNumber' | 'linkVersion'>;

/** Length of a token, in bytes (192 bits). */
const tokenBytes = 24;

/** Links to visitors' pages: the token of a payment in its link gives access to its page. */
@Injectable()
export class OrderLinks {
  /** The first one makes links; those of a former one still open. */
  private readonly keys: readonly [KeyObject, ...KeyObject[]];

  constructor(
    private readonly site: SiteUrl,
    @Inject(SERVER_KEYS) serverKeys: ServerKeys,
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
    return this.site.url + this.path(payment);
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
}
